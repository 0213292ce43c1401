import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { createArbitraries } from '../../../templates/runtime/arbitraries/create.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';

/** A union of 500 records, each with a required property of a named schema. */
function unionOfRecords(name: string): Shape {
  const properties = [{ name: 'next', isRequired: true, shape: { kind: 'named', name } }] as const;
  const record = { kind: 'record', properties, rest: { kind: 'never' }, least: 0, most: null } as const;
  return { kind: 'union', cases: Array.from({ length: 500 }, () => record) };
}

test('arbitraries are created in a short time for schemas that many others refer to', () => {
  // There are 125 million ways from the first schema to the last one.
  const schemas: Record<string, Shape> = {
    a: unionOfRecords('b'),
    b: unionOfRecords('c'),
    c: unionOfRecords('d'),
    d: { kind: 'values', values: ['end'] },
  };
  const { a } = createArbitraries({ checks: { a: { kind: 'named', name: 'a' } }, schemas }, { a: null });
  expect(sample(a.valid, 1)).toEqual([{ next: { next: { next: 'end' } } }]);
});

test('a check that has no arbitrary has its sample as the only value', () => {
  const text = {
    kind: 'string',
    least: 0,
    most: null,
    patterns: ['^[^\\u0000-\\u00FF]$'],
    format: null,
  } as const;
  const { a } = createArbitraries({ checks: { a: text }, schemas: {} }, { a: 'λ' });
  expect(sample(a.valid, { numRuns: 3, seed: 1 })).toEqual(['λ', 'λ', 'λ']);
});
