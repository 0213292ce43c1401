/** Emits `arbitraries.ts`: the shapes of all checks as data, from which the runtime creates arbitraries. */
import type { Shape } from '../../../../templates/runtime/shape.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { identifier } from '../../../naming/identifier.ts';
import type { TsText } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader, keepLiteral, printKey, printLiteral } from '../../../print/print-literal.ts';
import { sampleContract } from '../../samples/sampling.ts';
import { namesIn } from '../../../schema/shape/names-in.ts';
import type { ArbitrariesView } from './view.ts';

export function emit(source: EmitSource, report: Report): ArbitrariesView {
  const { contract, runtime } = source;
  const { shapes, samples } = sampleContract(source, report);
  const checks = contract.checks.filter(({ name }) => samples.has(name));
  const ofChecks = checks.map((check): readonly [string, Shape] => [
    check.name,
    check.component === null ? shapes.shapeOfCheck(check) : { kind: 'named', name: check.component },
  ]);
  const schemas = namesIn(
    ofChecks.map(([, shape]) => shape),
    shapes.shapeOf,
  );
  return {
    header: printHeader(contract.documents),
    runtime,
    checks: ofChecks.map(([name, shape]) => ({ key: identifier(name), shape: printShape(name, shape) })),
    schemas: schemas.map((name) => ({ key: printKey(name), shape: printShape(name, shapes.shapeOf(name)) })),
  };
}

function printShape(name: string, shape: Shape): TsText {
  return keepLiteral(name, printLiteral(shape));
}
