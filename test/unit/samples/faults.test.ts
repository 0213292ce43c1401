import { describe, expect, test } from 'vitest';
import { findFaults } from '../../../templates/runtime/arbitraries/faults.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';

const text: Shape = { kind: 'string', least: 1, most: 3, patterns: [], format: null };
const open = { kind: 'record', rest: { kind: 'any' }, least: 0, most: null } as const;
const tagged = (value: string): Shape => ({
  ...open,
  properties: [
    { name: 'type', isRequired: true, shape: { kind: 'values', values: [value] } },
    { name: value, isRequired: true, shape: text },
  ],
});

function describeFaults(shape: Shape, value: JsonValue): readonly string[] {
  return findFaults(shape, value, () => text).map(({ path, problem }) => `${path}: ${problem}`);
}

describe('the faults of', () => {
  test.each<[string, Shape, JsonValue, readonly string[]]>([
    ['a text', text, 'ab', [': is too short', ': is too long']],
    [
      'a text with a pattern',
      { ...text, patterns: ['^a'] },
      'a',
      [': is too short', ': is too long', ': does not match the pattern'],
    ],
    [
      'a text with a pattern that is not checked',
      { ...text, patterns: ['^(a+)+$'], isUnchecked: true },
      'a',
      [': is too short', ': is too long'],
    ],
    [
      'a number',
      { kind: 'number', isInteger: true, least: 1, most: null, step: null },
      2,
      [': is too small', ': is not an integer'],
    ],
    ['a value of a list', { kind: 'values', values: ['a', 'b'] }, 'a', [': is not in the list']],
    [
      'a closed object',
      {
        ...open,
        rest: { kind: 'never' },
        properties: [{ name: 'a', isRequired: true, shape: { kind: 'named', name: 'Text' } }],
      },
      { a: 'x' },
      [': lacks a', ': has an extra property', 'a: has the wrong type', 'a: is too short', 'a: is too long'],
    ],
    [
      'a list',
      { kind: 'list', first: [], rest: text, least: 1, most: 2, isUnique: true },
      ['x'],
      [
        ...[': has too few items', ': has too many items', ': has an item twice'],
        ...['0: has the wrong type', '0: is too short', '0: is too long'],
      ],
    ],
    [
      'a tagged union',
      { kind: 'union', cases: [tagged('a'), tagged('b')] },
      { type: 'b', b: 'x' },
      [': lacks b', 'b: has the wrong type', 'b: is too short', 'b: is too long', ': has an unknown tag'],
    ],
    ['an untagged union', { kind: 'union', cases: [text, { kind: 'values', values: [null] }] }, 'x', []],
    ['anything', { kind: 'any' }, 'x', []],
  ])('%s', (_, shape, value, expected) => {
    expect(describeFaults(shape, value)).toEqual(expected);
  });

  test('a value leave the rest of it unchanged', () => {
    const shape: Shape = { ...open, properties: [{ name: 'a', isRequired: false, shape: text }] };
    const faults = findFaults(shape, { a: 'x', b: [1] }, () => text);
    expect(faults.map(({ value }) => value)).toContainEqual({ a: '', b: [1] });
  });
});
