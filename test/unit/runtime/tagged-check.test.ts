import { describe, expect, test } from 'vitest';
import { taggedCheck } from '../../../templates/runtime/tagged-check.ts';
import { checkThat } from './support.ts';

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
])('%j fits: %s', (value, fits) => {
  expect(union.check(value)).toBe(fits);
  expect(union.firstProblem(value) === null).toBe(fits);
});

describe('what is wrong is told', () => {
  test.each([
    [{ type: 'text_detla' }, 'type must be one of text_delta, ping', 'Did you mean text_delta?'],
    [{}, 'type is required', undefined],
    [{ tpye: 'ping' }, 'type is required', 'Did you mean type instead of tpye?'],
    [7, 'body must be an object, not a number', undefined],
    [{ type: 'text_delta', id: 3 }, 'id must be a string, not a number', undefined],
  ])('of %j', async (value, message, suggestion) => {
    const [problem, ...others] = await union.explain(value);
    expect(others).toEqual([]);
    expect(problem?.message).toBe(message);
    expect(problem?.suggestion).toBe(suggestion);
    expect(union.firstProblem(value)).toEqual(problem);
  });

  test('behind a prefix', () => {
    expect(union.firstProblem({}, 'events.3')?.path).toBe('events.3.type');
  });
});
