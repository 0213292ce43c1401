/** C10: compares the response times of operations with each other, after the run. */
import type { Exchange } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import { operationById, operationOf, type Operation } from '../schema-location/operations.ts';
import type { ComparedOperation } from './type-keeper.ts';

/** The response times of an operation. Units: milliseconds. Shape: `slowest` is its slowest exchange. */
interface Times {
  readonly operation: Operation;
  readonly all: number[];
  slowest: Exchange;
}

/** A response below this time is never slow, however fast the others are. Units: milliseconds. */
const LONGEST_QUICK = 1_000;

/** How many times slower than the others an operation may be. */
const MOST_TIMES_SLOWER = 20;

/** The fewest responses that say something about an operation. */
const FEWEST = 3;

/** A typical response above this time is slow if it spends the budget of a run. Units: milliseconds. */
const LONGEST_TYPICAL = 2_000;

/** Collects response times and compares them. */
export interface TimeKeeper {
  see(exchange: Exchange): void;
  /** Shape: `isCutShort` is whether the run has spent its budget. */
  compare(isCutShort: boolean): readonly ComparedOperation[];
}

/** Creates a keeper. Does not count runs, speech, waits, and operations that call other servers. */
export function createTimeKeeper(): TimeKeeper {
  const byOperation = new Map<string, Times>();
  return {
    see(exchange) {
      const { request, response, durationMs } = exchange;
      const { operation: id, method, path } = request;
      const operation = (id === null ? undefined : operationById(id)) ?? operationOf(method, path);
      if (operation === null || response === null || !isComparable(operation, path, response.status)) return;
      const times = byOperation.get(operation.id);
      if (times === undefined) {
        byOperation.set(operation.id, { operation, all: [durationMs], slowest: exchange });
        return;
      }
      times.all.push(durationMs);
      if (durationMs > times.slowest.durationMs) times.slowest = exchange;
    },
    compare(isCutShort) {
      const slow = isCutShort ? findSlowService([...byOperation.values()]) : null;
      if (slow !== null) return [slow];
      const known = [...byOperation.values()].filter(({ all }) => all.length >= FEWEST);
      if (known.length < FEWEST) return [];
      // Why: the first responses of a service are slower, and one slow response says nothing; medians ignore both.
      const typical = medianOf(known.map(({ all }) => medianOf(all)));
      return known.map(({ operation, all, slowest }) => {
        const median = medianOf(all);
        const isSlow = median > LONGEST_QUICK && median > MOST_TIMES_SLOWER * typical;
        return { subject: operation.id, exchange: slowest, problems: isSlow ? [problemOf(operation)] : [] };
      });
    },
  };
}

/** Why only if the budget is spent: a slow connection is no defect of a service. */
function findSlowService(operations: readonly Times[]): ComparedOperation | null {
  const median = medianOf(operations.flatMap(({ all }) => all));
  const [first] = operations;
  if (first === undefined || median < LONGEST_TYPICAL) return null;
  const start = `The typical response takes ${(median / 1_000).toFixed(1)} seconds`;
  const message = `${start}, so that the time of the run was spent before all checks were carried out.`;
  return {
    subject: first.operation.id,
    problems: [{ message, stable: 'The typical response is slow.', at: 'response' }],
    exchange: first.slowest,
  };
}

function problemOf({ id }: Operation): Problem {
  return {
    message: `${id} takes more than a second and more than ${MOST_TIMES_SLOWER} times as long as other operations.`,
    at: 'response',
  };
}

/** Returns whether a response only takes the time of the service. Why errors of runs: nothing is run for them. */
function isComparable({ stream, responses, tag }: Operation, path: string, status: number): boolean {
  const isRemote = responses.some((declared) => declared.status === 502);
  const takesTime = stream !== null || path.includes('/voice');
  const isRejected = status >= 400 && status < 500;
  return (isRejected || !takesTime) && !isRemote && tag !== 'Registration' && !path.includes('waitMs=');
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
