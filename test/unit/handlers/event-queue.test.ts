import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../../mock/handlers/control/console-feed.ts';

function newQueue(): { queue: EventQueue<number>; left: () => number } {
  let count = 0;
  const queue = new EventQueue<number>(() => count++);
  return { queue, left: () => count };
}

describe('the events of a reader', () => {
  it('come as one batch when they have waited, and one by one when he waits', async () => {
    const { queue } = newQueue();
    queue.push(1);
    queue.push(2);
    expect(await queue.next()).toEqual({ done: false, value: [1, 2] });
    const waiting = queue.next();
    queue.push(3);
    expect(await waiting).toEqual({ done: false, value: [3] });
  });

  it('are read to the last before the end', async () => {
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

  it('end at once when he leaves, also while he waits', async () => {
    const { queue, left } = newQueue();
    const waiting = queue.next();
    await queue.return();
    expect([await waiting, await queue.next(), left()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
      1,
    ]);
  });

  it('do not pile up for one who never reads', () => {
    const { queue, left } = newQueue();
    for (let event = 0; event < 20_000; event++) queue.push(event);
    expect(left()).toBe(1);
  });
});
