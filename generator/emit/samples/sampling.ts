/** The input of samples and arbitraries, computed once for both files. */
import type { ContractModel } from '../../model/contract-model.ts';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { type EmitSource, noopCache } from '../emitter.ts';
import { chooseSamples, type Samples } from './choose-samples.ts';
import { createContractShapes, type ContractShapes } from '../../schema/shape/contract-shapes.ts';
import { compileChecks } from '../validators/validators.ts';
import { loadChecks, type LoadedChecks } from '../validators/load-checks.ts';

export interface Sampling {
  readonly shapes: ContractShapes;
  readonly samples: Samples;
  readonly checks: LoadedChecks;
}

const made = new WeakMap<ContractModel, Sampling>();

/** Samples a contract; a second call returns the same result. */
export function sampleContract(source: Pick<EmitSource, 'contract' | 'texts'>, report: Report): Sampling {
  const { contract, texts = noopCache } = source;
  const existing = made.get(contract);
  if (existing !== undefined) return existing;
  const shapes = createContractShapes(contract);
  const { checked, code } = compileChecks(contract, texts);
  const checks = loadChecks(code);
  const sampling = { shapes, checks, samples: chooseSamples(checked, shapes, checks, report) };
  made.set(contract, sampling);
  return sampling;
}
