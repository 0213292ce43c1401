import { describe, expect, test } from 'vitest';
import { textForPattern } from '../../../contract/samples/pattern-text.ts';
import { sampleText } from '../../../contract/samples/sample-text.ts';
import { sample } from 'fast-check';
import { buildMatching } from '../../../templates/runtime/arbitraries/matching.ts';
import { characterCount } from '../../../templates/runtime/schema-functions.ts';

describe('a string for a pattern', () => {
  test.each([
    ['^[0-9]+$', '0'],
    ['^https://[^?#]+$', 'https://a'],
    ['^(?:live|test)_[A-Z]{2,4}$', 'live_AA'],
    ['^\\d{4}-\\d{2}$', '0000-00'],
    ['^\\p{Lu}\\p{Ll}+$', 'Aa'],
    ['^[\\p{Join_Control}\\p{L}]$', 'a'],
    ['^P(?=.)([0-9]+W|([0-9]+D)?)$', 'P0W'],
    ['^a.c?$', 'aa'],
    ['^[a\\-b\\]]$', 'a'],
    ['^[^a-z]$', '0'],
    ['^\\u0041\\x42\\u{43}$', 'ABC'],
    ['^(?<year>x)y*$', 'x'],
    ['^\\w+@\\w+\\.com$', 'a@a.com'],
    ['^$', ''],
    ['pev_', 'pev_'],
  ])('%s is %j', (pattern, text) => {
    expect(textForPattern(pattern)).toBe(text);
    expect(text).toMatch(new RegExp(pattern, 'u'));
  });

  test.each([['^(a)\\1$'], ['[a'], ['(a'], ['\\P{L}']])('%s is not supported', (pattern) => {
    expect(textForPattern(pattern)).toBeNull();
  });

  test('differs for each variant and is longer with more rounds', () => {
    expect([0, 1, 2].map((variant) => textForPattern('^k_[a-c]$', variant))).toEqual(['k_a', 'k_b', 'k_c']);
    expect([0, 2].map((rounds) => textForPattern('^[a-z]{1,2}x*$', 0, rounds))).toEqual(['a', 'aaxx']);
  });
});

test.each([
  ['^.*$', 28, 32],
  ['^[A-Z]{2}[0-9]+$', 10, 10],
  ['^.{0,50}$', 30, 40],
  ['\\S+', 100, 101],
  ['^[a-z]+$', 200, null],
  ['^a?$', 0, 1],
  ['^[a-z]+$', 0, null],
])('texts that match %s have %d to %s characters', (pattern, least, most) => {
  const texts = buildMatching(pattern, least, most);
  if (texts === null) throw new Error('Nothing was built.');
  for (const text of sample(texts, { numRuns: 20, seed: 3 })) {
    expect(text).toMatch(new RegExp(pattern, 'u'));
    expect(characterCount(text)).toBeGreaterThanOrEqual(least);
    expect(characterCount(text)).toBeLessThanOrEqual(most ?? Infinity);
  }
});

test.each([
  ['^abc$', 10, 20],
  ['^(?!x)[a-z]+$', 0, null],
  [' ^[a-z]+$', 0, null],
  ['^[^\\u0000-\\u00FF]$', 0, null],
  ['^a[^\\x00-\\x7f]*$', 0, null],
])('no text is built for %s with %d to %s characters', (pattern, least, most) => {
  expect(buildMatching(pattern, least, most)).toBeNull();
});

test.each([
  ['^[0-9a-z]+$', 10, 10],
  ['^arn:.+:.+$', 47, 76],
])('a sample for %s has %d to %d characters', (pattern, least, most) => {
  const text = sampleText({ patterns: [pattern], format: null, least, most }, 'text', 0) ?? '';
  expect(text).toMatch(new RegExp(pattern, 'u'));
  expect(text.length).toBeGreaterThanOrEqual(least);
  expect(text.length).toBeLessThanOrEqual(most);
});
