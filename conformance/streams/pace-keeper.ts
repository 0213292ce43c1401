/** S17: compares how long the runs of all streams took with the time in which their events arrived, after the run. */
import type { Exchange } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import { operationById } from '../schema-location/operations.ts';
import { propertyOf, textOf } from '../agent-platform/scenarios/read-value.ts';
import { readStreamRequest } from './stream-request.ts';

/** The result for all streams. Shape: `exchange` is the stream of the longest run. */
export interface PaceResult {
  readonly problems: readonly Problem[];
  readonly exchange: Exchange;
}

/** Collects streams and compares them. */
export interface PaceKeeper {
  see(exchange: Exchange): void;
  /** Shape: `null` if the runs took too little time together. */
  compare(): PaceResult | null;
}

/** Shorter runs say nothing: their events may be sent with one write. Units: milliseconds. */
const SHORTEST = 20;

/** The fewest streams, and how long their runs took together. Units: milliseconds. */
const FEWEST = 3;
const LONG_TOGETHER = 300;

/** The part of the duration of runs in which the events of a buffered stream may still arrive. */
const LARGEST_PART = 0.05;

/** Creates a keeper. Counts streams that start a run and end with it. */
export function createPaceKeeper(): PaceKeeper {
  let count = 0;
  let claimed = 0;
  let visible = 0;
  let longest: { readonly exchange: Exchange; readonly ms: number } | null = null;
  return {
    see(exchange) {
      const { request, response } = exchange;
      const operation = request.operation === null ? undefined : operationById(request.operation);
      if (operation?.stream == null || response?.body.kind !== 'stream') return;
      const { frames, end } = response.body.stream;
      const [first, last] = [frames[0], frames.at(-1)];
      if (end !== 'closed' || readStreamRequest(operation, request).runEntry !== 'start') return;
      if (first === undefined || last === undefined) return;
      const ms = durationOf(frames.map(({ value }) => value));
      // Why: the clock of a service can be ahead of ours, as that of a mock.
      if (ms < SHORTEST || last.at < ms) return;
      count += 1;
      claimed += ms;
      visible += last.at - first.at;
      if (longest === null || ms > longest.ms) longest = { exchange, ms };
    },
    compare() {
      if (longest === null || count < FEWEST || claimed < LONG_TOGETHER) return null;
      const message = `The events of ${count} runs that took ${Math.round(claimed)} ms together arrived within ${Math.round(visible)} ms, each time at the end of its run.`;
      const isBuffered = visible < claimed * LARGEST_PART;
      const problems = isBuffered
        ? [{ message, stable: 'The events of runs that take time arrive at their end.', at: 'stream' }]
        : [];
      return { problems, exchange: longest.exchange };
    },
  };
}

/** Returns how long a run took by its own events, 0 if they do not say. */
function durationOf(events: readonly unknown[]): number {
  const start = Date.parse(textOf(events[0], 'startedAt') ?? '');
  const end = Date.parse(textOf(events.at(-1), 'completedAt') ?? '');
  const durationMs = propertyOf(events.at(-1), 'durationMs');
  if (!Number.isNaN(end - start)) return end - start;
  return typeof durationMs === 'number' ? durationMs : 0;
}
