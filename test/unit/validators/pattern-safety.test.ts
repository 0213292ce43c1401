import { describe, expect, test } from 'vitest';
import { isSafePattern } from '../../../generator/schema/validators/pattern-safety.ts';

describe('safe', () => {
  test.each([
    '',
    '^https://[^?#]+$',
    '^pev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    '^[a-z]+(-[a-z]+)*$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^([0-9a-f]{4}:){7}[0-9a-f]{4}$',
    '^(?:[A-Z]+:)?[A-Z*]+$',
    '^(\\p{L}+ )*$',
    '(a?b)*',
    '((ab)*c)*',
    '(foo|far)+',
    '[\\]a]+',
    '(?=a+)b+',
    '^(?<year>\\d{4})-(?<month>\\d{2})$',
    '(\\.\\d+)?',
    '\\{(a|b)\\}',
    '[(*)]+',
    '\\u{1F600}+',
    '(x{3}y)+',
  ])('%s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
  });
});

describe('unsafe', () => {
  test.each([
    '^(a+)+$',
    '([a-z]+)*',
    '(.*,)*',
    '(\\w|\\d)*',
    '(a|aa)*',
    '(a?a?)*',
    '(aa?)+$',
    '((ab)*)*',
    '(?<name>x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(\\s?\\w+)*$',
    '(a{1,5}){2,}',
    '((a|b)+c?)*',
    'x(?:[^x]*.)*',
  ])('%s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
});

test('what is called safe is quick on texts made to be slow', () => {
  const safe = [
    '^[a-z]+(-[a-z]+)*$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?:[A-Z]+:)?[A-Z*]+$',
    '((ab)*c)*$',
    '^(\\p{L}+ )*$',
  ];
  const started = performance.now();
  for (const pattern of safe) {
    expect(isSafePattern(pattern)).toBe(true);
    for (const piece of ['a', 'a-', '1', '1.', 'A', 'ab', 'é '])
      new RegExp(pattern, 'u').test(`${piece.repeat(2_000)}!`);
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});
