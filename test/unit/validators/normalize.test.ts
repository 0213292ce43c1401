import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../generator/model/contract-model.ts';
import { normalizeSchema } from '../../../generator/schema/validators/normalize.ts';
import { collectFindings } from '../../../generator/schema/validators/findings.ts';
import { findUnevaluatedLimits } from '../../../generator/schema/validators/unevaluated.ts';

const components: Readonly<Record<string, JsonSchema>> = {
  A: { type: 'object', required: ['t'], properties: { t: { const: 'a' } } },
  B: { type: 'object', required: ['t'], properties: { t: { const: 'b' } } },
};

function normalize(schema: JsonSchema, found = collectFindings()) {
  const normalized = normalizeSchema(schema, 'spec/small.yaml#/', {
    lookup: (name) => components[name],
    idOf: (name) => (Object.hasOwn(components, name) ? `id-${name}` : null),
    report: found.report,
    limits: findUnevaluatedLimits([schema]),
  });
  return { normalized, findings: found.findings.map(({ code, place }) => `${code} ${place.pointer}`) };
}

const a = { $ref: '#/components/schemas/A' };
const b = { $ref: '#/components/schemas/B' };
const tagged = {
  type: 'object',
  taggedUnion: [{ $ref: 'id-A' }, { $ref: 'id-B' }],
  unionTags: { property: 't', values: [['a'], ['b']] },
};

test.each<[string, JsonSchema, JsonSchema]>([
  ['true', true, true],
  ['false', false, false],
  ['no rules', {}, {}],
  [
    'rules',
    { type: 'string', minLength: 1, pattern: '^a', format: 'uri' },
    { type: 'string', minLength: 1, pattern: '^a', format: 'uri' },
  ],
  [
    'annotations',
    {
      title: 't',
      description: 'd',
      default: 1,
      example: 1,
      examples: [1],
      deprecated: true,
      readOnly: true,
      writeOnly: true,
      xml: {},
      externalDocs: {},
      'x-source': 's',
      $comment: 'c',
      discriminator: { propertyName: 'p' },
      type: 'object',
    },
    { type: 'object' },
  ],
  ['a format that is an annotation', { type: 'string', format: 'password' }, { type: 'string' }],
  [
    'a property named like an annotation',
    { properties: { title: { type: 'string', title: 'x' } } },
    { properties: { title: { type: 'string' } } },
  ],
  [
    'values that look like schemas',
    { const: { description: 'd' }, enum: [{ title: 't' }] },
    { const: { description: 'd' }, enum: [{ title: 't' }] },
  ],
  ['a reference', a, { $ref: 'id-A' }],
  ['a reference next to rules', { ...a, minProperties: 1 }, { $ref: 'id-A', minProperties: 1 }],
  ['then without if', { then: { type: 'string' }, else: false }, {}],
  ['if and then', { if: { title: 't' }, then: false }, { if: {}, then: false }],
  ['an empty enum', { enum: [], type: 'string' }, { allOf: [{ type: 'string' }], not: {} }],
  [
    'nested schemas',
    { items: { not: { title: 't' } }, prefixItems: [true], contains: {}, propertyNames: { maxLength: 3 } },
    { items: { not: {} }, prefixItems: [true], contains: {}, propertyNames: { maxLength: 3 } },
  ],
  [
    'maps',
    {
      patternProperties: { '^x-': { title: 't' } },
      dependentSchemas: { p: { required: ['q'] } },
      dependentRequired: { p: ['q'] },
    },
    {
      patternProperties: { '^x-': {} },
      dependentSchemas: { p: { required: ['q'] } },
      dependentRequired: { p: ['q'] },
    },
  ],
])('a normalized schema keeps only what is validated %s', (_name, schema, normalized) => {
  expect(normalize(schema)).toEqual({ normalized, findings: [] });
});

