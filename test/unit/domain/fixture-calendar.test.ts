/** When the history of the fixture ran. Tested below HTTP, where few runs begin just before midnight. */
import { expect, it } from 'vitest';
import { msPerDay, planDaysBefore } from '../../../mock/fixtures/history/calendar.ts';
import type { Streams } from '../../../mock/fixtures/history/chance.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';

/** Streams of numbers that are even enough, each of its own number. */
const streams: Streams = (stream) => {
  let state = (stream * 2_654_435_761 + 1) % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

it('is over an hour before midnight as before any other hour', () => {
  const hour = 3_600_000;
  const midnights = Array.from({ length: 300 }, (_, place) => epochMs((20_000 + place) * msPerDay));
  const late = midnights.flatMap((at) =>
    planDaysBefore(streams, at, 2)
      .flatMap(({ runs, flows }) => [...runs, ...flows])
      .filter(({ startedAt }) => startedAt >= at - hour),
  );
  expect(late).toEqual([]);
});
