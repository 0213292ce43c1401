import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countRange,
  edit,
  emptyMap,
  firstPair,
  mapOf,
  walk,
} from '../../../mock/kernel/store/persistent-map.ts';
import type { KeyRange, SortedMap } from '../../../mock/kernel/store/persistent-map.ts';

const key = fc.integer({ min: 0, max: 400 });
const changes = fc.array(fc.tuple(key, fc.boolean()), { maxLength: 300 });

describe('a sorted map', () => {
  test('has the same entries as a plain map, in key order, after any changes, and keeps older versions unchanged', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (generations) => {
        let map = emptyMap<number, number>();
        const model = new Map<number, number>();
        const older: [SortedMap<number, number>, (readonly [number, number])[]][] = [];
        generations.forEach((generation, number) => {
          const next = edit(map);
          for (const [at, isPut] of generation) {
            if (isPut) next.set(at, number);
            else next.delete(at);
            if (isPut) model.set(at, number);
            else model.delete(at);
          }
          map = next;
          const expected = [...model].sort(([a], [b]) => a - b);
          older.push([map, expected]);
        });
        for (const [version, expected] of older) {
          expect([...walk(version)]).toEqual(expected);
          expect(version.size).toBe(expected.length);
        }
      }),
    );
  });

  test('keeps two copies of one version independent', () => {
    const origin = mapOf<number, string>(Array.from({ length: 1000 }, (_, at) => [at, 'old'] as const));
    const left = edit(origin);
    const right = edit(origin);
    for (let at = 0; at < 1000; at += 2) left.set(at, 'left');
    for (let at = 0; at < 1000; at += 3) right.delete(at);
    expect([...walk(origin)].every(([, value]) => value === 'old')).toBe(true);
    expect(left.size).toBe(1000);
    expect(right.size).toBe(666);
    expect(right.get(2)).toBe('old');
  });

  test('iterates over the same range of keys as a filter over all of them', () => {
    const bound = fc.option(fc.integer({ min: -5, max: 105 }), { nil: undefined });
    const range: fc.Arbitrary<KeyRange<number>> = fc.record({
      from: bound,
      to: bound,
      after: bound,
      reverse: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 100 })), range, (keys, part) => {
        const { from = -Infinity, to = Infinity, after, reverse = false } = part;
        const isBehind = (at: number): boolean => after === undefined || (reverse ? at < after : at > after);
        const sorted = keys.toSorted((a, b) => (reverse ? b - a : a - b));
        const expected = sorted.filter((at) => at >= from && at < to && isBehind(at));
        const map = mapOf(keys.map((at) => [at, at] as const));
        expect([...walk(map, part)].map(([at]) => at)).toEqual(expected);
      }),
    );
  });

  test('returns its first pair and counts a range', () => {
    const map = mapOf([
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ]);
    expect(firstPair(map)).toEqual(['a', 1]);
    expect(firstPair(emptyMap())).toBeUndefined();
    expect(countRange(map, 'a', 'c')).toBe(2);
  });
});
