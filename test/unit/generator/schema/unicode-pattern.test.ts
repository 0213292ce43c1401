/** Patterns that only compile without the `u` flag. */
import { expect, it } from 'vitest';
import { unicodePattern } from '../../../../generator/schema/unicode-pattern.ts';

it.each([
  ['[\\w-.]+', '[\\w\\-.]+'],
  ['[.-\\d]', '[.\\-\\d]'],
  ['[\\d-]', '[\\d-]'],
  ['a\\:b\\-c\\_\\ ', 'a:b-c_ '],
  ['[\\@\\-\\_]', '[@\\-_]'],
  ['{[0-9]{4}}', '\\{[0-9]{4}\\}'],
  [']', '\\]'],
  ['\\p{L}[\\p{N}\\#]', '\\p{L}[\\p{N}#]'],
  ['^[a-z]+$', '^[a-z]+$'],
])('the pattern %s becomes %s', (pattern, expected) => {
  expect(unicodePattern(pattern)).toBe(expected);
  expect(() => new RegExp(expected, 'u')).not.toThrow();
});

it.each(['(', 'a\\z', '\\Aa', 'a{,3}', '\\8'])('the pattern %s stays malformed', (pattern) => {
  expect(unicodePattern(pattern)).toBeNull();
});
