/** The budget of a run: requests, requests per second, seconds. All requests of a run share it. */

/**
 * The limits of a run.
 *
 * Units: `requests` in total, `perSecond` requests per second, `seconds` of the whole run; `null` is no limit.
 */
export interface Budget {
  readonly requests: number;
  readonly perSecond: number | null;
  readonly seconds: number;
}

/** Thrown instead of sending a request that the budget no longer covers. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
}

/** Admits requests while the budget lasts. */
export interface BudgetTracker {
  /**
   * Waits for the turn of the next request and returns its number, from 1.
   *
   * Errors: rejects with BudgetSpentError when requests or time are used up.
   */
  take(): Promise<number>;
  /** Number of admitted requests. */
  readonly spent: number;
  /** Returns the time since the run began. Units: milliseconds. */
  elapsed(): number;
  /** Returns why no more requests are sent, once the signal has fired. */
  reason(): string;
  /**
   * Counts the pause after which a stream was no longer read; `openStream` is its operation if it sent no event.
   * Units: milliseconds.
   */
  countPause(ms: number, openStream: string | null): void;
  /** Returns the longest pause for which the next stream of an operation is read. Units: milliseconds. */
  longestPause(operation: string | null): number;
  /** Returns what limits apart from the requested ones had an effect. Shape: sentences, often empty. */
  notices(): readonly string[];
  /** Aborts when the run must end immediately. */
  readonly signal: AbortSignal;
}

/** The part of a run that it may wait for streams that stay open without an event. */
const SHARE_OF_PAUSES = 0.01;

/** The pause for which each stream is read after that. Units: milliseconds. */
const SHORT_PAUSE_MS = 2_000;

/** The pause for which a stream is read whose operation keeps streams open. Units: milliseconds. */
const OPEN_PAUSE_MS = 1_000;

/** The maximum delay of a timer. Units: milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Creates a budget and starts its clock. `signal` ends the budget when it aborts. */
export function createBudget({ requests, perSecond, seconds }: Budget, signal?: AbortSignal): BudgetTracker {
  const start = performance.now();
  const timeUp = AbortSignal.timeout(Math.min(seconds * 1_000, MAX_TIMER));
  const reason = (): string =>
    signal?.aborted === true ? 'The run was stopped.' : `The budget of ${seconds} seconds is spent.`;
  const gap = perSecond === null ? 0 : 1_000 / perSecond;
  let spent = 0;
  let pauses = 0;
  let paused = 0;
  const openStreams = new Set<string>();
  let next = start;
  let turnOfLoop: Promise<void> | null = null;

  /** Why: requests to a service in this process need no turn of the event loop; timers would never run. */
  function nextTurn(): Promise<void> {
    // Why a single one: concurrent requests must stay concurrent.
    turnOfLoop ??= new Promise((resolve) => {
      setImmediate(() => {
        turnOfLoop = null;
        resolve();
      });
    });
    return turnOfLoop;
  }

  return {
    async take() {
      if (signal?.aborted === true) throw new BudgetSpentError(reason());
      if (spent >= requests) throw new BudgetSpentError(`The budget of ${requests} requests is spent.`);
      const now = performance.now();
      const turn = Math.max(now, next);
      if (turn - start > seconds * 1_000) throw new BudgetSpentError(reason());
      const number = ++spent;
      next = turn + gap;
      if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now));
      else await nextTurn();
      return number;
    },
    get spent() {
      return spent;
    },
    elapsed: () => performance.now() - start,
    countPause(ms, openStream) {
      pauses += 1;
      paused += ms;
      if (openStream !== null) openStreams.add(openStream);
    },
    longestPause: (operation) =>
      operation !== null && openStreams.has(operation)
        ? OPEN_PAUSE_MS
        : Math.max(SHORT_PAUSE_MS, seconds * 1_000 * SHARE_OF_PAUSES - paused),
    notices: () =>
      pauses === 0
        ? []
        : [
            `Streams stayed open without a further event ${pauses === 1 ? 'once' : `${pauses} times`}: the run read no further after ${Math.round(paused / 1_000)} seconds in all. Later events were not checked.`,
          ],
    signal: signal === undefined ? timeUp : AbortSignal.any([signal, timeUp]),
    reason,
  };
}
