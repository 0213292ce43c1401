import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfPrefix, placeOf, placesOfKey, sortKey } from '../../../mock/kernel/store/collection.ts';

const part = fc.oneof(fc.stringMatching(/^[a-z0-9_]{0,6}$/), fc.maxSafeNat());

test('keys sort like the values they are created from', () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.maxSafeInteger(),
      fc.stringMatching(/^[a-z]{0,4}$/),
      fc.stringMatching(/^[a-z]{0,4}$/),
      (n, m, a, b) => {
        const bySecond = Math.sign(n - m);
        const expected = a < b ? -1 : a > b ? 1 : bySecond;
        const [left, right] = [sortKey(a, n), sortKey(b, m)];
        expect(left < right ? -1 : left > right ? 1 : 0).toBe(expected);
      },
    ),
  );
});

test('a key of the first parts is a prefix of exactly the keys that start with those parts', () => {
  fc.assert(
    fc.property(part, part, part, (first, other, rest) => {
      const prefix = sortKey(first);
      expect(sortKey(first, rest).startsWith(prefix)).toBe(true);
      expect(sortKey(other, rest).startsWith(prefix)).toBe(sortKey(other) === prefix);
    }),
  );
});

test('the locations of a key share no prefix with other locations', () => {
  const isOfKey = (place: string): boolean => place.startsWith(placesOfKey('ab'));
  expect(['', 'x', '~'].map((id) => isOfKey(placeOf('ab', id)))).toEqual([true, true, true]);
  expect(['a', 'abc', 'ab\u0001', 'ac'].map((key) => isOfKey(placeOf(key, 'x')))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(placeOf('abz', 'x') < endOfPrefix('ab')).toBe(true);
});

test.each([0.5, Number.NaN, 2 ** 53, -(2 ** 53)])('rejects %s, which has no sortable text', (value) => {
  expect(() => sortKey(value)).toThrow('safe integer');
});
