import { describe, expect, it } from 'vitest';
import {
  clip,
  countOf,
  listSome,
  showControls,
  showInline,
  wrapText,
} from '../../../../conformance/report/plain-text.ts';

describe('untrusted text', () => {
  it.each([
    ['\u001b[31m', '␛[31m'],
    ['a\0b\u007f', 'a␀b␡'],
    ['\u0085\u009b', '\\u0085\\u009b'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['a\r\nb\rc\td', 'a\nb␍c\td'],
    ['\ud800', '�'],
    ['ü 漢 😀', 'ü 漢 😀'],
  ])('is shown with visible control characters: %j', (text, expected) => {
    expect(showControls(text)).toBe(expected);
  });

  it('is shown on one line', () => {
    expect(showInline('a\n\n  b\tc')).toBe('a b c');
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀b', 3, 'a�…'],
  ])('is cut at a maximum length: %s', (text, most, expected) => {
    expect(clip(text, most)).toBe(expected);
  });

  it('is wrapped at spaces, not within words', () => {
    expect(wrapText('one two three-is-long four', 8)).toEqual(['one two', 'three-is-long', 'four']);
  });
});

describe('counting', () => {
  it.each([
    [1, '1 finding'],
    [0, '0 findings'],
    [1_234, '1,234 findings'],
  ])('uses the singular or plural: %i', (count, expected) => {
    expect(countOf(count, 'finding')).toBe(expected);
  });

  it.each([
    [['a', 'b'], 'a, b'],
    [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
  ])('shortens long lists of names: %j', (names, expected) => {
    expect(listSome(names, 2)).toBe(expected);
  });
});
