/**
 * S17: the events of a run that takes time do not arrive all at once. After the run, also compares the duration of the
 * runs of all streams with the time in which their events arrived.
 */
import type { Exchange, StreamCapture } from '../../model/exchange.ts';
import type { ExchangeComparison, ExchangeRule, OperationExchange } from '../../model/exchange-rule.ts';
import type { CheckResult, Problem } from '../../model/finding.ts';
import { propertyOf, textOf } from '../../model/json-fields.ts';
import { rowFor } from './stream-operations.ts';

/** Shorter runs are ignored: their events may be sent with one write. Units: milliseconds. */
const MIN_RUN = 20;

/** The minimum number of streams, and the minimum total duration of their runs. Units: milliseconds. */
const MIN_STREAMS = 3;
const MIN_TOTAL = 300;

/** The part of the duration of runs in which the events of a buffered stream may still arrive. */
const MAX_SHARE = 0.05;

/** S17. Counts streams that start a run and end with it. */
export const paceTracker: ExchangeRule = {
  open() {
    const tracker = new PaceTracker();
    return {
      take(seen) {
        tracker.take(seen);
        return [];
      },
      compare: () => tracker.compare(),
    };
  },
};

class PaceTracker {
  #count = 0;
  #claimed = 0;
  #visible = 0;
  #longest: { readonly exchange: Exchange; readonly ms: number } | null = null;

  take({ exchange, operation }: OperationExchange): void {
    const { request, response } = exchange;
    if (request.operation === null || operation.stream === null || response?.body.kind !== 'stream') return;
    const { frames, end } = response.body.stream;
    const [first, last] = [frames[0], frames.at(-1)];
    if (end !== 'closed' || rowFor(operation).runEntry !== 'start') return;
    if (first === undefined || last === undefined) return;
    const ms = durationOf(frames.map(({ value }) => value));
    // Why: the clock of a service can be ahead of ours, as that of a mock.
    if (ms < MIN_RUN || last.at < ms) return;
    this.#count += 1;
    this.#claimed += ms;
    this.#visible += last.at - first.at;
    if (this.#longest === null || ms > this.#longest.ms) this.#longest = { exchange, ms };
  }

  /** Shape: empty if the runs took too little time together. */
  compare(): readonly ExchangeComparison[] {
    if (this.#longest === null || this.#count < MIN_STREAMS || this.#claimed < MIN_TOTAL) return [];
    const message = `The events of ${this.#count} runs that took ${Math.round(this.#claimed)} ms together arrived within ${Math.round(this.#visible)} ms, each time at the end of its run.`;
    const isBuffered = this.#visible < this.#claimed * MAX_SHARE;
    const problems = isBuffered
      ? [{ message, stable: 'The events of runs that take time arrive at their end.', at: 'stream' }]
      : [];
    const { exchange } = this.#longest;
    return [{ check: 'S17', subject: 'executeAgent', problems, exchange, label: 'the longest run' }];
  }
}

/** Returns the duration of a run according to its events; 0 if they do not specify it. */
function durationOf(events: readonly unknown[]): number {
  const start = Date.parse(textOf(events[0], 'startedAt') ?? '');
  const end = Date.parse(textOf(events.at(-1), 'completedAt') ?? '');
  const durationMs = propertyOf(events.at(-1), 'durationMs');
  if (!Number.isNaN(end - start)) return end - start;
  return typeof durationMs === 'number' ? durationMs : 0;
}

/** The duration up to which a stream counts as sent all at once. Units: milliseconds. */
const AT_ONCE_MS = 10;

/** Checks the pace of a whole stream whose run takes time. */
export function checkFlush({ frames, end }: Pick<StreamCapture, 'frames' | 'end'>): CheckResult | null {
  if (end !== 'closed') return null;
  const problems = problemsOf(frames[0]?.at, frames.at(-1)?.at, frames.length);
  return problems === null ? null : { check: 'S17', problems };
}

function problemsOf(
  first: number | undefined,
  last: number | undefined,
  count: number,
): readonly Problem[] | null {
  if (first === undefined || last === undefined || count < 2) return null;
  if (last - first > AT_ONCE_MS) return [];
  return [{ message: 'All events of a run that takes time arrived at once.', at: 'stream' }];
}
