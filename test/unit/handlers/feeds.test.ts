/** The subscriptions that feed handlers share between a world and its readers. */
import { beforeEach, describe, expect, it } from 'vitest';
import { EventQueue } from '../../../mock/control/event-queue.ts';
import { RecordBodies } from '../../../mock/control/record-bodies.ts';
import { createConsoleFeeds, createStreamHandlers } from '../../../mock/control/world-feed.ts';
import type { HandlerContext } from '../../../mock/http/context.ts';
import { MemoryJournal, type JournalListener } from '../../../mock/http/journal/journal.ts';
import { SecretMask } from '../../../mock/http/secrets.ts';
import type { World } from '../../../mock/kernel/world/world.ts';
import { describePlainly } from '../../support/journal.ts';
import { openTestWorld } from '../../support/domain-world.ts';

const bodies = new RecordBodies([], new SecretMask());

class CountingJournal extends MemoryJournal {
  listeners = 0;

  override watch(listener: JournalListener): () => void {
    const leave = super.watch(listener);
    this.listeners++;
    return () => {
      this.listeners--;
      leave();
    };
  }
}

describe('the feed of a world', () => {
  let world: World;
  let journal: CountingJournal;

  beforeEach(async () => {
    world = await openTestWorld();
    journal = new CountingJournal(describePlainly);
  });

  it('subscribes once for any number of readers, and not at all without readers', async () => {
    const feeds = createConsoleFeeds({ journals: { of: () => journal }, bodies });
    expect(journal.listeners).toBe(0);
    const [first, second] = [feeds.follow(world), feeds.follow(world)];
    expect(journal.listeners).toBe(1);
    await first.return();
    expect(journal.listeners).toBe(1);
    second.end();
    expect(journal.listeners).toBe(0);
    const third = feeds.follow(world);
    expect(journal.listeners).toBe(1);
    await world.close();
    expect([(await third.next()).done, journal.listeners]).toEqual([true, 0]);
  });

  it('ends immediately for a reader that subscribes to a closed world', async () => {
    const feeds = createConsoleFeeds({ journals: { of: () => journal }, bodies });
    await world.close();
    expect((await feeds.follow(world).next()).done).toBe(true);
  });

  it.each(['later', 'before'])('releases a reader whose client disconnects %s', async (when) => {
    const { followWorld } = createStreamHandlers(
      createConsoleFeeds({ journals: { of: () => journal }, bodies }),
    );
    const gone = new AbortController();
    if (when === 'before') gone.abort();
    const response = await followWorld({} as never, { world, signal: gone.signal } as HandlerContext);
    expect(response.status).toBe(200);
    gone.abort();
    expect(journal.listeners).toBe(0);
  });
});

function newQueue(): { queue: EventQueue<number>; left: () => number } {
  let count = 0;
  const queue = new EventQueue<number>(() => count++);
  return { queue, left: () => count };
}

describe('the events of a reader', () => {
  it('arrive in one batch if queued, and one by one if the reader waits', async () => {
    const { queue } = newQueue();
    queue.push(1);
    queue.push(2);
    expect(await queue.next()).toEqual({ done: false, value: [1, 2] });
    const waiting = queue.next();
    queue.push(3);
    expect(await waiting).toEqual({ done: false, value: [3] });
  });

  it('are all delivered before the end', async () => {
    const { queue, left } = newQueue();
    queue.push(1);
    queue.end();
    queue.push(2);
    expect([await queue.next(), await queue.next()]).toEqual([
      { done: false, value: [1] },
      { done: true, value: undefined },
    ]);
    expect(left()).toBe(1);
  });

  it('end immediately when the reader leaves, even while it waits', async () => {
    const { queue, left } = newQueue();
    const waiting = queue.next();
    await queue.return();
    expect([await waiting, await queue.next(), left()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
      1,
    ]);
  });

  it('do not accumulate for a reader that never reads', () => {
    const { queue, left } = newQueue();
    for (let event = 0; event < 20_000; event++) queue.push(event);
    expect(left()).toBe(1);
  });
});
