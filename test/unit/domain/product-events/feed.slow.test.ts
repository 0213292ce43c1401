import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emitProductEvent,
  eventRetention,
  feedSignal,
} from '../../../../mock/agent-platform/domain/product-events/emit.ts';
import { productEventNames } from '../../../../mock/agent-platform/domain/product-events/catalogue.ts';
import type {
  EventFilters,
  ProductEventData,
} from '../../../../mock/agent-platform/domain/product-events/catalogue.ts';
import { productEvents } from '../../../../mock/agent-platform/domain/product-events/record.ts';
import type { ProductEventRecord } from '../../../../mock/agent-platform/domain/product-events/record.ts';
import { newestCursor, readFeed } from '../../../../mock/agent-platform/domain/product-events/feed.ts';
import type { FeedQuery } from '../../../../mock/agent-platform/domain/product-events/feed.ts';
import type { JsonMap } from '../../../../mock/kernel/json.ts';
import { ok } from '../../../../mock/kernel/transaction/result.ts';
import { after, days, hours, milliseconds, minutes, seconds } from '../../../../mock/kernel/time/time.ts';
import type { DurationMs } from '../../../../mock/kernel/time/time.ts';
import { View, type Scan, type RecordSource } from '../../../../mock/kernel/store/view.ts';
import type { StoredRecord } from '../../../../mock/kernel/store/collection.ts';
import type { World } from '../../../../mock/kernel/world/world.ts';
import { openTestWorld } from '../../../support/domain-world.ts';
import { expectedEvents, expectedPage } from '../../../support/feed-model.ts';

type Name = (typeof productEventNames)[number];

/** Something that happens `pause` milliseconds after the previous one and is reported `late` milliseconds after it happened. */
interface Happening {
  readonly name: Name;
  readonly data: JsonMap;
  readonly pause: number;
  readonly late: number;
}

const workspaceId = 'org_studio';

async function happen(
  world: World,
  happenings: readonly Happening[],
): Promise<readonly ProductEventRecord[]> {
  const feed: ProductEventRecord[] = [];
  for (const { name, data, pause, late } of happenings) {
    if (pause > 0) await world.advance(milliseconds(pause));
    const emitted = await world.dispatch<ProductEventRecord, never>((tx) =>
      ok(
        emitProductEvent(tx, {
          workspaceId,
          name,
          data: data as ProductEventData<Name>,
          at: after(tx.at, milliseconds(-late)),
        }),
      ),
    );
    if (emitted.ok) feed.push(emitted.value);
  }
  return feed;
}

const everything: FeedQuery = {
  workspaceId,
  names: productEventNames,
  after: 0n,
  limit: 50,
  filters: {},
  maxAge: null,
};

const read = (world: World, query: Partial<FeedQuery> = {}) =>
  world.query((view, at) => readFeed(view, { ...everything, ...query }, at));
const cursorsOf = ({ events }: { readonly events: readonly ProductEventRecord[] }) =>
  events.map(({ cursor }) => cursor);
const failure = (pause: number, more: JsonMap = {}): Happening => ({
  name: 'svc.execution.failed',
  data: { executionId: 'exec_1', summary: 'It failed.', agentId: 'agent_1', ...more },
  pause,
  late: 0,
});

const id = fc.constantFrom('a', 'b');
const maybeId = fc.option(id, { nil: undefined });
const rate = fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined });

/** Valid data for every event of the catalogue, with ids from a small set so that they coincide. */
const data = fc
  .record({
    executionId: id,
    approvalId: id,
    productId: id,
    scheduleId: id,
    suiteId: id,
    taskId: id,
    agentId: id,
    flowId: maybeId,
    surfaceId: maybeId,
    passRate: rate,
    previousPassRate: rate,
    summary: fc.constant('Something happened.'),
  })
  .map((members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)));

const happening: fc.Arbitrary<Happening> = fc.record({
  name: fc.oneof(fc.constantFrom(...productEventNames), fc.constant<Name>('svc.execution.failed')),
  data,
  pause: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000 })),
  late: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 120_000 }) },
  ),
});

const filters: fc.Arbitrary<EventFilters> = fc.record(
  {
    agentId: id,
    flowId: id,
    productId: id,
    surfaceId: id,
    scheduleId: id,
    suiteId: id,
    taskId: id,
    onlyRegressions: fc.constantFrom('true', 'false'),
    minIntervalMs: fc.constantFrom(0, 1000, 30_000, 60_000, 200_000),
  },
  { requiredKeys: [] },
);
const seldomFilters = fc.oneof(
  fc.constant<EventFilters>({}),
  filters,
  fc.record({ minIntervalMs: fc.integer({ min: 1, max: 200_000 }) }),
);

