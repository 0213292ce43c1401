/**
 * What will happen later, as data in the state. Only types; `transaction.ts` starts timers, `engine.ts` fires them.
 */
import type { Target } from '../machine/trigger.ts';
import type { DurationMs, EpochMs } from './units.ts';

/**
 * A trigger that waits for its instant.
 *
 * Shape: `key` is unique in its world; `payload` is plain JSON or `null`; timers due at one instant fire by key.
 * `wait` marks those that only slow a client down (pace, pings): they fire at the latest after the same span of real
 * time, so that a frozen world does not hang; all others fire by the world's time alone.
 */
export interface Timer {
  readonly key: string;
  readonly due: EpochMs;
  readonly target: Target;
  readonly trigger: string;
  readonly payload: unknown;
  readonly wait: boolean;
}

/** A timer to be started: due `after` a span from the transaction's instant, or at an instant of its own. */
export type TimerStart = {
  readonly key: string;
  readonly target: Target;
  readonly trigger: string;
  readonly payload?: unknown;
  readonly wait?: boolean;
} & (
  { readonly after: DurationMs; readonly due?: never } | { readonly due: EpochMs; readonly after?: never }
);
