import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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

interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly normalized: JsonSchema;
  readonly findings?: readonly string[];
}

const tables = parse(readFileSync(join(import.meta.dirname, 'normalized.yaml'), 'utf8')) as Readonly<
  Record<'kept' | 'dropped', readonly Row[]>
>;

describe('a normalized schema keeps only what is validated', () => {
  test.each(tables.kept)('$name', ({ schema, normalized }) => {
    expect(normalize(schema)).toEqual({ normalized, findings: [] });
  });
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

describe('keywords that cannot be validated are dropped and reported', () => {
  test.each(tables.dropped)('$name', ({ schema, normalized, findings }) => {
    expect(normalize(schema)).toEqual({ normalized, findings });
  });
});

test('a misspelt keyword is reported with the closest keyword', () => {
  const found = collectFindings();
  normalize({ requried: ['a'], zzz: 1 }, found);
  expect(found.findings.map(({ message }) => message)).toEqual([
    '`requried` is not a keyword of JSON Schema or OpenAPI and has no effect. Did you mean `required`?',
    '`zzz` is not a keyword of JSON Schema or OpenAPI and has no effect.',
  ]);
});
