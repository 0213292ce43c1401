/**
 * Triggers, which move machines; timers, which send them later; and effects, which transitions ask for. All of it is data:
 * `machine.ts` carries effects out, transactions start timers, `time/scheduler.ts` fires them.
 */
import type { TopicName } from '../store/state.ts';
import type { DurationMs, EpochMs } from '../time/time.ts';

export interface Trigger {
  readonly type: string;
}

/** A trigger of any machine, written out with whatever properties it has. */
export type AnyTrigger = Trigger | (Trigger & Readonly<Record<string, unknown>>);

export interface Target {
  readonly kind: string;
  readonly id: string;
}

/** One thing that a transition wants done; `E` is the type of the topic's events. */
export type Effect<E> =
  | { readonly kind: 'append'; readonly topic: TopicName<E>; readonly event: E }
  | { readonly kind: 'close'; readonly topic: string; readonly status: 'paused' | 'ended' }
  | { readonly kind: 'startTimer'; readonly timer: TimerStart }
  | { readonly kind: 'cancelTimer'; readonly key: string }
  | { readonly kind: 'send'; readonly target: Target; readonly trigger: AnyTrigger };

/** An effect on a topic of any events. */
export type AnyEffect = Effect<unknown>;

export function append<E>(topic: TopicName<E>, event: E): AnyEffect {
  return { kind: 'append', topic, event };
}

export function close(topic: string, status: 'paused' | 'ended'): AnyEffect {
  return { kind: 'close', topic, status };
}

/** Starts a timer whose trigger will be sent to its target. */
export function startTimer(timer: TimerStart): AnyEffect {
  return { kind: 'startTimer', timer };
}

export function cancelTimer(key: string): AnyEffect {
  return { kind: 'cancelTimer', key };
}

/** Sends a trigger to another record in the same transaction; a machine that has no rule for it lets it pass. */
export function send(target: Target, trigger: AnyTrigger): AnyEffect {
  return { kind: 'send', target, trigger };
}

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
