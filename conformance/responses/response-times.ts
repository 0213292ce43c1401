/** C10: compares the response times of operations with each other, after the run. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeComparison, ExchangeRule, RunningExchangeRule } from '../model/exchange-rule.ts';
import type { Problem } from '../model/finding.ts';
import type { ResponseTraits } from './response-traits.ts';

/** The response times of an operation. Units: milliseconds. Shape: `slowest` is its slowest exchange. */
interface Times {
  readonly operation: OperationSpec;
  readonly all: number[];
  slowest: Exchange;
}

/** A response below this time is never slow, however fast the others are. Units: milliseconds. */
const MAX_QUICK = 1_000;

/** How many times slower than the others an operation may be. */
const MAX_TIMES_SLOWER = 20;

/** The minimum number of responses that is meaningful for an operation. */
const MIN_RESPONSES = 3;

/** A typical response above this time is slow if it spends the budget of a run. Units: milliseconds. */
const MAX_TYPICAL = 2_000;

/**
 * Creates the rule that collects response times and compares them. Does not count streams, and operations that wait or
 * call other servers.
 */
export function createTimeTracker(traits: ResponseTraits): ExchangeRule {
  return { open: () => openTracker(traits) };
}

function openTracker(traits: ResponseTraits): RunningExchangeRule {
  const byOperation = new Map<string, Times>();
  return {
    take({ exchange, operation }) {
      const { request, response, durationMs } = exchange;
      if (response === null || !isComparable(traits, operation, request.path, response.status)) return [];
      const times = byOperation.get(operation.id);
      if (times === undefined) {
        byOperation.set(operation.id, { operation, all: [durationMs], slowest: exchange });
        return [];
      }
      times.all.push(durationMs);
      if (durationMs > times.slowest.durationMs) times.slowest = exchange;
      return [];
    },
    compare: (isCutShort) => compareTimes([...byOperation.values()], isCutShort),
  };
}

function compareTimes(operations: readonly Times[], isCutShort: boolean): readonly ExchangeComparison[] {
  const slow = isCutShort ? findSlowService(operations) : null;
  if (slow !== null) return [slow];
  const measured = operations.filter(({ all }) => all.length >= MIN_RESPONSES);
  if (measured.length < MIN_RESPONSES) return [];
  // Why: the first responses of a service are slower, and a single slow response means nothing; medians ignore both.
  const typical = medianOf(measured.map(({ all }) => medianOf(all)));
  return measured.map(({ operation, all, slowest }) => {
    const median = medianOf(all);
    const isSlow = median > MAX_QUICK && median > MAX_TIMES_SLOWER * typical;
    const problems = isSlow ? [problemOf(operation)] : [];
    return { check: 'C10', subject: operation.id, exchange: slowest, problems };
  });
}

/** Why only if the budget is spent: a slow connection is not a defect of a service. */
function findSlowService(operations: readonly Times[]): ExchangeComparison | null {
  const median = medianOf(operations.flatMap(({ all }) => all));
  const [first] = operations;
  if (first === undefined || median < MAX_TYPICAL) return null;
  const start = `The typical response takes ${(median / 1_000).toFixed(1)} seconds`;
  const message = `${start}, so that the time of the run was spent before all checks were carried out.`;
  return {
    check: 'C10',
    subject: first.operation.id,
    problems: [{ message, stable: 'The typical response is slow.', at: 'response' }],
    exchange: first.slowest,
  };
}

function problemOf({ id }: OperationSpec): Problem {
  return {
    message: `${id} takes more than a second and more than ${MAX_TIMES_SLOWER} times as long as other operations.`,
    at: 'response',
  };
}

/** Returns whether a response only takes the time of the service. Why errors of streams: nothing is run for them. */
function isComparable(
  { takesTime }: ResponseTraits,
  operation: OperationSpec,
  path: string,
  status: number,
): boolean {
  const isRemote = operation.responses.some((declared) => declared.status === 502);
  const isRejected = status >= 400 && status < 500;
  const isStream = operation.stream !== null && !isRejected;
  return !isStream && !isRemote && !takesTime(operation, path, status);
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
