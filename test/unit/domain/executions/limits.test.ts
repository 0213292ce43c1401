import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admitContinuation,
  admitStart,
  burstRates,
  testKeyLimits,
} from '../../../../mock/agent-platform/domain/executions/limits.ts';
import type { LimitedKey } from '../../../../mock/agent-platform/domain/executions/limits.ts';
import { milliseconds } from '../../../../mock/kernel/time/time.ts';
import type { World } from '../../../../mock/kernel/world/world.ts';
import { openTestWorld, testStart } from '../../../support/domain-world.ts';

const testKey: LimitedKey = { id: 'key_1', environment: 'test', plan: 'standard' };
const burstKey: LimitedKey = { id: 'key_2', environment: 'live', plan: 'burst' };

const start = (world: World, key: LimitedKey | null) => world.dispatch((tx) => admitStart(tx, key));

describe('the caps of a test key', () => {
  it('admit the same number of starts per day as a counter per day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ hours: fc.integer({ min: 0, max: 30 }), starts: fc.integer({ min: 0, max: 12 }) }),
          {
            maxLength: 30,
          },
        ),
        async (rounds) => {
          const world = await openTestWorld();
          const perDay = new Map<number, number>();
          let lifetime = 0;
          for (const { hours, starts } of rounds) {
            await world.advance(milliseconds(hours * 3_600_000));
            const day = Math.floor(world.now / 86_400_000);
            for (let count = 0; count < starts; count += 1) {
              const used = perDay.get(day) ?? 0;
              const expected = used < testKeyLimits.day && lifetime < testKeyLimits.lifetime;
              expect((await start(world, testKey)).ok).toBe(expected);
              if (expected) perDay.set(day, used + 1);
              if (expected) lifetime += 1;
            }
          }
          await world.close();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('return the time until the next day', async () => {
    const world = await openTestWorld();
    for (let count = 0; count < testKeyLimits.day; count += 1) await start(world, testKey);
    const untilMidnight = 86_400 - ((testStart / 1000) % 86_400);
    expect(await start(world, testKey)).toMatchObject({
      ok: false,
      error: { code: 'EXECUTION_LIMIT_REACHED', retryAfter: untilMidnight, window: null },
    });
  });
});

describe('the burst rate of a plan', () => {
  it('counts starts and continuations per second', async () => {
    const world = await openTestWorld();
    for (let used = 1; used <= burstRates.burst; used += 1) {
      const admit = used % 2 === 0 ? admitStart : admitContinuation;
      expect(await world.dispatch((tx) => admit(tx, burstKey))).toEqual({
        ok: true,
        value: { limit: 5, remaining: 5 - used, reset: 1 },
      });
    }
    expect(await start(world, burstKey)).toMatchObject({
      error: { retryAfter: 1, window: { remaining: 0 } },
    });
    await world.advance(milliseconds(999));
    expect((await start(world, burstKey)).ok).toBe(false);
    await world.advance(milliseconds(1));
    expect(await start(world, burstKey)).toMatchObject({ value: { remaining: 4 } });
  });
});
