/** What a run may spend: requests, requests a second, seconds. Kept for all of a run's requests together. */

/**
 * How much a run may do.
 *
 * Units: `requests` in all, `perSecond` of them, `seconds` of the whole run; `null` is no limit.
 */
export interface Budget {
  readonly requests: number;
  readonly perSecond: number | null;
  readonly seconds: number;
}

/** Thrown instead of sending what the budget no longer covers. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
}

/** Lets requests through while the budget lasts. */
export interface BudgetKeeper {
  /**
   * Waits for the next request's turn, and answers which request it is, counted from 1.
   *
   * Errors: rejects with BudgetSpentError when requests or time are used up.
   */
  take(): Promise<number>;
  /** Requests that were let through. */
  readonly spent: number;
  /** Units: milliseconds since the run began. */
  elapsed(): number;
  /** Why nothing is sent any more, once the signal has fired. */
  reason(): string;
  /** Counts a stream that fell silent for as long as was waited. */
  countSilence(): void;
  /** Streams that fell silent so far. */
  readonly silences: number;
  /** Fires when the run is to end at once; absent where nothing can end it. */
  readonly signal: AbortSignal;
}

/** What timers take at most. Units: milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Starts to count. `signal` ends the budget when it fires. */
export function createBudget({ requests, perSecond, seconds }: Budget, signal?: AbortSignal): BudgetKeeper {
  const start = performance.now();
  const timeUp = AbortSignal.timeout(Math.min(seconds * 1_000, LONGEST_TIMER));
  const reason = (): string =>
    signal?.aborted === true ? 'The run was stopped.' : `The budget of ${seconds} seconds is spent.`;
  const gap = perSecond === null ? 0 : 1_000 / perSecond;
  let spent = 0;
  let silences = 0;
  let next = start;
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
