/** Properties that belong to a value itself, and the paths that lead to them. */
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../generator/model/contract-model.ts';
import { checkOf } from './support.ts';

describe('own properties only', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];
  const required = await checkOf({ type: 'object', required: names });
  const typed = await checkOf({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });
  const closed = await checkOf({ type: 'object', properties: { a: {} }, additionalProperties: false });
  const tag = await checkOf({
    oneOf: [
      { type: 'object', required: ['constructor'], properties: { constructor: { const: 'a' } } },
      { type: 'object', required: ['constructor'], properties: { constructor: { const: 'b' } } },
    ],
  });

  const record: JsonSchema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, note: { type: 'string' } },
  };
  const flat = await checkOf(record);
  const nested = {
    inUnion: await checkOf({ anyOf: [record, { type: 'number' }] }),
    inReference: await checkOf(
      {
        type: 'object',
        required: ['record'],
        properties: { record: { $ref: '#/components/schemas/Record' } },
      },
      { Record: record },
    ),
  };

  test('required is not met by the prototype', () => {
    expect(required.check({})).toBe(false);
    expect(required.check(Object.fromEntries(names.map((name) => [name, 1])))).toBe(true);
    expect(required.check(Object.create(Object.fromEntries(names.map((name) => [name, 1]))))).toBe(false);
  });

  test('a schema is not applied to inherited members', () => {
    expect(typed.check({})).toBe(true);
    expect(typed.check({ toString: 'x' })).toBe(true);
    expect(typed.check({ toString: 7 })).toBe(false);
  });

  test('a closed object rejects every undeclared name', () => {
    for (const name of [...names, '__proto__', 'b'])
      expect(closed.check(JSON.parse(`{"${name}":1}`))).toBe(false);
    expect(closed.check({ a: 1 })).toBe(true);
  });

  test('a discriminator is not inherited', () => {
    expect(tag.check({ constructor: 'a' })).toBe(true);
    expect(tag.check({})).toBe(false);
    expect(tag.check(Object.create({ constructor: 'a' }))).toBe(false);
  });

  test('objects without a prototype are accepted as objects', () => {
    expect(closed.check(Object.assign(Object.create(null) as object, { a: 1 }))).toBe(true);
  });

  test('an inherited value counts as absent, in every way to check it', async () => {
    const parent = { id: 7, note: 7 };
    for (const [value, isValid] of [
      [Object.create(parent) as object, false],
      [Object.assign(Object.create(parent) as object, { id: 'a' }), true],
      [Object.assign(Object.create(parent) as object, { id: 'a', note: 7 }), false],
      [Object.assign(Object.create(Object.create(parent) as object) as object, { id: 'a', note: 'b' }), true],
      [
        new (class {
          id = 'a';
          get note(): number {
            return 7;
          }
        })(),
        true,
      ],
      [Object.assign(Object.create(null) as object, { id: 'a' }), true],
      [Object.assign(Object.create(null) as object, { id: 'a', note: 7 }), false],
      [{ id: 'a', note: undefined }, true],
      [{ id: undefined }, false],
    ] as const) {
      for (const check of [flat, nested.inUnion, nested.inReference]) {
        const checked: unknown = check === nested.inReference ? { record: value } : value;
        expect(check.check(checked)).toBe(isValid);
        expect(await check.explain(checked)).toHaveLength(isValid ? 0 : 1);
      }
    }
  });

  test('a property that all objects inherit counts as absent', async () => {
    const everything = Object.prototype as Record<string, unknown>;
    everything['id'] = 'a';
    everything['note'] = 7;
    try {
      expect(flat.check({})).toBe(false);
      expect(flat.check({ id: 'a' })).toBe(true);
      expect(flat.check({ id: 'a', note: 'b' })).toBe(true);
      expect(flat.check({ id: 'a', note: 7 })).toBe(false);
      expect((await flat.explain({})).map(({ code }) => code)).toEqual(['MISSING_REQUIRED_FIELD']);
    } finally {
      delete everything['id'];
      delete everything['note'];
    }
  });
});

describe('paths', async () => {
  const node: JsonSchema = {
    type: 'object',
    required: ['size'],
    properties: {
      size: { type: 'integer' },
      'a/b': { $ref: '#/components/schemas/Node' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      either: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
      byName: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Node' } },
    },
  };
  const check = await checkOf({ $ref: '#/components/schemas/Node' }, { Node: node });
  const good = { size: 1 };

  test.each([
    [{ ...good, children: [good, { ...good, children: [{ size: 'x' }] }] }, 'children.1.children.0.size'],
    [{ ...good, 'a/b': { ...good, 'a/b': {} } }, 'a/b.a/b.size'],
    [{ ...good, byName: { 'x/y': good, z: { ...good, children: 7 } } }, 'byName.z.children'],
    [{ ...good, either: null, children: [{ ...good, either: { size: 0.5 } }] }, 'children.0.either.size'],
  ])('start at the whole value: %j has an error at %s', async (value, path) => {
    expect(check.firstProblem(value)?.path).toBe(path);
    expect((await check.explain(value)).map((problem) => problem.path)).toEqual([path]);
    // Why: a second validation must not find the paths of the first.
    expect(check.firstProblem(value)?.path).toBe(path);
  });
});
