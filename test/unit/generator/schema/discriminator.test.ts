import { describe, expect, it } from 'vitest';
import { findDiscriminator } from '../../../../generator/schema/discriminator.ts';
import { collectDiagnostics } from '../../../../generator/diagnostics.ts';
import type { JsonObject, JsonSchema } from '../../../../generator/source/documents.ts';
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

describe('a union is told apart', () => {
  const rows: readonly { says: string; given: JsonSchema; want: ReturnType<typeof find> }[] = [
    {
      says: 'by constants nobody declared',
      given: union(['A', 'B']),
      want: { property: 'type', cases: 'a>A b>B', codes: [] },
    },
    {
      says: 'by anyOf as well',
      given: { anyOf: [ref('A'), ref('B')] },
      want: { property: 'type', cases: 'a>A b>B', codes: [] },
    },
    {
      says: 'with several values for one member',
      given: union(['A', 'BC']),
      want: { property: 'type', cases: 'a>A b>BC c>BC', codes: [] },
    },
    {
      says: 'through allOf',
      given: union(['A', 'D']),
      want: { property: 'type', cases: 'a>A d>D', codes: [] },
    },
    {
      says: 'through a union inside',
      given: union(['AB', 'D']),
      want: { property: 'type', cases: 'a>AB b>AB d>D', codes: [] },
    },
    {
      says: 'by the names of members that are silent',
      given: union(['A', 'Free'], { propertyName: 'type' }),
      want: { property: 'type', cases: 'a>A Free>Free', codes: [] },
    },
    {
      says: 'by the mapping of members that are silent',
      given: union(['A', 'Free'], {
        propertyName: 'type',
        mapping: { x: '#/components/schemas/Free', y: '#/components/schemas/Free' },
      }),
      want: { property: 'type', cases: 'a>A x>Free y>Free', codes: [] },
    },
    {
      says: 'by the members where the mapping says otherwise',
      given: union(['A', 'B'], { propertyName: 'type', mapping: { z: '#/components/schemas/A' } }),
      want: { property: 'type', cases: 'a>A b>B', codes: ['DISCRIMINATOR_CONTRADICTED'] },
    },
    {
      says: 'not when a value stands for two members',
      given: union(['B', 'BC'], { propertyName: 'type' }),
      want: { codes: ['DISCRIMINATOR_UNUSABLE'] },
    },
    {
      says: 'not silently by a property that may be absent',
      given: union(['A', 'Optional']),
      want: { codes: [] },
    },
    {
      says: 'by a property that may be absent when it is declared',
      given: union(['A', 'Optional'], { propertyName: 'type' }),
      want: { property: 'type', cases: 'a>A o>Optional', codes: [] },
    },
    {
      says: 'not when a member is no declaration',
      given: { oneOf: [ref('A'), tagged({ const: 'x' })] },
      want: { codes: [] },
    },
    { says: 'not when there is one member', given: union(['A']), want: { codes: [] } },
    { says: 'without an end to the search in a circle', given: union(['A', 'Loop']), want: { codes: [] } },
  ];

  it.each(rows)('$says', ({ given, want }) => {
    expect(find(given)).toEqual(want);
  });
});
