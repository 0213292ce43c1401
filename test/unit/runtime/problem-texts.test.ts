/** The texts in problem messages: paths, values and suggestions. */
import { describe, expect, test } from 'vitest';
import { dottedPath, joinPath } from '../../../templates/runtime/instance-path.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import { processorTime } from '../../support/processor-time.ts';

test.each([
  ['', '', ''],
  ['/a/b/0/c', '', 'a.b.0.c'],
  ['/a~1b/c~0d', '', 'a/b.c~d'],
  ['/a~01', '', 'a~1'],
  ['', 'limit', 'limit'],
  ['/0', 'ids', 'ids.0'],
])('the path of pointer %j after prefix %j is %j', (pointer, prefix, path) => {
  expect(dottedPath(pointer, prefix)).toBe(path);
});

test('a path is truncated to 256 characters', () => {
  expect(dottedPath('/' + 'a'.repeat(1_000_000))).toHaveLength(256);
  expect(joinPath('a'.repeat(200), 'b'.repeat(200))).toHaveLength(256);
});

describe('the value at the pointer', () => {
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

describe('the closest match', () => {
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
  ])('for %s is %s', (word, meant) => {
    expect(closestWord(word, types)).toBe(meant);
  });

  test('for a short word is almost identical to it', () => {
    expect(closestWord('ab', ['xy', 'cd'])).toBeNull();
    expect(closestWord('id', ['ID'])).toBe('ID');
  });

  test('is the first of equally close words', () => {
    expect(closestWord('cat', ['bat', 'rat'])).toBe('bat');
  });

  test('is searched for in a limited number of candidates', () => {
    const crowd = Array.from({ length: 100_000 }, (_, n) => `candidate${String(n)}`);
    expect(processorTime(() => closestWord('candidatx', crowd))).toBeLessThan(300);
  });
});
