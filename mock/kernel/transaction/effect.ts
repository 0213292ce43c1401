/**
 * What a transition wants done, as data. `machines.ts` is the one place that does it.
 */
import type { TimerStart } from '../time/timer.ts';
import type { TopicName } from '../log/topic.ts';
import type { AnyTrigger, Target } from '../machine/trigger.ts';

/** One thing that a transition wants done; `E` is the type of the topic's events. */
export type Effect<E> =
  | { readonly kind: 'append'; readonly topic: TopicName<E>; readonly event: E }
  | { readonly kind: 'close'; readonly topic: string; readonly status: 'paused' | 'ended' }
  | { readonly kind: 'startTimer'; readonly timer: TimerStart }
  | { readonly kind: 'cancelTimer'; readonly key: string }
  | { readonly kind: 'send'; readonly target: Target; readonly trigger: AnyTrigger };

/** An effect on a topic of any events. */
export type AnyEffect = Effect<unknown>;

/** Adds an event to a topic. */
export function append<E>(topic: TopicName<E>, event: E): AnyEffect {
  return { kind: 'append', topic, event };
}

/** Pauses or ends a topic. */
export function close(topic: string, status: 'paused' | 'ended'): AnyEffect {
  return { kind: 'close', topic, status };
}

/** Starts a timer whose trigger will be sent to its target. */
export function startTimer(timer: TimerStart): AnyEffect {
  return { kind: 'startTimer', timer };
}

/** Takes a timer away. */
export function cancelTimer(key: string): AnyEffect {
  return { kind: 'cancelTimer', key };
}

/** Sends a trigger to another record in the same transaction; a machine that has no rule for it lets it pass. */
export function send(target: Target, trigger: AnyTrigger): AnyEffect {
  return { kind: 'send', target, trigger };
}
