import { describe, expect, it } from 'vitest';
import { referenceTo, scalarType } from '../../../generator/schema/keywords.ts';
import { prepareTypes } from '../../../generator/schema/prepare-types.ts';
import type { JsonObject, JsonSchema } from '../../../generator/source/documents.ts';
import { compileFiles } from '../../golden/support/compile.ts';
import { printTypesOf } from './support/printed-types.ts';

const prepare = (schema: JsonSchema): JsonObject => prepareTypes(schema, () => undefined, referenceTo);

describe('before types are printed', () => {
  const rows: readonly { says: string; given: JsonSchema; want: JsonObject }[] = [
    { says: 'true is anything', given: true, want: {} },
    { says: 'an object constant is anything', given: { const: { a: 1 } }, want: {} },
    { says: 'a constant null is a type', given: { const: null }, want: { type: 'null' } },
    { says: 'an enum with an object in it is anything', given: { enum: ['a', {}] }, want: {} },
    {
      says: 'an open tuple is a list',
      given: { type: 'array', prefixItems: [{ type: 'string' }] },
      want: { type: 'array' },
    },
    {
      says: 'a tuple with typed rest is a list of either',
      given: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      want: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
    },
    {
      says: 'a tuple of fixed length stays one',
      given: { type: 'array', prefixItems: [{ type: 'string' }], items: false, minItems: 1 },
      want: { type: 'array', minItems: 1, prefixItems: [{ type: 'string' }] },
    },
    {
      says: 'further members of an object with named ones are anything',
      given: { properties: { a: { type: 'number' } }, additionalProperties: { type: 'string' } },
      want: { properties: { a: { type: 'number' } }, additionalProperties: true },
    },
    {
      says: 'a map keeps its type',
      given: { additionalProperties: { type: 'string' } },
      want: { additionalProperties: { type: 'string' } },
    },
    {
      says: 'anyOf beside other keywords narrows them',
      given: { type: 'object', anyOf: [{ required: ['a'] }] },
      want: { type: 'object', oneOf: [{ required: ['a'] }] },
    },
    {
      says: 'definitions are no members',
      given: { type: 'object', $defs: { a: true } },
      want: { type: 'object' },
    },
    {
      says: 'discriminators and remarks for tools are not seen',
      given: { discriminator: { propertyName: 'a' }, 'x-a': 1, example: 2 },
      want: {},
    },
  ];

  it.each(rows)('$says', ({ given, want }) => {
    expect(prepare(given)).toEqual(want);
  });
});

describe('the type of a schema', () => {
  const rows: readonly [schema: JsonSchema, type: string | null][] = [
    [{ type: 'string', minLength: 1 }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: ['integer', 'number'] }, 'number'],
    [{ type: 'string', enum: ['a'] }, null],
    [{ type: 'object' }, null],
    [{}, null],
    [true, null],
  ];

  it.each(rows)('%j is the scalar %s', (schema, type) => {
    expect(scalarType(schema)).toBe(type);
  });
});

/** Values that a schema accepts; each must be accepted by its type too, or the type says less than the schema. */
const sound: readonly { schema: JsonSchema; values: readonly unknown[] }[] = [
  { schema: { type: 'object' }, values: [{}, { a: 1 }] },
  {
    schema: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
    values: [null, {}, { a: 'b' }],
  },
  { schema: { type: 'array', prefixItems: [{ type: 'string' }] }, values: [[], ['a'], ['a', 1]] },
  {
    schema: { properties: { n: { type: 'number' } }, additionalProperties: { type: 'string' } },
    values: [{ n: 1, x: 'y' }, {}],
  },
  {
    schema: { type: 'object', patternProperties: { '^x-': { type: 'integer' } } },
    values: [{ 'x-a': 1, b: 'c' }],
  },
  {
    schema: {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: false,
    },
    values: [{ 'x-a': 1 }],
  },
  { schema: { enum: ['a', 1, null, true] }, values: ['a', 1, null, true] },
  { schema: { const: null }, values: [null] },
  { schema: { type: ['string', 'null'], enum: ['a', null] }, values: ['a', null] },
  {
    schema: { type: 'object', properties: { a: true, b: { const: 1 } }, required: ['a'] },
    values: [{ a: [], b: 1 }],
  },
  {
    schema: { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] },
    values: [{ a: 'b' }],
  },
  {
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { properties: { b: { type: 'string' } } }],
    },
    values: [{ a: 'b' }],
  },
  {
    schema: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    values: ['a', ['a']],
  },
  { schema: { type: 'array', items: { type: 'array', items: { type: 'integer' } } }, values: [[[1], []]] },
  { schema: { not: { type: 'string' } }, values: [1] },
  { schema: { if: { type: 'string' }, then: { minLength: 1 } }, values: ['a', 1] },
  {
    schema: { type: 'object', unevaluatedProperties: false, dependentRequired: { a: ['b'] } },
    values: [{ a: 1, b: 2 }],
  },
];

it('is printed so that it accepts whatever the schema accepts', async () => {
  const schemas = Object.fromEntries(sound.map(({ schema }, index) => [`S${index}`, schema]));
  const uses = sound.flatMap(({ values }, index) =>
    values.map((value, number) => `export const v${index}_${number}: S${index} = ${JSON.stringify(value)};`),
  );
  const imports = Object.keys(schemas).join(', ');
  const files = new Map([
    ['types.ts', await printTypesOf(schemas)],
    ['use.ts', `import type { ${imports} } from './types.ts';\n${uses.join('\n')}\n`],
  ]);
  expect(compileFiles(files)).toEqual([]);
});
