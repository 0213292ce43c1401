import { describe, expect, it } from 'vitest';
import { mergeDeep, type JsonMap } from '../../../mock/kernel/json.ts';

describe('mergeDeep', () => {
  it.each<{ name: string; target: JsonMap; change: JsonMap; merged: JsonMap }>([
    { name: 'keeps unchanged properties', target: { a: 1, b: 2 }, change: { b: 3 }, merged: { a: 1, b: 3 } },
    {
      name: 'merges objects at any depth',
      target: { a: { b: { c: 1 } } },
      change: { a: { b: { d: 2 } } },
      merged: { a: { b: { c: 1, d: 2 } } },
    },
    { name: 'replaces arrays', target: { a: [1, 2] }, change: { a: [3] }, merged: { a: [3] } },
    { name: 'stores null', target: { a: { b: 1 } }, change: { a: null }, merged: { a: null } },
    {
      name: 'replaces a scalar by an object',
      target: { a: 1 },
      change: { a: { b: 1 } },
      merged: { a: { b: 1 } },
    },
    {
      name: 'treats inherited names as own properties',
      target: {},
      change: { constructor: { x: 1 } },
      merged: { constructor: { x: 1 } },
    },
  ])('$name', ({ target, change, merged }) => {
    expect(mergeDeep(target, change)).toEqual(merged);
  });

  it('mutates neither argument', () => {
    const target = { a: { b: 1 } };
    const change = { a: { c: 2 } };
    mergeDeep(target, change);
    expect([target, change]).toEqual([{ a: { b: 1 } }, { a: { c: 2 } }]);
  });
});
