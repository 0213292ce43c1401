/**
 * How stories look into responses whose members they do not know.
 */
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
    ['no name of a member', holdsText(body, 'data'), false],
    ['nothing in nothing', holdsText(undefined, 'run_10'), false],
  ])('holds %s', (_, found, wanted) => {
    expect(found).toBe(wanted);
  });

  it('mentions what stands within its texts', () => {
    expect([mentions(body, 'run_1'), mentions(body, 'nowhere')]).toEqual([true, false]);
  });

  it.each([
    ['an object', { state: 'sent' }, true],
    ['an object that is written as text', { query: 'parcel', limit: 1 }, true],
    ['no part of an object that is written as text', { query: 'parcel' }, false],
    ['no other object', { state: 'lost' }, false],
  ])('holds %s', (_, wanted, holds) => {
    expect(holdsValue(body, wanted)).toBe(holds);
  });

  it.each([
    ['a part of an object that is written as text', { query: 'parcel' }, true],
    ['a text', 'sent', true],
    ['no other part', { query: 'letter' }, false],
  ])('holds as a part %s', (_, wanted, holds) => {
    expect(holdsPart(body, wanted)).toBe(holds);
  });
});

it.each([
  ['more members', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, true],
  ['a list as it is', { a: [1, 2] }, { a: [1, 2] }, true],
  ['no longer list', { a: [1, 2, 3] }, { a: [1, 2] }, false],
  ['no missing member', {}, { a: undefined, b: 1 }, false],
  ['no text in the place of an object', 'a', { length: 1 }, false],
])('a value covers another one with %s', (_, whole, part, holds) => {
  expect(covers(whole, part)).toBe(holds);
});

it('takes the first of several members that holds a text', () => {
  expect(textOf({ versionId: '', id: 'aver_1' }, 'versionId', 'id')).toBe('aver_1');
  expect(textOf({ id: 7 }, 'id')).toBeNull();
});

it.each([
  ['exec_01jd3mc2b6w9r', 'exec_01jd3mc2b0a0a'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3aaf', '3f2504e0-4f89-11d3-9a0c-0305e82c0bba'],
  ['token=AZ==', 'token=BA=='],
  ['10', '01'],
])('makes of the id %s another one of its form', (id, other) => {
  expect(varyId(id)).toBe(other);
});

it('can not vary what has no sign to vary', () => {
  expect(() => varyId('--')).toThrow(RangeError);
});

it.each([
  ['clm_0wnbeea43xg7fs5k', 'clm_1aaaaab00aa0aa0a'],
  ['cs_Zb-9_a', 'cs_Aa-0_b'],
  ['1f2', '0a0'],
])('makes of the credential %s another one that tells nothing of it', (secret, other) => {
  expect(varySecret(secret)).toBe(other);
});
