import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { buildMatching } from '../../../templates/runtime/arbitraries/matching.ts';
import { characterCount } from '../../../templates/runtime/schema-functions.ts';

test.each([
  ['^.*$', 28, 32],
  ['^[A-Z]{2}[0-9]+$', 10, 10],
  ['^.{0,50}$', 30, 40],
  ['\\S+', 100, 101],
  ['^[a-z]+$', 200, null],
  ['^a?$', 0, 1],
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
])('nothing is built for %s of %d to %s characters', (pattern, least, most) => {
  expect(buildMatching(pattern, least, most)).toBeNull();
});
