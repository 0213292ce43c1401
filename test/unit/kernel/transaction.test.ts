import { describe, expect, test } from 'vitest';
import { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { isClosed, segmentOf } from '../../../mock/kernel/log/log.ts';
import { milliseconds, seq } from '../../../mock/kernel/time/time.ts';
import { blankState, news, nowhere, ports, start } from './support.ts';

const openTransaction = (): Transaction => new Transaction(blankState(), start, ports);

describe('a topic', () => {
  test('counts its entries from 0 and stamps them with the instant of the transaction', () => {
    const tx = openTransaction();
    expect([tx.append(news, 7), tx.append(news, 8)]).toEqual([
      { seq: 0, segment: 0, at: start, event: 7 },
      { seq: 1, segment: 0, at: start, event: 8 },
    ]);
  });

  test('continues in a new segment after a pause, whether opened explicitly or by an entry', () => {
    const tx = openTransaction();
    tx.append(news, 1);
    tx.close(news, 'paused');
    expect(tx.append(news, 2)).toMatchObject({ seq: 1, segment: 1 });
    tx.close(news, 'paused');
    expect(tx.open(news)).toBe(2);
    expect(tx.open(news)).toBe(2);
    expect(tx.topic(news)).toEqual({ status: 'open', firstSeq: 0, nextSeq: 2, starts: [0, 1, 2] });
  });

  test('accepts no entries after its end', () => {
    const tx = openTransaction();
    tx.close(news, 'ended');
    tx.close(news, 'paused');
    expect(tx.topic(news)?.status).toBe('ended');
    expect(() => tx.append(news, 1)).toThrow('has ended');
    expect(() => tx.open(news)).toThrow('has ended');
  });

  test('keeps counting when its oldest entries are trimmed', () => {
    const tx = openTransaction();
    for (const event of [1, 2, 3]) tx.append(news, event);
    tx.trim(news, seq(2));
    tx.trim(news, seq(1));
    expect(tx.entries(news).map(({ event }) => event)).toEqual([3]);
    tx.trim(news, seq(99));
    expect(tx.topic(news)).toMatchObject({ firstSeq: 3, nextSeq: 3 });
    expect(tx.append(news, 4).seq).toBe(3);
  });

  test('restarts after it was dropped', () => {
    const tx = openTransaction();
    tx.append(news, 1);
    tx.close(news, 'ended');
    tx.dropTopic(news);
    expect(tx.topic(news)).toBeUndefined();
    expect(tx.append(news, 2)).toMatchObject({ seq: 0, segment: 0 });
  });

  test.each([
    ['open', 0, false],
    ['paused', 0, true],
    ['ended', 0, true],
  ] as const)('that is %s in its last segment is closed: %s %s', (status, segment, closed) => {
    const head = { status, firstSeq: seq(0), nextSeq: seq(1), starts: [seq(0)] };
    expect([segmentOf(head), isClosed(head), isClosed(head, segment)]).toEqual([0, closed, closed]);
    const reopened = { ...head, starts: [seq(0), seq(1)] };
    expect([isClosed(reopened, 0), isClosed(reopened, 1), isClosed(reopened, 2)]).toEqual([
      true,
      closed,
      status === 'ended',
    ]);
  });
});

describe('a timer', () => {
  test('is due after a delay from the transaction, or at a given instant', () => {
    const tx = openTransaction();
    const common = { target: nowhere, trigger: 'go' };
    expect(tx.startTimer({ key: 'a', after: milliseconds(5), ...common })).toEqual({
      ...common,
      key: 'a',
      due: start + 5,
      payload: null,
      wait: false,
    });
    expect(tx.startTimer({ key: 'b', due: start, ...common }).due).toBe(start);
  });

  test('replaces the one with the same key', () => {
    const tx = openTransaction();
    for (const span of [5, 9])
      tx.startTimer({ key: 'a', after: milliseconds(span), target: nowhere, trigger: 'go' });
    expect(tx.timer('a')?.due).toBe(start + 9);
    expect([tx.cancelTimer('a'), tx.cancelTimer('a')]).toEqual([true, false]);
    expect(tx.timer('a')).toBeUndefined();
  });
});

test('ids, counters and random numbers continue from the last transaction', () => {
  const tx = openTransaction();
  const first = [tx.nextId('note'), tx.nextNumber('visits'), tx.random()];
  const next = new Transaction(tx.finish(), start, ports);
  expect(next.nextId('note')).not.toBe(first[0]);
  expect(next.nextNumber('visits')).toBe(1);
  expect(next.random()).not.toBe(first[2]);
  const again = openTransaction();
  expect([again.nextId('note'), again.nextNumber('visits'), again.random()]).toEqual(first);
});
