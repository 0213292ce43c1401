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
  /** Counts a stream that ended with an idle timeout. */
  countSilence(): void;
  /** Number of streams that ended with an idle timeout. */
  readonly silences: number;
  /** Aborts when the run must end immediately. */
  readonly signal: AbortSignal;
}

/** The maximum delay of a timer. Units: milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Creates a budget and starts its clock. `signal` ends the budget when it aborts. */
export function createBudget({ requests, perSecond, seconds }: Budget, signal?: AbortSignal): BudgetTracker {
  const start = performance.now();
  const timeUp = AbortSignal.timeout(Math.min(seconds * 1_000, LONGEST_TIMER));
  const reason = (): string =>
    signal?.aborted === true ? 'The run was stopped.' : `The budget of ${seconds} seconds is spent.`;
  const gap = perSecond === null ? 0 : 1_000 / perSecond;
  let spent = 0;
  let silences = 0;
  let next = start;
  let turnOfLoop: Promise<void> | null = null;

  /** Why: requests to a service in this process need no turn of the event loop; timers would never run. */
  function nextTurn(): Promise<void> {
    // Why one for all: requests that are sent at once must stay so.
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
    countSilence: () => {
      silences += 1;
    },
    get silences() {
      return silences;
    },
    signal: signal === undefined ? timeUp : AbortSignal.any([signal, timeUp]),
    reason,
  };
}
