import { expect, test } from 'vitest';
import { addProperties, type NewProperties, type PropertyPlan } from '../../../mock/http/add-properties.ts';

const record = (parts: Partial<Extract<PropertyPlan, { kind: 'record' }>>): PropertyPlan => ({
  kind: 'record',
  required: [],
  tags: {},
  add: {},
  properties: {},
  ...parts,
});
const node: PropertyPlan = { kind: 'named', name: 'Node' };
const schemas: NewProperties['schemas'] = {
  Node: record({ add: { color: 'red' }, properties: { children: { kind: 'list', items: node } } }),
};

test('adds to every item, at any depth, and lists each location once', () => {
  const value = {
    id: 1,
    children: [
      { id: 2, children: [] },
      { id: 3, color: 'blue' },
    ],
  };
  expect(addProperties(node, schemas, value)).toEqual({
    value: {
      id: 1,
      color: 'red',
      children: [
        { id: 2, color: 'red', children: [] },
        { id: 3, color: 'blue' },
      ],
    },
    paths: ['children[].color', 'color'],
  });
  expect(value.children[0]).toEqual({ id: 2, children: [] });
});

test('adds nothing to a complete value or a non-object', () => {
  for (const value of [{ color: null }, null, 'text', [{ id: 1 }]])
    expect(addProperties(node, schemas, value)).toBeNull();
});

test('adds to the matching case of a union', () => {
  const cases = [
    record({ required: ['type'], tags: { type: 'a' }, add: { one: 1 } }),
    record({ required: ['type', 'at'], tags: { type: 'b' }, add: { two: 2 } }),
  ];
  const add = (value: object) => addProperties({ kind: 'union', cases }, {}, value)?.value ?? null;
  expect(add({ type: 'a' })).toEqual({ type: 'a', one: 1 });
  expect(add({ type: 'b', at: 0 })).toEqual({ type: 'b', at: 0, two: 2 });
  expect(add({ type: 'b' })).toBeNull();
  expect(add({ type: 'c', at: 0 })).toBeNull();
});
