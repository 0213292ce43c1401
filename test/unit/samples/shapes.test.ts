import { describe, expect, test } from 'vitest';
import { constructValue } from '../../../generator/emit/samples/construct.ts';
import { createContractShapes } from '../../../generator/schema/shape/contract-shapes.ts';
import type { CheckDecl, JsonSchema } from '../../../generator/model/contract-model.ts';
import { ref } from '../generator/support/documents.ts';
import { contractOf } from '../validators/support.ts';
import { chooseSamples } from '../../../generator/emit/samples/choose-samples.ts';
import { noopCache } from '../../../generator/emit/emitter.ts';
import { compileChecks } from '../../../generator/emit/validators/validators.ts';
import { loadChecks } from '../../../generator/emit/validators/load-checks.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';

function shapesOf(subject: JsonSchema, components: Readonly<Record<string, JsonSchema>> = {}) {
  const contract = contractOf({ components, parts: { subject } });
  const shapes = createContractShapes(contract);
  return { shapes, shape: shapes.shapeOfCheck(contract.checks.at(-1) as CheckDecl) };
}

function sampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>> = {},
  isFull = true,
): unknown {
  const { shape, shapes } = shapesOf(schema, components);
  return constructValue(shape, shapes, { usesShown: true, isFull, preferred: 0 });
}

const text = { kind: 'string', least: 0, most: null, patterns: [], format: null };
const number = { kind: 'number', isInteger: false, least: null, most: null, step: null };

test.each<[JsonSchema, object]>([
  [true, { kind: 'any' }],
  [false, { kind: 'never' }],
  [{ not: {} }, { kind: 'never' }],
  [
    { type: 'string', minLength: 2 },
    { ...text, least: 2 },
  ],
  [
    { enum: ['a', 1], type: 'string' },
    { kind: 'values', values: ['a'] },
  ],
  [{ type: 'string', format: 'int32' }, text],
  [{ type: ['null', 'string'] }, { kind: 'union', cases: [text, { kind: 'values', values: [null] }] }],
  [
    { type: 'integer', exclusiveMinimum: 1, maximum: 9 },
    { ...number, isInteger: true, least: 2, most: 9 },
  ],
  [
    {
      allOf: [
        { type: 'number', minimum: 1 },
        { type: 'number', minimum: 3 },
      ],
    },
    { ...number, least: 3 },
  ],
  [{ allOf: [{ type: 'number' }, { type: 'string' }] }, { kind: 'never' }],
  [{ oneOf: [{ const: 1 }, { const: 2 }] }, { kind: 'union' }],
  [{ oneOf: [{ type: 'number' }, { const: 2 }] }, { kind: 'inexact' }],
  [{ anyOf: [{ type: 'number' }, { const: 2 }] }, { kind: 'union' }],
  [{ type: 'string', not: { const: 'a' } }, { kind: 'inexact' }],
])('the shape of %j is %j', (schema, shape) => {
  expect(shapesOf(schema).shape).toMatchObject(shape);
});

test('a case of an inline union with a discriminator has its tag', () => {
  const open: JsonSchema = { type: 'object', properties: { kind: { type: 'string', enum: ['Track'] } } };
  const track = sampleOf(
    { oneOf: [ref('Track')], discriminator: { propertyName: 'kind' } },
    { Track: open },
    false,
  );
  expect(track).toEqual({ kind: 'Track' });
});

describe('the value built for', () => {
  test.each<[JsonSchema, unknown]>([
    [
      { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } },
      { name: 'name', size: 1 },
    ],
    [
      { type: 'object', required: ['other'], additionalProperties: { type: 'integer', minimum: 5 } },
      { other: 5 },
    ],
    [
      { type: 'object', minProperties: 2, additionalProperties: { const: 1 } },
      { key1: 1, key2: 1 },
    ],
    [{ type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 3, uniqueItems: true }, ['a', 'b', 'c']],
    [{ type: 'array', items: { type: 'string', format: 'uuid' } }, ['00000000-0000-4000-8000-000000000001']],
    [{ type: 'array', prefixItems: [{ const: 1 }, { type: 'boolean' }], items: false }, [1, true]],
    [{ type: 'string', minLength: 6 }, 'text..'],
    [{ type: 'string', maxLength: 2 }, 'xt'],
    [{ type: 'string', pattern: '^[a-z]{3,9}$', minLength: 5 }, 'aaaaa'],
    [{ type: 'number', multipleOf: 0.3, minimum: 1 }, 1.2],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T09:30:00.000Z'],
    [{ type: 'string', example: 'shown' }, 'shown'],
    [{ type: 'object', properties: { inner: { type: 'string', default: 'usual' } } }, { inner: 'usual' }],
    [false, undefined],
    [{ type: 'object', required: ['never'], properties: { never: false } }, undefined],
  ])('%j is %j', (schema, value) => {
    expect(sampleOf(schema)).toEqual(value);
  });

  test('a recursive schema is finite', () => {
    const node = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, next: ref('Node') },
    };
    expect(sampleOf(ref('Node'), { Node: node })).toEqual({ name: 'name' });
    const tree = {
      type: 'object',
      required: ['kids'],
      properties: { kids: { type: 'array', items: ref('Tree') } },
    };
    expect(sampleOf(ref('Tree'), { Tree: tree })).toEqual({ kids: [] });
    const endless = { type: 'object', required: ['next'], properties: { next: ref('Endless') } };
    expect(sampleOf(ref('Endless'), { Endless: endless })).toBeUndefined();
  });

  test('the smallest sample has only required properties', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } } };
    expect(sampleOf(schema, {}, false)).toEqual({ a: 1 });
  });

  test('a union with references is the first case that ends', () => {
    const list = {
      oneOf: [{ type: 'object', required: ['of'], properties: { of: ref('List') } }, { const: 'end' }],
    };
    expect(sampleOf(ref('List'), { List: list })).toBe('end');
  });
});

describe('the choice of samples', () => {
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

  test('the examples of a schema are its samples, in order of preference', () => {
    const { samples, findings } = choose({ shown: { type: 'integer', examples: [4, 5], default: 6 } });
    expect(samples).toEqual({ shown: 4 });
    expect(findings).toEqual([]);
  });

  test('an invalid example is reported and skipped', () => {
    const { samples, findings } = choose({ shown: { type: 'integer', examples: ['four', 5] } });
    expect(samples).toEqual({ shown: 5 });
    expect(findings).toEqual([
      '#/parts/shown/examples/0 EXAMPLE_REFUSED An example of `shown` does not fit its schema: it must be an integer, not a string.',
    ]);
  });

  test('for rules that only the validator supports, candidates are tried until one is valid', () => {
    const { samples } = choose({
      odd: {
        type: 'object',
        properties: { a: { const: 1 }, b: { const: 2 } },
        not: { required: ['a', 'b'] },
      },
      either: { oneOf: [{ type: 'number' }, { const: 0.5 }, { type: 'string' }] },
    });
    expect(samples).toEqual({ odd: {}, either: 'text' });
  });

  test('a schema without valid values has no sample, which is reported', () => {
    const { samples, findings } = choose({
      none: { allOf: [{ type: 'string' }, { type: 'number' }] },
      both: { oneOf: [{ type: 'object' }, { type: 'object', maxProperties: 9 }] },
      one: true,
    });
    expect(samples).toEqual({ one: 'text' });
    expect(findings).toEqual([
      '#/parts/none SAMPLE_MISSING No value of `none` can be built; it has no sample.',
      '#/parts/both SAMPLE_MISSING No valid value of `both` was found; it has no sample. The last value tried is invalid: it matches more than one of the allowed forms.',
    ]);
  });
});
