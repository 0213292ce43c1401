/** When the runs in the fixture history took place. Tested below HTTP, where few runs start just before midnight. */
import { expect, it } from 'vitest';
import { planDaysBefore } from '../../../mock/agent-platform/fixtures/history/calendar.ts';
import type { Streams } from '../../../mock/agent-platform/fixtures/history/chance.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';
import { msPerDay } from '../../../templates/runtime/conversion/durations.ts';

/** Sufficiently uniform random streams, each with its own seed. */
const streams: Streams = (stream) => {
  let state = (stream * 2_654_435_761 + 1) % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

it('the history ends at least an hour before now, even at midnight', () => {
  const hour = 3_600_000;
  const midnights = Array.from({ length: 300 }, (_, place) => epochMs((20_000 + place) * msPerDay));
  const late = midnights.flatMap((at) =>
    planDaysBefore(streams, at, 2)
      .flatMap(({ runs, flows }) => [...runs, ...flows])
      .filter(({ startedAt }) => startedAt >= at - hour),
  );
  expect(late).toEqual([]);
});