describe('a tagged union becomes a dispatch', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    ['alone', { oneOf: [a, b] }, tagged],
    ['as anyOf', { anyOf: [a, b] }, tagged],
    ['with annotations', { description: 'd', oneOf: [a, b] }, tagged],
    ['next to rules', { oneOf: [a, b], required: ['id'] }, { required: ['id'], allOf: [tagged] }],
    [
      'next to allOf',
      { oneOf: [a, b], allOf: [{ required: ['id'] }] },
      { allOf: [{ required: ['id'] }, tagged] },
    ],
    ['together with null', { oneOf: [a, { type: 'null' }, b] }, { anyOf: [{ type: 'null' }, tagged] }],
    [
      'together with two others',
      { oneOf: [a, { type: 'null' }, { type: 'string' }, b] },
      { anyOf: [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, tagged] },
    ],
    ['inside a list', { type: 'array', items: { oneOf: [a, b] } }, { type: 'array', items: tagged }],
    ['twice', { oneOf: [a, b], anyOf: [a, b] }, { allOf: [tagged, tagged] }],
  ])('%s', (_name, schema, normalized) => {
    expect(normalize(schema)).toEqual({ normalized, findings: [] });
  });

  test('and an untagged union stays unchanged', () => {
    const schema = { oneOf: [{ type: 'string' }, { type: 'integer' }] };
    expect(normalize(schema).normalized).toEqual(schema);
  });

  test('and a union of one member becomes that member', () => {
    expect(normalize({ oneOf: [a] }).normalized).toEqual({ $ref: 'id-A' });
    expect(normalize({ anyOf: [a], type: 'object' }).normalized).toEqual({
      type: 'object',
      allOf: [{ $ref: 'id-A' }],
    });
  });
});

test.each<[string, JsonSchema, JsonSchema, readonly string[]]>([
  ['an unsafe pattern', { pattern: '(a+)+' }, {}, ['VALIDATOR_PATTERN_UNSAFE #/pattern']],
  ['an invalid pattern', { pattern: '(' }, {}, ['VALIDATOR_PATTERN_UNSAFE #/pattern']],
  [
    'an unsafe property name pattern, which opens the schema',
    { patternProperties: { '(a+)+': {}, '^b': {} }, additionalProperties: false },
    { patternProperties: { '^b': {} } },
    ['VALIDATOR_PATTERN_UNSAFE #/patternProperties'],
  ],
  [
    'an unknown format',
    { properties: { a: { format: 'iban' } } },
    { properties: { a: {} } },
    ['VALIDATOR_FORMAT_UNKNOWN #/properties/a/format'],
  ],
  ['an unknown keyword', { requried: ['a'] }, {}, ['VALIDATOR_KEYWORD_UNKNOWN #/requried']],
  [
    'a reference without a target',
    { $ref: '#/components/schemas/Ghost' },
    {},
    ['VALIDATOR_KEYWORD_DROPPED #/$ref'],
  ],
  ['a reference to another document', { $ref: 'other.yaml' }, {}, ['VALIDATOR_KEYWORD_DROPPED #/$ref']],
  [
    'a property named __proto__',
    JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"a":true},"required":["__proto__","a"]}',
    ) as JsonSchema,
    { properties: { a: true }, required: ['a'] },
    ['VALIDATOR_KEYWORD_DROPPED #/properties', 'VALIDATOR_KEYWORD_DROPPED #/required'],
  ],
  [
    'unevaluatedProperties next to an if without then',
    { if: { required: ['a'] }, unevaluatedProperties: false },
    { if: { required: ['a'] } },
    ['VALIDATOR_KEYWORD_DROPPED #/unevaluatedProperties'],
  ],
  [
    'unevaluatedItems next to contains',
    { contains: {}, unevaluatedItems: false },
    { contains: {} },
    ['VALIDATOR_KEYWORD_DROPPED #/unevaluatedItems'],
  ],
])('keywords that cannot be validated are dropped and reported %s', (_name, schema, normalized, findings) => {
  expect(normalize(schema)).toEqual({ normalized, findings });
});

test('a misspelt keyword is reported with the closest keyword', () => {
  const found = collectFindings();
  normalize({ requried: ['a'], zzz: 1 }, found);
  expect(found.findings.map(({ message }) => message)).toEqual([
    '`requried` is not a keyword of JSON Schema or OpenAPI and has no effect. Did you mean `required`?',
    '`zzz` is not a keyword of JSON Schema or OpenAPI and has no effect.',
  ]);
});
