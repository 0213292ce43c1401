/** A job queue: one after the other, whether they finish immediately or later. */
import { describe, expect, test } from 'vitest';
import { Queue } from '../../../mock/kernel/async.ts';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a queue', () => {
  test('runs a job immediately if the queue is empty', async () => {
    const done: string[] = [];
    const outcome = new Queue().run(() => done.push('job'));
    expect(done).toEqual(['job']);
    expect(await outcome).toBe(1);
  });

  test('runs jobs in order, even if one of them has to wait', async () => {
    const queue = new Queue();
    const done: string[] = [];
    await Promise.all([
      queue.run(async () => {
        await soon();
        done.push('first');
      }),
      queue.run(() => done.push('second')),
      queue.run(() => soon().then(() => done.push('third'))),
      queue.run(() => done.push('fourth')),
    ]);
    expect(done).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('runs a job queued by another job after that job, whether it finishes immediately or later', async () => {
    const queue = new Queue();
    const done: string[] = [];
    let inner: Promise<unknown> = Promise.resolve();
    await queue.run(async () => {
      inner = queue.run(() => done.push('inner'));
      await soon();
      done.push('outer');
    });
    await inner;
    await queue.run(() => {
      inner = queue.run(() => done.push('inner of a short one'));
      done.push('short one');
    });
    await inner;
    expect(done).toEqual(['outer', 'inner', 'short one', 'inner of a short one']);
  });

  test('continues after jobs that throw and jobs that reject', async () => {
    const queue = new Queue();
    const thrown = queue.run(() => {
      throw new Error('thrown');
    });
    const rejected = queue.run(() => Promise.reject(new Error('rejected')));
    const last = queue.run(() => 'last');
    await expect(thrown).rejects.toThrow('thrown');
    await expect(rejected).rejects.toThrow('rejected');
    expect(await last).toBe('last');
  });

  test('supports a hundred thousand jobs', async () => {
    const queue = new Queue();
    let count = 0;
    void queue.run(soon);
    const line = Array.from({ length: 100_000 }, () => queue.run(() => (count += 1)));
    await Promise.all(line);
    expect(count).toBe(100_000);
  });
});
