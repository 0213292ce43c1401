import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  characterCount,
  deepEqual,
  hasUniqueItems,
  isMultipleOf,
} from '../../../templates/runtime/schema-functions.ts';
import { taggedCheck } from '../../../templates/runtime/tagged-check.ts';
import { checkThat } from './support.ts';
import { processorTime } from '../../support/processor-time.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['é漢', 2],
  ['😀', 1],
  ['a😀b😀', 4],
  ['\ud83d', 1],
  ['\ude00\ud83d', 2],
  ['\ud83d\ud83d\ude00', 2],
])('%j is %i characters long', (text, count) => {
  expect(characterCount(text)).toBe(count);
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: 1 }, { b: 1 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [{ toString: 1 }, {}, false],
  [0, false, false],
  ['1', 1, false],
])('equality of %j and %j: %s', (left, right, equal) => {
  expect(deepEqual(left, right)).toBe(equal);
  expect(deepEqual(right, left)).toBe(equal);
});

describe('uniqueness', () => {
  test.each([
    [[], true],
    [[1, '1', true, 'true', null, 'null'], true],
    [[0, -0], false],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    [
      [
        [1, 2],
        [1, 2],
      ],
      false,
    ],
    [[[1, 2], '[1,2]', 'o[1,2]'], true],
    [[{}, [], ''], true],
    [['o{}', {}], true],
    [[1, 1.0], false],
  ])('of %j: %s', (items, unique) => {
    expect(hasUniqueItems(items)).toBe(unique);
  });

  test('matches a comparison of every pair', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 }), (items) => {
        const values = JSON.parse(JSON.stringify(items)) as unknown[];
        const isUnique = values.every((one, at) =>
          values.slice(at + 1).every((other) => !deepEqual(one, other)),
        );
        expect(hasUniqueItems(values)).toBe(isUnique);
      }),
      { numRuns: 2000, seed: 5 },
    );
  });

  test('of fifty thousand objects is checked without comparing every pair', () => {
    const items = Array.from({ length: 50_000 }, (_, n) => ({ id: `item ${String(n)}`, n }));
    const time = processorTime(() => {
      expect(hasUniqueItems(items)).toBe(true);
    });
    expect(time).toBeLessThan(2_000);
  });
});

test.each([
  [10, 2, true],
  [7, 2, false],
  [0, 0.1, true],
  [0.07, 0.01, true],
  [0.0075, 0.0001, true],
  [0.00751, 0.0001, false],
  [19.99, 0.01, true],
  [1e308, 0.5, true],
  [1e308, 0.123456789, false],
  [-4.5, 1.5, true],
  [1e-7, 1e-8, true],
  [Infinity, 2.5, false],
])('%d is a multiple of %d: %s', (value, divisor, isMultiple) => {
  expect(isMultipleOf(value, divisor)).toBe(isMultiple);
});

const withId = checkThat((value) => typeof (value as { id?: unknown }).id === 'string', {
  instancePath: '/id',
});
const union = taggedCheck<{ type: string }>({
  name: 'Event',
  pointer: 'spec/small.yaml#/Event',
  tag: 'type',
  cases: new Map([
    ['text_delta', withId],
    ['ping', checkThat(() => true)],
  ]),
});

test.each([
  [{ type: 'ping' }, true],
  [{ type: 'text_delta', id: 'a' }, true],
  [{ type: 'text_delta' }, false],
  [{ type: 'other' }, false],
  [{}, false],
  [{ type: null }, false],
  [{ type: ['ping'] }, false],
  [{ type: 'constructor' }, false],
  [{ type: '__proto__' }, false],
  [Object.create({ type: 'ping' }), false],
  [null, false],
  [[], false],
  ['ping', false],
  [undefined, false],
])('%j is valid: %s', (value, isValid) => {
  expect(union.check(value)).toBe(isValid);
  expect(union.firstProblem(value) === null).toBe(isValid);
});

describe('a validation error is explained', () => {
  test.each([
    [{ type: 'text_detla' }, 'type must be one of text_delta, ping', 'Did you mean text_delta?'],
    [{}, 'type is required', undefined],
    [{ tpye: 'ping' }, 'type is required', 'Did you mean type instead of tpye?'],
    [7, 'body must be an object, not a number', undefined],
    [{ type: 'text_delta', id: 3 }, 'id must be a string, not a number', undefined],
  ])('for %j', async (value, message, suggestion) => {
    const [problem, ...others] = await union.explain(value);
    expect(others).toEqual([]);
    expect(problem?.message).toBe(message);
    expect(problem?.suggestion).toBe(suggestion);
    expect(union.firstProblem(value)).toEqual(problem);
  });

  test('after a prefix', () => {
    expect(union.firstProblem({}, 'events.3')?.path).toBe('events.3.type');
  });
});
