import { describe, expect, it } from 'vitest';
import { upgradeKeywords } from '../../../generator/schema/dialect.ts';
import type { Dialect } from '../../../generator/model/reading.ts';
import type { JsonObject } from '../../../generator/json/documents.ts';

function upgrade(schema: JsonObject, dialect: Dialect): { schema: JsonObject; reported: string[] } {
  const reported: string[] = [];
  return { schema: upgradeKeywords(schema, dialect, (path) => reported.push(path.join('/'))), reported };
}

describe('the upgrade to JSON Schema 2020-12', () => {
  const rows: readonly { name: string; dialect: Dialect; input: JsonObject; expected: JsonObject }[] = [
    {
      name: 'adds the type null for nullable',
      dialect: 'openapi-3.0',
      input: { type: 'string', nullable: true },
      expected: { type: ['string', 'null'] },
    },
    {
      name: 'adds null to an enum for nullable',
      dialect: 'openapi-3.0',
      input: { type: 'string', nullable: true, enum: ['a'] },
      expected: { type: ['string', 'null'], enum: ['a', null] },
    },
    {
      name: 'turns nullable next to a composition into an alternative',
      dialect: 'openapi-3.0',
      input: { nullable: true, allOf: [{}], description: 'd' },
      expected: { description: 'd', anyOf: [{ allOf: [{}] }, { type: 'null' }] },
    },
    {
      name: 'reads a member that only is nullable as nullable of the union',
      dialect: 'openapi-3.0',
      input: { anyOf: [{ $ref: '#/a' }, { nullable: true, description: 'd' }], title: 't' },
      expected: { title: 't', anyOf: [{ anyOf: [{ $ref: '#/a' }] }, { type: 'null' }] },
    },
    {
      name: 'keeps a nullable member that has a type',
      dialect: 'openapi-3.0',
      input: { oneOf: [{ type: 'string' }, { type: 'object', nullable: true }] },
      expected: { oneOf: [{ type: 'string' }, { type: 'object', nullable: true }] },
    },
    {
      name: 'keeps a union whose only member is nullable',
      dialect: 'openapi-3.0',
      input: { anyOf: [{ nullable: true }] },
      expected: { anyOf: [{ nullable: true }] },
    },
    {
      name: 'supports nullable in 3.1 too',
      dialect: '2020-12',
      input: { type: 'integer', nullable: true },
      expected: { type: ['integer', 'null'] },
    },
    {
      name: 'closes an object without other schemas by the plain keyword',
      dialect: '2020-12',
      input: { type: 'object', properties: { a: {} }, unevaluatedProperties: { type: 'boolean' } },
      expected: { type: 'object', properties: { a: {} }, additionalProperties: { type: 'boolean' } },
    },
    {
      name: 'keeps unevaluatedProperties next to a composition',
      dialect: '2020-12',
      input: { allOf: [{}], unevaluatedProperties: false },
      expected: { allOf: [{}], unevaluatedProperties: false },
    },
    {
      name: 'rewrites patterns that are written for engines without the u flag',
      dialect: 'openapi-3.0',
      input: { pattern: '^[\\w-.]+\\:$', patternProperties: { '^\\@': {} } },
      expected: { pattern: '^[\\w\\-.]+:$', patternProperties: { '^@': {} } },
    },
    {
      name: 'reads the type null next to a composition as nullable',
      dialect: '2020-12',
      input: { type: ['null'], allOf: [{ type: 'object' }] },
      expected: { anyOf: [{ allOf: [{ type: 'object' }] }, { type: 'null' }] },
    },
    {
      name: 'drops nullable: false',
      dialect: 'openapi-3.0',
      input: { type: 'string', nullable: false },
      expected: { type: 'string' },
    },
    {
      name: 'turns an exclusive bound into a number',
      dialect: 'openapi-3.0',
      input: { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      expected: { exclusiveMinimum: 1, maximum: 9 },
    },
    {
      name: 'drops an exclusive flag without a bound',
      dialect: 'openapi-3.0',
      input: { exclusiveMinimum: true },
      expected: {},
    },
    {
      name: 'drops keywords next to a reference in 3.0',
      dialect: 'openapi-3.0',
      input: { $ref: '#/a', nullable: true, description: 'd' },
      expected: { $ref: '#/a', description: 'd' },
    },
    {
      name: 'keeps keywords next to a reference in 2020-12',
      dialect: '2020-12',
      input: { $ref: '#/a', minLength: 1 },
      expected: { $ref: '#/a', minLength: 1 },
    },
    {
      name: 'turns a draft 7 tuple into prefixItems',
      dialect: 'draft-07',
      input: { items: [{ type: 'string' }], additionalItems: false },
      expected: { prefixItems: [{ type: 'string' }], items: false },
    },
    {
      name: 'keeps draft 7 items',
      dialect: 'draft-07',
      input: { items: { type: 'string' } },
      expected: { items: { type: 'string' } },
    },
    {
      name: 'splits dependencies',
      dialect: 'draft-07',
      input: { dependencies: { a: ['b'], c: { required: ['d'] } } },
      expected: { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    },
    {
      name: 'splits legacy dependencies in 2020-12 too',
      dialect: '2020-12',
      input: { dependencies: { a: ['b'], c: false } },
      expected: { dependentRequired: { a: ['b'] }, dependentSchemas: { c: false } },
    },
    {
      name: 'turns an AsyncAPI discriminator into an object',
      dialect: 'draft-07',
      input: { discriminator: 'type' },
      expected: { discriminator: { propertyName: 'type' } },
    },
    {
      name: 'drops $id and $schema',
      dialect: '2020-12',
      input: { $id: 'x', $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'null' },
      expected: { type: 'null' },
    },
  ];

  it.each(rows)('$name', ({ dialect, input, expected }) => {
    expect(upgrade(input, dialect)).toEqual({ schema: expected, reported: [] });
  });
});

describe('a malformed keyword is omitted and reported', () => {
  const rows: readonly [keyword: string, input: JsonObject, expected: JsonObject][] = [
    ['type', { type: 'any' }, {}],
    ['type', { type: ['string', 'any'] }, {}],
    ['required', { required: true }, {}],
    ['enum', { enum: 'a' }, {}],
    ['enum', { enum: [1, Infinity, [-Infinity]] }, { enum: [1] }],
    ['const', { const: { a: NaN } }, {}],
    ['maximum', { maximum: Infinity }, {}],
    ['minimum', { minimum: '1' }, {}],
    ['minLength', { minLength: -1 }, {}],
    ['multipleOf', { multipleOf: 0 }, {}],
    ['pattern', { pattern: '(' }, {}],
    ['allOf', { allOf: [] }, {}],
    ['oneOf', { oneOf: ['x'] }, {}],
    ['items', { items: 3 }, {}],
    ['$schema', { $schema: 'https://example.com/rules' }, {}],
    ['$dynamicRef', { $dynamicRef: '#node' }, {}],
    ['properties/a', { properties: { a: 1, b: true } }, { properties: { b: true } }],
    ['patternProperties/(', { patternProperties: { '(': {}, a: {} } }, { patternProperties: { a: {} } }],
  ];

  it.each(rows)('%s', (keyword, input, expected) => {
    expect(upgrade(input, '2020-12')).toEqual({ schema: expected, reported: [keyword] });
  });

  it('a property named __proto__ is kept', () => {
    const input = JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as JsonObject;
    const { schema } = upgrade(input, '2020-12');
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(['__proto__']);
  });
});
