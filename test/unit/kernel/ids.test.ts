import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../mock/adapters/seeded-random.ts';
import { createSequentialIds } from '../../../mock/adapters/sequential-ids.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';

const ids = createSequentialIds();
const at = epochMs(1_767_225_600_000);
const request = (count: number, prefix = 'agent', seed = 1) => ({ prefix, seed, count, at });

describe('a token', () => {
  test('has its prefix and 16 characters of Crockford base 32', () => {
    for (const count of [0, 1, 4095, 1_000_000, 200_000_000])
      expect(ids.token(request(count))).toMatch(/^agent_[0-9a-hjkmnp-tv-z]{16}$/);
  });

  test('sorts by its count', () => {
    fc.assert(
      fc.property(fc.nat(200_000_000), fc.nat(1_000_000), fc.integer(), (count, more, seed) => {
        expect(
          ids.token(request(count, 'agent', seed)) < ids.token(request(count + more + 1, 'agent', seed)),
        ).toBe(true);
      }),
    );
  });

  test('depends on seed and prefix', () => {
    const tokens = [request(0), request(0, 'exec'), request(0, 'agent', 2)].map(
      (one) => ids.token(one).split('_')[1],
    );
    expect(new Set(tokens).size).toBe(3);
    expect(ids.token(request(0))).toBe(ids.token(request(0)));
  });
});

describe('a TypeID', () => {
  test('is a version 7 UUID that starts with the instant', () => {
    const text = ids.typeId(request(3, 'pev'));
    expect(text).toMatch(/^pev_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const uuid = Array.from(text.slice(4)).reduce(
      (sum, digit) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)),
      0n,
    );
    const hex = uuid.toString(16).padStart(32, '0');
    expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(at);
    expect(hex[12]).toBe('7');
    expect('89ab').toContain(hex[16]);
  });

  test('sorts by instant, then by count, and is unique', () => {
    const made = Array.from({ length: 3000 }, (_, count) => ids.typeId(request(count, 'pev')));
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(3000);
    expect(ids.typeId({ ...request(0, 'pev'), at: epochMs(at + 1) }) > made.at(-1)!).toBe(true);
  });
});

describe('randomness', () => {
  const random = createSeededRandom();

  test('returns uniform numbers from 0 to below 1', () => {
    const tenths = new Array<number>(10).fill(0);
    let state = random.start(7);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const next = random.next(state);
      tenths[Math.floor(next.value * 10)]! += 1;
      state = next.state;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(800);
    expect(tenths.reduce((sum, count) => sum + count)).toBe(10_000);
  });

  test('is determined by the seed', () => {
    expect(random.next(random.start(1))).toEqual(random.next(random.start(1)));
    expect(random.start(1)).not.toBe(random.start(2));
  });
});
