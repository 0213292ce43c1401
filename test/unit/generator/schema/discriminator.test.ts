import { describe, expect, it } from 'vitest';
import { findDiscriminator } from '../../../../generator/schema/discriminator.ts';
import { collectDiagnostics } from '../../../../generator/diagnostics/diagnostics.ts';
import type { JsonObject, JsonSchema } from '../../../../generator/json/documents.ts';
import { ref } from '../support/documents.ts';

const tagged = (tag: JsonObject, required = ['type']): JsonObject => ({
  type: 'object',
  required,
  properties: { type: tag },
});

const declared: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['A', tagged({ const: 'a' })],
  ['B', tagged({ type: 'string', enum: ['b'] })],
  ['BC', tagged({ enum: ['b', 'c'] })],
  ['D', { allOf: [ref('Base'), { properties: { type: { const: 'd' } } }] }],
  ['Base', tagged({ type: 'string' })],
  ['Free', tagged({ type: 'string' })],
  ['Optional', tagged({ const: 'o' }, [])],
  ['AB', { oneOf: [ref('A'), ref('B')] }],
  ['Loop', { allOf: [ref('Loop')] }],
]);

function find(schema: JsonSchema): { property?: string; cases?: string; codes: string[] } {
  const { report, diagnostics } = collectDiagnostics();
  const found = findDiscriminator(schema, declared, { file: 'f', pointer: '#/' }, report);
  const codes = diagnostics.map(({ code }) => code);
  if (found === null) return { codes };
  return {
    property: found.property,
    cases: found.cases.map(({ value, schema: name }) => `${value}>${name}`).join(' '),
    codes,
  };
}

const union = (members: readonly string[], discriminator?: JsonObject): JsonObject => ({
  oneOf: members.map(ref),
  ...(discriminator === undefined ? {} : { discriminator }),
});

describe('the discriminator of a union', () => {
  const rows: readonly { name: string; schema: JsonSchema; expected: ReturnType<typeof find> }[] = [
    {
      name: 'is inferred from constants',
      schema: union(['A', 'B']),
      expected: { property: 'type', cases: 'a>A b>B', codes: [] },
    },
    {
      name: 'is inferred for anyOf',
      schema: { anyOf: [ref('A'), ref('B')] },
      expected: { property: 'type', cases: 'a>A b>B', codes: [] },
    },
    {
      name: 'supports several values for one member',
      schema: union(['A', 'BC']),
      expected: { property: 'type', cases: 'a>A b>BC c>BC', codes: [] },
    },
    {
      name: 'is found through allOf',
      schema: union(['A', 'D']),
      expected: { property: 'type', cases: 'a>A d>D', codes: [] },
    },
    {
      name: 'is found through a nested union',
      schema: union(['AB', 'D']),
      expected: { property: 'type', cases: 'a>AB b>AB d>D', codes: [] },
    },
    {
      name: 'uses the names of members without a value',
      schema: union(['A', 'Free'], { propertyName: 'type' }),
      expected: { property: 'type', cases: 'a>A Free>Free', codes: [] },
    },
    {
      name: 'uses the mapping of members without a value',
      schema: union(['A', 'Free'], {
        propertyName: 'type',
        mapping: { x: '#/components/schemas/Free', y: '#/components/schemas/Free' },
      }),
      expected: { property: 'type', cases: 'a>A x>Free y>Free', codes: [] },
    },
    {
      name: 'follows the members if the mapping contradicts them',
      schema: union(['A', 'B'], { propertyName: 'type', mapping: { z: '#/components/schemas/A' } }),
      expected: { property: 'type', cases: 'a>A b>B', codes: ['DISCRIMINATOR_CONTRADICTED'] },
    },
    {
      name: 'is unusable if two members share a value',
      schema: union(['B', 'BC'], { propertyName: 'type' }),
      expected: { codes: ['DISCRIMINATOR_UNUSABLE'] },
    },
    {
      name: 'is not inferred from an optional property',
      schema: union(['A', 'Optional']),
      expected: { codes: [] },
    },
    {
      name: 'may be an optional property if it is declared',
      schema: union(['A', 'Optional'], { propertyName: 'type' }),
      expected: { property: 'type', cases: 'a>A o>Optional', codes: [] },
    },
    {
      name: 'is not inferred if a member is inline',
      schema: { oneOf: [ref('A'), tagged({ const: 'x' })] },
      expected: { codes: [] },
    },
    { name: 'is not inferred for a single member', schema: union(['A']), expected: { codes: [] } },
    { name: 'is not found in a recursive union', schema: union(['A', 'Loop']), expected: { codes: [] } },
  ];

  it.each(rows)('$name', ({ schema, expected }) => {
    expect(find(schema)).toEqual(expected);
  });
});
