import { describe, expect, it } from 'vitest';
import { referenceTo, scalarType } from '../../../generator/schema/keywords.ts';
import { prepareTypes } from '../../../generator/schema/prepare-types.ts';
import type { JsonObject, JsonSchema } from '../../../generator/json/documents.ts';
import { compileFiles } from '../../golden/support/compile.ts';
import { printTypesOf } from './support/printed-types.ts';

const prepare = (schema: JsonSchema): JsonObject => prepareTypes(schema, () => undefined, referenceTo);

describe('when schemas are prepared for types', () => {
  const rows: readonly { name: string; schema: JsonSchema; expected: JsonObject }[] = [
    { name: 'true accepts anything', schema: true, expected: {} },
    { name: 'an object constant accepts anything', schema: { const: { a: 1 } }, expected: {} },
    { name: 'a null constant becomes the type null', schema: { const: null }, expected: { type: 'null' } },
    { name: 'an enum with an object accepts anything', schema: { enum: ['a', {}] }, expected: {} },
    {
      name: 'additional properties of a composed schema accept anything next to named ones',
      schema: {
        properties: { a: { type: 'number' } },
        additionalProperties: { type: 'string' },
        allOf: [{ $ref: '#/components/schemas/A' }],
      },
      expected: {
        properties: { a: { type: 'number' } },
        additionalProperties: true,
        allOf: [{ $ref: '#/components/schemas/A' }],
      },
    },
    {
      name: 'a map keeps its type',
      schema: { additionalProperties: { type: 'string' } },
      expected: { additionalProperties: { type: 'string' } },
    },
    {
      name: 'anyOf next to other keywords narrows them',
      schema: { type: 'object', anyOf: [{ properties: { a: { const: 1 } } }] },
      expected: { type: 'object', oneOf: [{ properties: { a: { const: 1 } } }] },
    },
    {
      name: 'alternatives that only require properties are left to the validator',
      schema: { properties: { a: {}, b: {} }, oneOf: [{ required: ['a'] }, { type: 'object' }] },
      expected: { properties: { a: {}, b: {} } },
    },
    {
      name: 'what a part of allOf says without a type belongs to the whole',
      schema: { allOf: [{ $ref: '#/components/schemas/A' }, { description: 'An A.', minLength: 1 }] },
      expected: { description: 'An A.', allOf: [{ $ref: '#/components/schemas/A' }] },
    },
    {
      name: 'the own description of a schema comes first',
      schema: { description: 'Mine.', allOf: [{ description: 'Theirs.', default: 1 }, { type: 'integer' }] },
      expected: { description: 'Mine.', default: 1, allOf: [{ type: 'integer' }] },
    },
    {
      name: 'alternatives inside allOf are left to the validator too',
      schema: { allOf: [{ type: 'array' }, { anyOf: [{ minItems: 1 }, { maxItems: 9 }] }] },
      expected: { allOf: [{ type: 'array' }] },
    },
    {
      name: 'items without a type are those of a list',
      schema: { items: { format: 'int64' } },
      expected: { type: 'array', items: { format: 'int64', type: 'number' } },
    },
    {
      name: 'definitions are removed',
      schema: { type: 'object', $defs: { a: true } },
      expected: { type: 'object' },
    },
    {
      name: 'discriminators, extensions and examples are removed',
      schema: { discriminator: { propertyName: 'a' }, 'x-a': 1, example: 2 },
      expected: {},
    },
  ];

  it.each(rows)('$name', ({ schema, expected }) => {
    expect(prepare(schema)).toEqual(expected);
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

/** Values that a schema accepts; its type must accept each of them too, or the type is too narrow. */
const sound: readonly { schema: JsonSchema; values: readonly unknown[] }[] = [
  { schema: { type: 'object' }, values: [{}, { a: 1 }] },
  {
    schema: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
    values: [null, {}, { a: 'b' }],
  },
  { schema: { type: 'array', prefixItems: [{ type: 'string' }] }, values: [[], ['a'], ['a', 1]] },
  { schema: { prefixItems: [{ type: 'string' }], items: false, maxItems: 3 }, values: [[], ['a']] },
  {
    schema: { properties: { n: { type: 'number' } }, additionalProperties: { type: 'string' } },
    values: [{ n: 1, x: 'y' }, {}],
  },
  {
    schema: {
      properties: { n: { type: 'number' }, o: { type: 'object', properties: { b: { type: 'boolean' } } } },
      additionalProperties: { type: 'string' },
    },
    values: [{ n: 1, o: { b: true }, x: 'y' }],
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
    schema: { allOf: [{ type: 'object' }], unevaluatedProperties: false, dependentRequired: { a: ['b'] } },
    values: [{}],
  },
];

it('printed types accept every value that their schema accepts', () => {
  const schemas = Object.fromEntries(sound.map(({ schema }, index) => [`S${index}`, schema]));
  const uses = sound.flatMap(({ values }, index) =>
    values.map((value, number) => `export const v${index}_${number}: S${index} = ${JSON.stringify(value)};`),
  );
  const imports = Object.keys(schemas).join(', ');
  const files = new Map([
    ['types.ts', printTypesOf(schemas)],
    ['use.ts', `import type { ${imports} } from './types.ts';\n${uses.join('\n')}\n`],
  ]);
  expect(compileFiles(files)).toEqual([]);
});

it.each([
  [{ prefixItems: [{ type: 'string' }] }, '[string?, ...unknown[]]'],
  [
    { prefixItems: [{ type: 'string' }, true], minItems: 1, items: { type: 'integer' } },
    '[string, unknown?, ...number[]]',
  ],
  [{ prefixItems: [{ type: 'string' }], items: false, minItems: 1 }, '[string]'],
  [
    { prefixItems: [{ type: 'string' }, { type: ['null', 'integer'] }], maxItems: 2 },
    '[string?, (null | number)?]',
  ],
  [{ prefixItems: [{ type: 'string' }, { type: 'integer' }], minItems: 1, maxItems: 1 }, '[string]'],
  [{ items: { anyOf: [{ type: 'array', items: { type: 'string' } }] } }, 'string[][]'],
  [{ items: false }, 'never[]'],
])('the type of a list %j is %s', (list, expected) => {
  const types = printTypesOf({ List: { type: 'array', ...list } });
  expect(types.replaceAll(/\s+/g, ' ')).toContain(`List = ${expected};`);
});

it.each([
  [
    { additionalProperties: { type: 'string' } },
    '{ n?: number; } & { [key: string]: string | number | undefined; }',
  ],
  [
    { additionalProperties: { type: 'string' }, required: ['n'] },
    '{ n: number; } & { [key: string]: string | number; }',
  ],
  [
    { patternProperties: { '^x-': { type: 'null' } }, additionalProperties: false },
    '{ n?: number; } & { [key: string]: null | number | undefined; }',
  ],
  [{ patternProperties: { '^x-': { type: 'null' } } }, '{ n?: number; } & { [key: string]: unknown; }'],
])('the type of an object with %j next to a property is %s', (keywords, expected) => {
  const types = printTypesOf({ Named: { properties: { n: { type: 'number' } }, ...keywords } });
  expect(types.replaceAll(/\s+/g, ' ')).toContain(`Named = ${expected};`);
});

it('a property is required if another schema of an allOf requires it', () => {
  const types = printTypesOf({
    Base: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    Needed: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', required: ['b'] }] },
    Closed: { type: 'object', additionalProperties: false },
  });
  expect(types).toContain("Needed = WithRequired<Base, 'b'>;");
  expect(types).toContain('Closed = Record<string, never>');
});

it('a default mapping is the member for every other tag', () => {
  const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
  const types = printTypesOf({
    Pet: {
      oneOf: [reference('Cat'), reference('Other')],
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' }, defaultMapping: 'Other' },
    },
    Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    Other: { type: 'object', properties: { kind: { type: 'string' } } },
  });
  expect(types.replaceAll(/\s+/g, ' ')).toContain("Pet = (Cat & { kind: 'cat'; }) | Other;");
});
