import { expect, it } from 'vitest';
import { findDiscriminator } from '../../../../generator/schema/discriminator.ts';
import { collectDiagnostics } from '../../../../generator/diagnostics/diagnostics.ts';
import type { JsonObject, JsonSchema } from '../../../../generator/json/documents.ts';
import { ref } from '../support/documents.ts';

const tagged = (tag: string, required = ['type']): JsonObject => ({
  type: 'object',
  required,
  properties: { type: { const: tag } },
});
const declared: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['A', tagged('a')],
  ['Optional', tagged('o', [])],
  ['Loop', { allOf: [ref('Loop')] }],
]);

// Why so few: test/golden/discriminators has the unions that are discriminated.
it.each<[string, JsonObject]>([
  ['with an optional property', { oneOf: [ref('A'), ref('Optional')] }],
  ['with an inline variant', { oneOf: [ref('A'), tagged('x')] }],
  ['of a single variant', { oneOf: [ref('A')] }],
  ['that is recursive', { oneOf: [ref('A'), ref('Loop')] }],
])('no discriminator is inferred for a union %s', (_, schema) => {
  const { report, diagnostics } = collectDiagnostics();
  expect(findDiscriminator(schema, declared, { file: 'f', pointer: '#/' }, report)).toBeNull();
  expect(diagnostics).toEqual([]);
});