const query = fc.record({
  names: fc.oneof(
    fc.constant(productEventNames),
    fc.subarray([...productEventNames], { minLength: 1 }),
    fc.constant<readonly Name[]>(['svc.execution.failed']),
  ),
  filters: seldomFilters,
  maxAge: fc.option(
    fc.integer({ min: 0, max: 600_000 }).map((ms) => milliseconds(ms)),
    { nil: null },
  ),
});

describe('a feed', () => {
  // @fact F-4.7-001 F-4.7-005..017 F-4.7-020 F-4.7-023 F-4.7-024
  it('returns the same events as a filter over the whole list, for any query and cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { maxLength: 40, size: 'max' }),
        fc.array(fc.tuple(query, fc.nat(45), fc.integer({ min: 1, max: 12 })), { minLength: 5 }),
        async (happenings, queries) => {
          const world = await openTestWorld();
          const feed = await happen(world, happenings);
          for (const [query, place, limit] of queries) {
            const page = read(world, { ...query, after: BigInt(place), limit });
            const events = expectedEvents(feed, query, world.now);
            const { truncated: _, ...found } = page;
            expect(found).toEqual(expectedPage(events, BigInt(place), limit, feed.length));
          }
          await world.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  // @fact F-4.7-006 F-4.7-020
  it('returns the same sequence of events for any page sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { maxLength: 40, size: 'max' }),
        query,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        async (happenings, query, limits) => {
          const world = await openTestWorld();
          await happen(world, happenings);
          const whole = cursorsOf(read(world, { ...query, limit: 1000 }));
          const rows: number[] = [];
          let place = 0n;
          for (let turn = 0; ; turn += 1) {
            const page = read(world, { ...query, after: place, limit: limits[turn % limits.length] ?? 1 });
            rows.push(...cursorsOf(page));
            expect(page.cursor).toBeGreaterThanOrEqual(place);
            place = page.cursor;
            if (!page.hasMore) break;
            expect(turn).toBeLessThan(60);
          }
          expect(rows).toEqual(whole);
          expect(rows).toEqual([...new Set(rows)].sort((one, other) => one - other));
          await world.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  // @fact F-4.7-022
  it('reports skipped events if and only if a match was skipped or the cursor is ahead of the feed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 30, size: 'max' }),
        fc.constantFrom('a', 'b'),
        fc.integer({ min: 0, max: 600_000 }),
        fc.nat(30),
        async (happenings, agentId, maxAge, place) => {
          const world = await openTestWorld();
          const feed = await happen(world, happenings);
          const query = { ...everything, filters: { agentId }, after: BigInt(place), limit: 1000 };
          const page = read(world, { ...query, maxAge: milliseconds(maxAge) });
          const all = cursorsOf({ events: expectedEvents(feed, query, world.now) });
          const passedOver = all.filter((cursor) => cursor > place).length - page.events.length;
          expect(page.truncated).toBe(passedOver > 0 || place > feed.length);
          await world.close();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('counts cursors separately for each workspace', async () => {
    const world = await openTestWorld();
    const emit = (owner: string) =>
      world.dispatch<number, never>((tx) =>
        ok(
          emitProductEvent(tx, {
            workspaceId: owner,
            name: 'svc.task.completed',
            data: { taskId: 't', summary: 'Done.' },
          }).cursor,
        ),
      );
    expect([await emit('org_1'), await emit('org_2'), await emit('org_1')]).toEqual([ok(1), ok(1), ok(2)]);
    expect(cursorsOf(read(world, { workspaceId: 'org_2' }))).toEqual([1]);
  });

  it('never confuses an entity with another that it is a prefix of', async () => {
    const world = await openTestWorld();
    await happen(world, [failure(0, { agentId: 'agent' }), failure(0, { agentId: 'agent_1' })]);
    expect(cursorsOf(read(world, { filters: { agentId: 'agent' } }))).toEqual([1]);
    expect(cursorsOf(read(world, { filters: { agentId: 'agent\u0001' } }))).toEqual([]);
  });

  it('rejects data that violates the catalogue', async () => {
    const world = await openTestWorld();
    const wrong = { name: 'svc.task.failed', data: { summary: 'No id.' }, pause: 0, late: 0 } as const;
    await expect(happen(world, [wrong])).rejects.toThrow('data.taskId is required');
  });

  it('keeps one notification entry for any number of events', async () => {
    const world = await openTestWorld();
    await happen(world, [failure(0), failure(0), failure(0)]);
    expect(world.query((view) => view.entries(feedSignal(workspaceId)).length)).toBe(1);
  });
});

describe('repeats of a failure', () => {
  const reportedCursors = async (happenings: readonly Happening[], minIntervalMs: number, place = 0n) => {
    const world = await openTestWorld();
    await happen(world, happenings);
    return cursorsOf(read(world, { filters: { minIntervalMs }, after: place, limit: 10_000 }));
  };

  // @fact F-4.7-017
  it('are reported once per interval, which starts with each reported one', async () => {
    const row = [0, 40_000, 20_000, 59_000, 1000].map((pause) => failure(pause));
    expect(await reportedCursors(row, 60_000)).toEqual([1, 3, 5]);
  });

  it('are eventually reported again if they never pause', async () => {
    const storm = Array.from({ length: 1100 }, () => failure(0));
    expect(await reportedCursors(storm, 60_000)).toEqual([1, 513, 1025]);
    expect(await reportedCursors(storm, 60_000, 700n)).toEqual([1025]);
  });
});

describe('the retention of seven days', () => {
  const retained = async () => {
    const world = await openTestWorld();
    await happen(world, [failure(0), failure(minutes(10)), failure(minutes(10))]);
    return { world, count: () => world.query((view) => view.count(productEvents)) };
  };
  const until = (world: World, age: DurationMs) => world.advance(milliseconds(eventRetention - age));

  // @fact F-4.7-026 F-8-012
  it('limits how long an event is visible, to the millisecond', async () => {
    const { world } = await retained();
    await until(world, milliseconds(minutes(20) + 1));
    expect(cursorsOf(read(world))).toEqual([1, 2, 3]);
    await world.advance(milliseconds(1));
    expect(read(world)).toMatchObject({ cursor: 3n, truncated: true });
    expect(cursorsOf(read(world))).toEqual([2, 3]);
    expect(read(world, { after: 1n }).truncated).toBe(false);
  });

  it('is followed by the deletion of the event within an hour', async () => {
    const { world, count } = await retained();
    await world.advance(milliseconds(eventRetention + hours(1)));
    expect(count()).toBe(0);
    expect(read(world)).toEqual({ events: [], cursor: 3n, hasMore: false, truncated: true });
    expect(read(world, { after: 3n }).truncated).toBe(false);
    await happen(world, [failure(0)]);
    expect(cursorsOf(read(world, { after: 3n }))).toEqual([4]);
    await world.advance(days(8));
    expect(count()).toBe(0);
  });

  it('starts when an event happened, even if it is reported late', async () => {
    const { world } = await retained();
    await happen(world, [{ ...failure(0), late: days(8) }, failure(seconds(1))]);
    expect(cursorsOf(read(world))).toEqual([1, 2, 3, 5]);
    expect(read(world, { after: 3n })).toMatchObject({ cursor: 5n, truncated: true });
    expect(read(world, { after: 4n }).truncated).toBe(false);
  });
});

describe('a page', () => {
  class CountingView extends View {
    read = 0;

    override scan<R extends StoredRecord>(source: RecordSource<R>, scan?: Scan): readonly R[] {
      const records = super.scan(source, scan);
      this.read += records.length;
      return records;
    }
  }

  it('costs no more than its size, in a feed of thirty thousand', async () => {
    const world = await openTestWorld();
    const size = 30_000;
    await world.dispatch((tx) => {
      for (let number = 0; number < size; number += 1) {
        const at = after(tx.at, milliseconds(number - size));
        const agentId = `agent_${number % 100}`;
        if (number % 3 === 0)
          emitProductEvent(tx, {
            workspaceId,
            at,
            name: 'svc.task.failed',
            data: { taskId: `task_${number}`, agentId, summary: 'No.' },
          });
        else
          emitProductEvent(tx, {
            workspaceId,
            at,
            name: 'svc.execution.failed',
            data: { executionId: `exec_${number}`, agentId, summary: 'No.' },
          });
      }
      return ok(null);
    });
    const queries: readonly Partial<FeedQuery>[] = [
      {},
      { after: 15_000n },
      { after: 29_990n },
      { names: ['svc.task.failed'], after: 12_345n },
      { filters: { agentId: 'agent_7' }, after: 20_000n },
      { filters: { taskId: 'task_29997' } },
      { filters: { agentId: 'nobody' } },
      { names: ['svc.schedule.run_failed'] },
      { maxAge: milliseconds(20) },
      { filters: { minIntervalMs: 50 }, after: 15_000n },
    ];
    for (const query of queries) {
      const view = new CountingView(world.snapshot());
      readFeed(view, { ...everything, ...query }, world.now);
      expect(view.read).toBeLessThan(50 * 20);
    }
    expect(world.query((view) => newestCursor(view, workspaceId))).toBe(size);
  });
});
