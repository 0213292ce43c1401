import { expect, test } from 'vitest';
import { closestWord } from '../../../templates/runtime/closest-word.ts';

const types = ['native', 'external', 'partner_managed'];

test.each([
  ['nativ', 'native'],
  ['Native', 'native'],
  ['antive', 'native'],
  ['partnerManaged', 'partner_managed'],
  ['partner-managed', 'partner_managed'],
  ['externl', 'external'],
  ['something', null],
  ['', null],
  ['native', null],
  ['x'.repeat(10_000), null],
])('%s was meant to be %s', (word, meant) => {
  expect(closestWord(word, types)).toBe(meant);
});

test('short words must nearly match', () => {
  expect(closestWord('ab', ['xy', 'cd'])).toBeNull();
  expect(closestWord('id', ['ID'])).toBe('ID');
});

test('of equally close words the first one wins', () => {
  expect(closestWord('cat', ['bat', 'rat'])).toBe('bat');
});

test('a crowd of candidates is not read to its end', () => {
  const crowd = Array.from({ length: 100_000 }, (_, n) => `candidate${String(n)}`);
  const started = performance.now();
  closestWord('candidatx', crowd);
  expect(performance.now() - started).toBeLessThan(300);
});
