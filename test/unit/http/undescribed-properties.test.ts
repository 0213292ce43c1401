import { expect, test } from 'vitest';
import { findUndescribed, type RequestProperties } from '../../../mock/http/undescribed-properties.ts';

const properties: RequestProperties = {
  checks: { Body: { kind: 'named', name: 'Node' } },
  schemas: {
    Node: {
      kind: 'record',
      tags: {},
      properties: {
        label: null,
        'a/b': { kind: 'named', name: 'Node' },
        parts: { kind: 'list', items: { kind: 'named', name: 'Part' } },
      },
    },
    Part: {
      kind: 'union',
      cases: [
        { kind: 'record', tags: { type: 'text' }, properties: { type: null, text: null } },
        { kind: 'record', tags: { type: 'image' }, properties: { type: null, address: null } },
      ],
    },
  },
};
const pointers = (body: unknown) => findUndescribed(properties, 'Body', body).map(({ pointer }) => pointer);

test('escapes names in pointers', () => {
  expect(pointers({ 'a/b': { labell: 1 } })).toEqual(['/a~1b/labell']);
});

test('uses the matching case of a union', () => {
  const parts = [
    { type: 'text', text: 'Hi', adress: 1 },
    { type: 'image', adress: 1 },
    { type: 'other', adress: 1 },
  ];
  expect(pointers({ parts })).toEqual(['/parts/1/adress']);
});

test('does not suggest a property that is present', () => {
  expect(findUndescribed(properties, 'Body', { label: 1, labell: 2 })).toEqual([
    { in: 'request', pointer: '/labell', message: '`labell` is not described' },
  ]);
});

test('ignores non-objects and objects without described properties', () => {
  for (const body of [null, 'text', 7, [{ labell: 1 }]]) expect(pointers(body)).toEqual([]);
  expect(findUndescribed(properties, 'constructor', { labell: 1 })).toEqual([]);
});

test('checks a bounded number of values', () => {
  const parts = Array.from({ length: 100_000 }, () => ({ type: 'image' }));
  expect(pointers({ parts: [...parts, { type: 'image', adress: 1 }] })).toEqual([]);
});
