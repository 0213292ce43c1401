/** How scenario checks search responses whose properties the source does not show. */
import { describe, expect, it } from 'vitest';
import {
  covers,
  holdsPart,
  containsText,
  containsValue,
  mentions,
  textOf,
  varyId,
  varySecret,
} from '../../../../../conformance/agent-platform/scenarios/read-value.ts';

const body = { data: [{ id: 'run_10', input: '{"query":"parcel","limit":1}', output: { state: 'sent' } }] };

describe('a value', () => {
  it.each([
    ['a whole string', containsText(body, 'run_10'), true],
    ['no part of a string', containsText(body, 'run_1'), false],
    ['no property name', containsText(body, 'data'), false],
    ['nothing if it is undefined', containsText(undefined, 'run_10'), false],
  ])('contains %s', (_, isContained, expected) => {
    expect(isContained).toBe(expected);
  });

  it('mentions parts of its strings', () => {
    expect([mentions(body, 'run_1'), mentions(body, 'nowhere')]).toEqual([true, false]);
  });

  it.each([
    ['an object', { state: 'sent' }, true],
    ['an object serialized as a string', { query: 'parcel', limit: 1 }, true],
    ['no part of an object serialized as a string', { query: 'parcel' }, false],
    ['no other object', { state: 'lost' }, false],
  ])('contains %s', (_, part, isContained) => {
    expect(containsValue(body, part)).toBe(isContained);
  });

  it.each([
    ['a part of an object serialized as a string', { query: 'parcel' }, true],
    ['a string', 'sent', true],
    ['no other part', { query: 'letter' }, false],
  ])('contains %s as a part', (_, part, isContained) => {
    expect(holdsPart(body, part)).toBe(isContained);
  });
});

it.each([
  ['more properties', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, true],
  ['an equal list', { a: [1, 2] }, { a: [1, 2] }, true],
  ['no list with more items', { a: [1, 2, 3] }, { a: [1, 2] }, false],
  ['no missing property', {}, { a: undefined, b: 1 }, false],
  ['no string instead of an object', 'a', { length: 1 }, false],
])('a value covers another one with %s', (_, whole, part, expected) => {
  expect(covers(whole, part)).toBe(expected);
});

it('returns the first of several properties that is a non-empty string', () => {
  expect(textOf({ versionId: '', id: 'aver_1' }, 'versionId', 'id')).toBe('aver_1');
  expect(textOf({ id: 7 }, 'id')).toBeNull();
});

it.each([
  ['exec_01jd3mc2b6w9r', 'exec_01jd3mc2b0a0a'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3aaf', '3f2504e0-4f89-11d3-9a0c-0305e82c0bba'],
  ['token=AZ==', 'token=BA=='],
  ['10', '01'],
])('creates another id with the format of %s', (id, other) => {
  expect(varyId(id)).toBe(other);
});

it('rejects an id without a character that can vary', () => {
  expect(() => varyId('--')).toThrow(RangeError);
});

it.each([
  ['clm_0wnbeea43xg7fs5k', 'clm_1aaaaab00aa0aa0a'],
  ['cs_Zb-9_a', 'cs_Aa-0_b'],
  ['1f2', '0a0'],
])('creates another credential with the format of %s', (secret, other) => {
  expect(varySecret(secret)).toBe(other);
});
