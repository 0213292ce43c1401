import { describe, expect, it } from 'vitest';
import {
  clip,
  countOf,
  listSome,
  showControls,
  showInline,
  wrapText,
} from '../../../../conformance/report/plain-text.ts';

describe('text of strangers', () => {
  it.each([
    ['\u001b[31m', '␛[31m'],
    ['a\0b\u007f', 'a␀b␡'],
    ['\u0085\u009b', '\\u0085\\u009b'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['a\r\nb\rc\td', 'a\nb␍c\td'],
    ['\ud800', '�'],
    ['ü 漢 😀', 'ü 漢 😀'],
  ])('shows what would be obeyed: %j', (text, want) => {
    expect(showControls(text)).toBe(want);
  });

  it('fits into one line', () => {
    expect(showInline('a\n\n  b\tc')).toBe('a b c');
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀b', 3, 'a�…'],
  ])('is cut at a length: %s', (text, most, want) => {
    expect(clip(text, most)).toBe(want);
  });

  it('is broken at spaces and never within a word', () => {
    expect(wrapText('one two three-is-long four', 8)).toEqual(['one two', 'three-is-long', 'four']);
  });
});

describe('counts', () => {
  it.each([
    [1, '1 finding'],
    [0, '0 findings'],
    [1_234, '1,234 findings'],
  ])('agree with their word: %i', (count, want) => {
    expect(countOf(count, 'finding')).toBe(want);
  });

  it.each([
    [['a', 'b'], 'a, b'],
    [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
  ])('stand for names that are too many: %j', (names, want) => {
    expect(listSome(names, 2)).toBe(want);
  });
});
