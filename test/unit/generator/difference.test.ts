import { expect, it } from 'vitest';
import { findDifference } from '../../../generator/output/difference.ts';

const lines = (...numbers: readonly (number | string)[]): string =>
  numbers.map((line) => `${line}\n`).join('');

it.each([
  ['shows a changed line', lines(1, 2, 3), lines(1, 'x', 3), 2, ['2'], ['x']],
  ['shows a change in the middle of a line', 'abcdef', 'abXdef', 1, ['abcdef'], ['abXdef']],
  ['shows a change in the first line', lines(1, 2), lines('x', 2), 1, ['1'], ['x']],
  ['shows a missing line', lines(1, 3), lines(1, 2, 3), 2, [], ['2']],
  ['shows an additional line', lines(1, 2, 3), lines(1, 3), 2, ['2'], []],
  ['shows a missing line that repeats the previous one', lines(1, 1, 2), lines(1, 1, 1, 2), 3, [], ['1']],
  ['shows lines after the end', lines(1, 2), lines(1, 2, 3), 3, [], ['3']],
  ['shows everything if the file is empty', '', lines(1), 1, [], ['1']],
])('%s', (_, found, wanted, line, here, there) => {
  expect(findDifference(found, wanted)).toEqual({ line, found: here, wanted: there, more: 0 });
});

it('the difference is cut to a few lines and to the width of a screen', () => {
  const long = 'x'.repeat(500);
  const difference = findDifference(lines(1, 2, 3, 4, 5, 6), lines(long, 8, 9, 10, 11));
  expect(difference).toMatchObject({ line: 1, found: ['1', '2', '3'], more: 5 });
  expect(difference?.wanted[0]).toHaveLength(120);
});

it.each([
  ['there is no file', null],
  ['both are the same', 'a'],
])('there is no difference if %s', (_, found) => {
  expect(findDifference(found, 'a')).toBeNull();
});
