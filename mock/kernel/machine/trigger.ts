/**
 * Triggers, which advance machines; timers, which send them later; and effects, which transitions request. All are
 * data: `machine.ts` executes effects, transactions start timers, `time/scheduler.ts` fires them.
 */
import type { TopicName } from '../store/topic.ts';
import type { DurationMs, EpochMs } from '../time/time.ts';

export interface Trigger {
  readonly type: string;
}

/** A trigger of any machine, with any further properties. */
export type AnyTrigger = Trigger | (Trigger & Readonly<Record<string, unknown>>);

export interface TriggerTarget {
  readonly kind: string;
  readonly id: string;
}

/** One action that a transition requests; `E` is the type of the topic's events. */
export type Effect<E> =
  | { readonly kind: 'append'; readonly topic: TopicName<E>; readonly event: E }
  | { readonly kind: 'close'; readonly topic: string; readonly status: 'paused' | 'ended' }
  | { readonly kind: 'startTimer'; readonly timer: TimerStart }
  | { readonly kind: 'cancelTimer'; readonly key: string }
  | { readonly kind: 'send'; readonly target: TriggerTarget; readonly trigger: AnyTrigger };

/** An effect on a topic with any events. */
export type AnyEffect = Effect<unknown>;

export function append<E>(topic: TopicName<E>, event: E): AnyEffect {
  return { kind: 'append', topic, event };
}

export function close(topic: string, status: 'paused' | 'ended'): AnyEffect {
  return { kind: 'close', topic, status };
}

/** Creates an effect that starts a timer, whose trigger will be sent to its target. */
export function startTimer(timer: TimerStart): AnyEffect {
  return { kind: 'startTimer', timer };
}

export function cancelTimer(key: string): AnyEffect {
  return { kind: 'cancelTimer', key };
}

/**
 * Creates an effect that sends a trigger to another record in the same transaction; a machine without a rule ignores
 * it.
 */
export function send(target: TriggerTarget, trigger: AnyTrigger): AnyEffect {
  return { kind: 'send', target, trigger };
}

/**
 * A trigger scheduled for an instant.
 *
 * Shape: `key` is unique in its world; `payload` is plain JSON or `null`; timers due at the same instant fire in key
 * order. `wait` marks timers that only slow a client down (pace, pings): they fire at the latest after the same span of
 * real time, so that a frozen world does not hang; all others depend on the world's time only.
 */
export interface Timer {
  readonly key: string;
  readonly due: EpochMs;
  readonly target: TriggerTarget;
  readonly trigger: string;
  readonly payload: unknown;
  readonly wait: boolean;
}

/** A timer to start: due `after` a span from the transaction's instant, or at a given instant. */
export type TimerStart = {
  readonly key: string;
  readonly target: TriggerTarget;
  readonly trigger: string;
  readonly payload?: unknown;
  readonly wait?: boolean;
} & (
  { readonly after: DurationMs; readonly due?: never } | { readonly due: EpochMs; readonly after?: never }
);
