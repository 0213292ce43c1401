import { describe, expect, test } from 'vitest';
import { dottedPath, joinPath, valueAt } from '../../../templates/runtime/instance-path.ts';

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
