/** What is shown comes first, and nothing is handed on that the validator refuses. */
import { expect, test } from 'vitest';
import { chooseSamples } from '../../../generator/emit/samples/choose-samples.ts';
import { createContractShapes } from '../../../generator/schema/shape/contract-shapes.ts';
import { noopCache } from '../../../generator/emit/text-cache.ts';
import { compileChecks } from '../../../generator/emit/validators/validators.ts';
import { loadChecks } from '../../../generator/emit/validators/load-checks.ts';
import { collectDiagnostics } from '../../../generator/diagnostics.ts';
import type { JsonSchema } from '../../../generator/contract/contract.ts';
import { contractOf } from '../validators/support.ts';

function choose(parts: Readonly<Record<string, JsonSchema>>) {
  const contract = contractOf({ parts });
  const { report, diagnostics } = collectDiagnostics();
  const accepts = loadChecks(compileChecks(contract, noopCache).code);
  const samples = chooseSamples(contract, createContractShapes(contract), accepts, report);
  return {
    samples: Object.fromEntries(samples),
    findings: diagnostics.map(({ code, message, place }) => `${place?.pointer} ${code} ${message}`),
  };
}

test('what a schema shows is its sample, in the order it is shown', () => {
  const { samples, findings } = choose({ shown: { type: 'integer', examples: [4, 5], default: 6 } });
  expect(samples).toEqual({ shown: 4 });
  expect(findings).toEqual([]);
});

test('an example that does not fit is told and passed over', () => {
  const { samples, findings } = choose({ shown: { type: 'integer', examples: ['four', 5] } });
  expect(samples).toEqual({ shown: 5 });
  expect(findings).toEqual(['#/parts/shown EXAMPLE_REFUSED An example of `shown` does not fit its schema.']);
});

test('what only the validator understands is tried until something fits', () => {
  const { samples } = choose({
    odd: { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, not: { required: ['a', 'b'] } },
    either: { oneOf: [{ type: 'number' }, { const: 0.5 }, { type: 'string' }] },
  });
  expect(samples).toEqual({ odd: {}, either: 'text' });
});

test('a schema that nothing fits has no sample, and that is told', () => {
  const { samples, findings } = choose({
    none: { allOf: [{ type: 'string' }, { type: 'number' }] },
    one: true,
  });
  expect(samples).toEqual({ one: 'text' });
  expect(findings).toEqual([
    '#/parts/none SAMPLE_MISSING No valid value of `none` was found; it has no sample.',
  ]);
});
