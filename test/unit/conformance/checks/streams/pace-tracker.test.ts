/** S17 over all streams of a run. */
import { expect, it } from 'vitest';
import { agentPlatformContract } from '../../../../../conformance/agent-platform/contract.ts';
import { paceTracker } from '../../../../../conformance/agent-platform/streams/pace-tracker.ts';
import type { Exchange, StreamFrame } from '../../../../../conformance/model/exchange.ts';
import { exchangeOf, seenExchange } from '../responses/exchanges.ts';

const start = Date.parse('2026-03-04T09:12:40.000Z');

/** Makes a run of `durationMs` whose two events arrive at these times. */
function runOf(durationMs: number, [first, last]: readonly [number, number]): Exchange {
  const values = [
    { type: 'execution_start', startedAt: new Date(start).toISOString() },
    { type: 'execution_complete', completedAt: new Date(start + durationMs).toISOString() },
  ];
  const frames = values.map((value, index): StreamFrame => {
    const at = index === 0 ? first : last;
    return { number: index + 1, at, event: null, id: null, data: '', size: 0, value, problem: null };
  });
  const stream = { raw: '', chunks: [], frames, end: 'closed', rest: '' } as const;
  return exchangeOf('executeAgent', { status: 200, body: { kind: 'stream', stream } });
}

it.each([
  ['arrive at their end', runOf(60, [61, 61]), 6, 1],
  ['arrive while they run', runOf(60, [2, 61]), 6, 0],
  ['take little time together', runOf(60, [61, 61]), 4, null],
  ['are short', runOf(10, [11, 11]), 60, null],
  ['took longer than their response, by a clock that is ahead', runOf(60, [5, 5]), 6, null],
])('the pace of all streams is compared for runs that %s', (_, exchange, times, expected) => {
  const tracker = paceTracker.open(agentPlatformContract);
  for (let time = 0; time < times; time += 1) void tracker.take(seenExchange(exchange));
  expect(tracker.compare?.(false)[0]?.problems.length ?? null).toBe(expected);
});
