/** Verdicts of compiled checks in cases that validators often get wrong. */
import { describe, expect, test } from 'vitest';
import { checkOf, load } from './support.ts';
import { processorTime } from '../../support/processor-time.ts';

describe('tagged unions', async () => {
  const { checks } = await load({
    components: {
      Text: {
        type: 'object',
        required: ['type', 'text'],
        properties: { type: { const: 'text' }, text: { type: 'string' } },
      },
      List: {
        type: 'object',
        required: ['type'],
        properties: {
          type: { const: 'list' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
      Part: { oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/List' }] },
      Result: {
        type: 'object',
        properties: { events: { type: 'array', items: { $ref: '#/components/schemas/Part' } } },
      },
      MaybePart: { oneOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
    },
  });

  test.each([
    [{ type: 'text', text: 'a' }, true],
    [{ type: 'list' }, true],
    [{ type: 'list', parts: [{ type: 'list', parts: [{ type: 'text', text: '' }] }] }, true],
    [{ type: 'list', parts: [{ type: 'list', parts: [{ type: 'text' }] }] }, false],
    [{ type: 'list', text: 7 }, true],
    [{ type: 'text', text: 7 }, false],
    [{ type: 'txt' }, false],
    [{}, false],
    [null, false],
    [[], false],
    ['text', false],
  ])('%j is a valid part: %s', (value, isValid) => {
    expect(checks['Part']!.check(value)).toBe(isValid);
    expect(checks['Result']!.check({ events: [value] })).toBe(isValid);
    expect(checks['MaybePart']!.check(value)).toBe(isValid || value === null);
  });

  test('report one problem for one error, at its path', async () => {
    const wrong = {
      events: [
        { type: 'text', text: 'a' },
        { type: 'list', parts: [{ type: 'txet' }] },
      ],
    };
    expect(await checks['Result']!.explain(wrong)).toEqual([
      {
        message: 'events.1.parts.0.type must be one of text, list',
        code: 'INVALID_ENUM',
        path: 'events.1.parts.0.type',
        suggestion: 'Did you mean text?',
      },
    ]);
  });
});

test.each([
  [{ type: 'number' }, Infinity, false],
  [{ type: 'number' }, NaN, false],
  [{ type: 'integer' }, 1.0, true],
  [{ type: 'integer' }, Number('1e400'), false],
  [{ type: 'number', multipleOf: 0.01 }, 0.07, true],
  [{ type: 'number', multipleOf: 0.01 }, 0.075, false],
  [{ type: 'integer', format: 'int32' }, 2 ** 31, false],
  [{ type: 'integer', format: 'int32' }, 5, true],
  [{ enum: [1, 2] }, '1', false],
])('numbers %j accepts %d: %s', async (schema, value, isValid) => {
  expect((await checkOf(schema)).check(value)).toBe(isValid);
});

describe('enums', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `value${String(n)}`);
  const long = await checkOf({ enum: many });
  const mixed = await checkOf({ enum: ['a', 1, null, true, { b: [1] }, [2]] });

  test.each([
    ['value0', true],
    ['value29', true],
    ['value30', false],
    ['constructor', false],
    [null, false],
  ])('%j is one of many strings: %s', (value, isValid) => {
    expect(long.check(value)).toBe(isValid);
  });

  test.each([
    ['a', true],
    [1, true],
    [null, true],
    [true, true],
    [{ b: [1] }, true],
    [[2], true],
    [{ b: [2] }, false],
    [[], false],
    ['1', false],
    [false, false],
  ])('%j is one of the mixed values: %s', (value, isValid) => {
    expect(mixed.check(value)).toBe(isValid);
  });
});

test.each([
  [{ type: 'string', maxLength: 2 }, '😀😀', true],
  [{ type: 'string', maxLength: 1 }, '😀😀', false],
  [{ type: 'string', minLength: 2 }, '😀', false],
])('lengths %j counts the characters of %s: %s', async (schema, value, isValid) => {
  expect((await checkOf(schema)).check(value)).toBe(isValid);
});

describe('unevaluated properties', async () => {
  const check = await checkOf({
    type: 'object',
    properties: { id: {} },
    oneOf: [
      { type: 'object', required: ['t'], properties: { t: { const: 'a' }, x: {} } },
      { type: 'object', required: ['t'], properties: { t: { const: 'b' }, y: {} } },
    ],
    unevaluatedProperties: false,
  });

  test.each([
    [{ t: 'a', x: 1, id: 1 }, true],
    [{ t: 'b', y: 1 }, true],
    [{ t: 'a', y: 1 }, false],
    [{ t: 'b', z: 1 }, false],
  ])('are collected through a tagged union: %j is valid: %s', (value, isValid) => {
    expect(check.check(value)).toBe(isValid);
  });
});

test('a recursive schema follows the value', async () => {
  const { checks } = await load({
    components: {
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    },
  });
  const deep = JSON.parse('{"children":['.repeat(30) + ']}'.repeat(30)) as unknown;
  expect(checks['Tree']!.check(deep)).toBe(true);
  expect(checks['Tree']!.check({ children: [{ children: [7] }] })).toBe(false);
  expect(checks['Tree']!.firstProblem({ children: [{ children: [7] }] })?.path).toBe('children.0.children.0');
});

test('boolean schemas and names of any kind are compiled', async () => {
  const { checks } = await load({
    components: { Any: true, None: false, 'odd name/with~all "kinds"': { type: 'string' } },
    parts: { odd: { $ref: '#/components/schemas/odd name~1with~0all "kinds"' } },
  });
  expect(checks['Any']!.check(7)).toBe(true);
  expect(checks['None']!.check(7)).toBe(false);
  expect(checks['odd']!.check('x')).toBe(true);
  expect(checks['odd']!.check(7)).toBe(false);
});

describe('hostile values are checked quickly', () => {
  test('of a hundred thousand invalid items only the first is checked', async () => {
    const check = await checkOf({ type: 'array', items: { type: 'string' } });
    const items = Array.from({ length: 100_000 }, (_, n) => n);
    const time = processorTime(() => {
      expect(check.firstProblem(items)?.path).toBe('0');
    });
    expect(time).toBeLessThan(200);
  });

  test('at most twenty of them are explained', async () => {
    const check = await checkOf({ type: 'array', items: { type: 'string' } });
    expect(await check.explain(Array.from({ length: 10_000 }, (_, n) => n))).toHaveLength(20);
  });

  test('unique objects are checked without comparing every pair', async () => {
    const check = await checkOf({ type: 'array', uniqueItems: true });
    const items = Array.from({ length: 8_000 }, (_, n) => ({ id: n, text: 'same' }));
    const time = processorTime(() => {
      expect(check.check(items)).toBe(true);
      expect(check.check([...items, { text: 'same', id: 0 }])).toBe(false);
    });
    expect(time).toBeLessThan(1_000);
  });
});
