import { describe, expect, it } from 'vitest';
import { upgradeKeywords } from '../../../generator/schema/dialect.ts';
import type { Dialect } from '../../../generator/contract/reading.ts';
import type { JsonObject } from '../../../generator/source/documents.ts';

function upgrade(schema: JsonObject, dialect: Dialect): { schema: JsonObject; reported: string[] } {
  const reported: string[] = [];
  return { schema: upgradeKeywords(schema, dialect, (path) => reported.push(path.join('/'))), reported };
}

describe('schemas are rewritten into 2020-12', () => {
  const rows: readonly { says: string; dialect: Dialect; given: JsonObject; want: JsonObject }[] = [
    {
      says: 'nullable adds the type null',
      dialect: 'openapi-3.0',
      given: { type: 'string', nullable: true },
      want: { type: ['string', 'null'] },
    },
    {
      says: 'nullable adds null to an enum',
      dialect: 'openapi-3.0',
      given: { type: 'string', nullable: true, enum: ['a'] },
      want: { type: ['string', 'null'], enum: ['a', null] },
    },
    {
      says: 'nullable beside a composition is an alternative',
      dialect: 'openapi-3.0',
      given: { nullable: true, allOf: [{}], description: 'd' },
      want: { description: 'd', anyOf: [{ allOf: [{}] }, { type: 'null' }] },
    },
    {
      says: 'nullable counts in 3.1 too, where some still write it',
      dialect: '2020-12',
      given: { type: 'integer', nullable: true },
      want: { type: ['integer', 'null'] },
    },
    {
      says: 'nullable: false says nothing',
      dialect: 'openapi-3.0',
      given: { type: 'string', nullable: false },
      want: { type: 'string' },
    },
    {
      says: 'an exclusive bound becomes a number',
      dialect: 'openapi-3.0',
      given: { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      want: { exclusiveMinimum: 1, maximum: 9 },
    },
    {
      says: 'an exclusive flag without a bound says nothing',
      dialect: 'openapi-3.0',
      given: { exclusiveMinimum: true },
      want: {},
    },
    {
      says: 'what stands beside a reference does not count in 3.0',
      dialect: 'openapi-3.0',
      given: { $ref: '#/a', nullable: true, description: 'd' },
      want: { $ref: '#/a', description: 'd' },
    },
    {
      says: 'what stands beside a reference counts in 2020-12',
      dialect: '2020-12',
      given: { $ref: '#/a', minLength: 1 },
      want: { $ref: '#/a', minLength: 1 },
    },
    {
      says: 'a tuple of draft 7 becomes prefixItems',
      dialect: 'draft-07',
      given: { items: [{ type: 'string' }], additionalItems: false },
      want: { prefixItems: [{ type: 'string' }], items: false },
    },
    {
      says: 'items of draft 7 stay items',
      dialect: 'draft-07',
      given: { items: { type: 'string' } },
      want: { items: { type: 'string' } },
    },
    {
      says: 'dependencies are split',
      dialect: 'draft-07',
      given: { dependencies: { a: ['b'], c: { required: ['d'] } } },
      want: { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    },
    {
      says: 'dependencies are split in 2020-12 too, where they are left from before',
      dialect: '2020-12',
      given: { dependencies: { a: ['b'], c: false } },
      want: { dependentRequired: { a: ['b'] }, dependentSchemas: { c: false } },
    },
    {
      says: 'a discriminator of AsyncAPI is an object',
      dialect: 'draft-07',
      given: { discriminator: 'type' },
      want: { discriminator: { propertyName: 'type' } },
    },
    {
      says: 'identities are left out',
      dialect: '2020-12',
      given: { $id: 'x', $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'null' },
      want: { type: 'null' },
    },
  ];

  it.each(rows)('$says', ({ dialect, given, want }) => {
    expect(upgrade(given, dialect)).toEqual({ schema: want, reported: [] });
  });
});

describe('a malformed keyword is left out and reported', () => {
  const rows: readonly [keyword: string, given: JsonObject, want: JsonObject][] = [
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

  it.each(rows)('%s', (keyword, given, want) => {
    expect(upgrade(given, '2020-12')).toEqual({ schema: want, reported: [keyword] });
  });

  it('keeps a member called __proto__ a member', () => {
    const given = JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as JsonObject;
    const { schema } = upgrade(given, '2020-12');
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(['__proto__']);
  });
});
