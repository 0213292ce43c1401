/** How scenario checks search responses whose properties the source does not show. */
import { describe, expect, it } from 'vitest';
import {
  covers,
  holdsPart,
  holdsText,
  holdsValue,
  mentions,
  textOf,
  varyId,
  varySecret,
} from '../../../../../conformance/checks/scenarios/read-value.ts';

const body = { data: [{ id: 'run_10', input: '{"query":"parcel","limit":1}', output: { state: 'sent' } }] };

describe('a value', () => {
  it.each([
    ['a text as a whole', holdsText(body, 'run_10'), true],
    ['no part of a text', holdsText(body, 'run_1'), false],
    ['no name of a property', holdsText(body, 'data'), false],
    ['nothing in nothing', holdsText(undefined, 'run_10'), false],
  ])('contains %s', (_, isContained, expected) => {
    expect(isContained).toBe(expected);
  });

  it('mentions parts of its texts', () => {
    expect([mentions(body, 'run_1'), mentions(body, 'nowhere')]).toEqual([true, false]);
  });

  it.each([
    ['an object', { state: 'sent' }, true],
    ['an object that is written as text', { query: 'parcel', limit: 1 }, true],
    ['no part of an object that is written as text', { query: 'parcel' }, false],
    ['no other object', { state: 'lost' }, false],
  ])('contains %s', (_, part, isContained) => {
    expect(holdsValue(body, part)).toBe(isContained);
  });

  it.each([
    ['a part of an object that is written as text', { query: 'parcel' }, true],
    ['a text', 'sent', true],
    ['no other part', { query: 'letter' }, false],
  ])('contains as a part %s', (_, part, isContained) => {
    expect(holdsPart(body, part)).toBe(isContained);
  });
});

it.each([
  ['more properties', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, true],
  ['a list as it is', { a: [1, 2] }, { a: [1, 2] }, true],
  ['no longer list', { a: [1, 2, 3] }, { a: [1, 2] }, false],
  ['no missing property', {}, { a: undefined, b: 1 }, false],
  ['no text in the place of an object', 'a', { length: 1 }, false],
])('a value covers another one with %s', (_, whole, part, expected) => {
  expect(covers(whole, part)).toBe(expected);
});

it('returns the first of several properties that is a text', () => {
  expect(textOf({ versionId: '', id: 'aver_1' }, 'versionId', 'id')).toBe('aver_1');
  expect(textOf({ id: 7 }, 'id')).toBeNull();
});

it.each([
  ['exec_01jd3mc2b6w9r', 'exec_01jd3mc2b0a0a'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3aaf', '3f2504e0-4f89-11d3-9a0c-0305e82c0bba'],
  ['token=AZ==', 'token=BA=='],
  ['10', '01'],
])('makes another id of the form of %s', (id, other) => {
  expect(varyId(id)).toBe(other);
});

it('rejects an id without a character to vary', () => {
  expect(() => varyId('--')).toThrow(RangeError);
});

it.each([
  ['clm_0wnbeea43xg7fs5k', 'clm_1aaaaab00aa0aa0a'],
  ['cs_Zb-9_a', 'cs_Aa-0_b'],
  ['1f2', '0a0'],
])('makes another credential of the form of %s', (secret, other) => {
  expect(varySecret(secret)).toBe(other);
});
