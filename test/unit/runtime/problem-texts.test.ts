/** The texts that problems are made of: paths, values and suggestions. */
import { describe, expect, test } from 'vitest';
import { dottedPath, joinPath, valueAt } from '../../../templates/runtime/instance-path.ts';
import { closestWord } from '../../../templates/runtime/closest-word.ts';

test.each([
  ['', '', ''],
  ['/a/b/0/c', '', 'a.b.0.c'],
  ['/a~1b/c~0d', '', 'a/b.c~d'],
  ['/a~01', '', 'a~1'],
  ['', 'limit', 'limit'],
  ['/0', 'ids', 'ids.0'],
])('%j behind %j is %j', (pointer, prefix, path) => {
  expect(dottedPath(pointer, prefix)).toBe(path);
});

test('a path is cut to 256 characters', () => {
  expect(dottedPath('/' + 'a'.repeat(1_000_000))).toHaveLength(256);
  expect(joinPath('a'.repeat(200), 'b'.repeat(200))).toHaveLength(256);
});

describe('the value at a place', () => {
  const root: unknown = JSON.parse('{"a":[{"b/c":7}],"__proto__":{"x":1},"n":null}');
  test.each([
    ['', root],
    ['/a/0/b~1c', 7],
    ['/n', null],
    ['/a/1', undefined],
    ['/n/x', undefined],
    ['/__proto__/x', 1],
    ['/a/0/toString', undefined],
    ['/constructor', undefined],
    ['/a/length/x', undefined],
  ])('%s', (pointer, value) => {
    expect(valueAt(root, pointer)).toBe(value);
  });
});

describe('the closest word', () => {
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
});
