import { expect, it } from 'vitest';
import { findDifference } from '../../../generator/output/difference.ts';

const lines = (...numbers: readonly (number | string)[]): string =>
  numbers.map((line) => `${line}\n`).join('');

it.each([
  ['a changed line', lines(1, 2, 3), lines(1, 'x', 3), 2, ['2'], ['x']],
  ['the middle of a line', 'abcdef', 'abXdef', 1, ['abcdef'], ['abXdef']],
  ['the first line', lines(1, 2), lines('x', 2), 1, ['1'], ['x']],
  ['a line that is missing', lines(1, 3), lines(1, 2, 3), 2, [], ['2']],
  ['a line too many', lines(1, 2, 3), lines(1, 3), 2, ['2'], []],
  ['a line like the one before', lines(1, 1, 2), lines(1, 1, 1, 2), 3, [], ['1']],
  ['what comes behind the end', lines(1, 2), lines(1, 2, 3), 3, [], ['3']],
  ['everything', '', lines(1), 1, [], ['1']],
])('%s', (_, found, wanted, line, here, there) => {
  expect(findDifference(found, wanted)).toEqual({ line, found: here, wanted: there, more: 0 });
});

it('is cut to a few lines of the width of a screen', () => {
  const long = 'x'.repeat(500);
  const difference = findDifference(lines(1, 2, 3, 4, 5, 6), lines(long, 8, 9, 10, 11));
  expect(difference).toMatchObject({ line: 1, found: ['1', '2', '3'], more: 5 });
  expect(difference?.wanted[0]).toHaveLength(120);
});

it.each([
  ['there is no file', null],
  ['both are the same', 'a'],
])('is none when %s', (_, found) => {
  expect(findDifference(found, 'a')).toBeNull();
});
