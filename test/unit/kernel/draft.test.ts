import { describe, expect, test } from 'vitest';
import { Draft } from '../../../mock/kernel/transaction/transaction.ts';
import { isClosed, segmentOf } from '../../../mock/kernel/log/topic.ts';
import { milliseconds, seq } from '../../../mock/kernel/time/units.ts';
import { blankState, news, nowhere, ports, start } from './support.ts';

const openDraft = (): Draft => new Draft(blankState(), start, ports);

describe('a topic', () => {
  test('counts its entries from 0 and stamps them with the instant of the transaction', () => {
    const draft = openDraft();
    expect([draft.append(news, 7), draft.append(news, 8)]).toEqual([
      { seq: 0, segment: 0, at: start, event: 7 },
      { seq: 1, segment: 0, at: start, event: 8 },
    ]);
  });

  test('goes on in a new segment after a pause, whether it is opened by hand or by an entry', () => {
    const draft = openDraft();
    draft.append(news, 1);
    draft.close(news, 'paused');
    expect(draft.append(news, 2)).toMatchObject({ seq: 1, segment: 1 });
    draft.close(news, 'paused');
    expect(draft.open(news)).toBe(2);
    expect(draft.open(news)).toBe(2);
    expect(draft.topic(news)).toEqual({ status: 'open', firstSeq: 0, nextSeq: 2, starts: [0, 1, 2] });
  });

  test('takes nothing more once it has ended', () => {
    const draft = openDraft();
    draft.close(news, 'ended');
    draft.close(news, 'paused');
    expect(draft.topic(news)?.status).toBe('ended');
    expect(() => draft.append(news, 1)).toThrow('has ended');
    expect(() => draft.open(news)).toThrow('has ended');
  });

  test('keeps counting when its oldest entries are trimmed', () => {
    const draft = openDraft();
    for (const event of [1, 2, 3]) draft.append(news, event);
    draft.trim(news, seq(2));
    draft.trim(news, seq(1));
    expect(draft.entries(news).map(({ event }) => event)).toEqual([3]);
    draft.trim(news, seq(99));
    expect(draft.topic(news)).toMatchObject({ firstSeq: 3, nextSeq: 3 });
    expect(draft.append(news, 4).seq).toBe(3);
  });

  test('begins anew when it was dropped', () => {
    const draft = openDraft();
    draft.append(news, 1);
    draft.close(news, 'ended');
    draft.dropTopic(news);
    expect(draft.topic(news)).toBeUndefined();
    expect(draft.append(news, 2)).toMatchObject({ seq: 0, segment: 0 });
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
  test('is due after a span from the transaction, or at an instant of its own', () => {
    const draft = openDraft();
    const common = { target: nowhere, trigger: 'go' };
    expect(draft.startTimer({ key: 'a', after: milliseconds(5), ...common })).toEqual({
      ...common,
      key: 'a',
      due: start + 5,
      payload: null,
      wait: false,
    });
    expect(draft.startTimer({ key: 'b', due: start, ...common }).due).toBe(start);
  });

  test('takes the place of the one with its key', () => {
    const draft = openDraft();
    for (const span of [5, 9])
      draft.startTimer({ key: 'a', after: milliseconds(span), target: nowhere, trigger: 'go' });
    expect(draft.timer('a')?.due).toBe(start + 9);
    expect([draft.cancelTimer('a'), draft.cancelTimer('a')]).toEqual([true, false]);
    expect(draft.timer('a')).toBeUndefined();
  });
});

test('ids, counters and chance go on where the last transaction left them', () => {
  const draft = openDraft();
  const first = [draft.nextId('note'), draft.nextNumber('visits'), draft.random()];
  const next = new Draft(draft.finish(), start, ports);
  expect(next.nextId('note')).not.toBe(first[0]);
  expect(next.nextNumber('visits')).toBe(1);
  expect(next.random()).not.toBe(first[2]);
  const again = openDraft();
  expect([again.nextId('note'), again.nextNumber('visits'), again.random()]).toEqual(first);
});
