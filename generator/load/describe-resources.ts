/** Describes the resources of a contract: what is inferred, and what a file overrides. */
import type { ResourceGraph } from '../../contract/resources/graph.ts';
import { inferResources } from '../../contract/resources/infer-graph.ts';
import { applyOverrides, type ResourceOverrides } from '../../contract/resources/overrides.ts';
import type { ContractModel } from '../model/contract-model.ts';
import type { ResourceSource } from '../../contract/resources/source.ts';
import { readOverrides, type OverridesText } from './read-overrides.ts';
import { describeResourceSource } from '../describe/resource-source.ts';
import type { Report } from '../diagnostics/diagnostics.ts';

/** The resources of a contract, and everything that a file adds to them. */
export interface DescribedResources {
  readonly source: ResourceSource;
  readonly graph: ResourceGraph;
  readonly overrides: ResourceOverrides;
}

/** Describes the resources of a contract. Errors: RESOURCES_INVALID (reported; what is valid applies). */
export function describeResources(
  model: ContractModel,
  file: OverridesText | null,
  report: Report,
): DescribedResources {
  const source = describeResourceSource(model);
  const inferred = inferResources(source);
  if (file === null) return { source, graph: inferred, overrides: {} };
  const { overrides, positionOf } = readOverrides(file, report);
  const { graph, problems } = applyOverrides(inferred, source, overrides, file.file);
  for (const { path, message } of problems)
    report('RESOURCES_INVALID', { file: file.file, pointer: '#/' }, { problem: message }, positionOf(path));
  return { source, graph, overrides };
}
