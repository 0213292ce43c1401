/**
 * Walks through a machine: a record, a sequence of triggers, and the timers started by its own effects. Stops at the
 * first violated law.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AnyEffect, TimerStart, Trigger } from '../../../mock/kernel/machine/trigger.ts';
import type { StoredRecord } from '../../../mock/kernel/store/collection.ts';
import { rulesFor, stateOf, transition, type Machine } from '../../../mock/kernel/machine/machine.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';

/** One step of a walk: an external trigger, or the `timer`th of the running timers (modulo their number). */
export type WalkStep<T extends Trigger> = { readonly trigger: T } | { readonly timer: number };

/** The end of a walk and the rules it took (`state × trigger → to`). */
export interface Walk<R> {
  readonly record: R;
  readonly taken: readonly string[];
  readonly violation: string | null;
}

const firstInstant = epochMs(1_767_225_600_000);

/** Walks from a record by steps, one second apart. */
export function walkMachine<R extends StoredRecord, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  first: R,
  steps: readonly WalkStep<T>[],
): Walk<R> {
  const course = new Course(machine, first);
  steps.forEach((step, number) => {
    if (course.violation === null) course.take(step, number);
  });
  return course;
}

class Course<R extends StoredRecord, State extends string, T extends Trigger> implements Walk<R> {
  record: R;
  violation: string | null;
  readonly taken: string[] = [];
  readonly #machine: Machine<R, State, T>;
  readonly #timers = new Map<string, TimerStart>();
  readonly #ended = new Set<string>();

  constructor(machine: Machine<R, State, T>, first: R) {
    this.#machine = machine;
    this.record = freeze(first);
    this.violation =
      this.#state() === machine.initial ? null : `the walk does not begin in ${machine.initial}`;
  }

  take(step: WalkStep<T>, number: number): void {
    const trigger = 'timer' in step ? this.#fire(step.timer) : freeze(step.trigger);
    if (trigger === null) return;
    const at = epochMs(firstInstant + number * 1000);
    const before = this.#state();
    const outcome = transition(this.#machine, this.record, trigger, at);
    const again = transition(this.#machine, this.record, trigger, at);
    if (!isDeepStrictEqual(outcome, again)) {
      this.#violate(`${before} × ${trigger.type} gives two outcomes for one input`);
      return;
    }
    if (!outcome.ok) return;
    const { record, effects } = outcome.value;
    if (record.id !== this.record.id) this.#violate(`${before} × ${trigger.type} changes the record's id`);
    this.record = freeze(record);
    this.taken.push(`${before} × ${trigger.type} → ${this.#state()}`);
    for (const effect of effects) this.#note(effect);
    this.#checkTimers();
  }

  #fire(number: number): T | null {
    const running = [...this.#timers.values()];
    const timer = running[number % Math.max(running.length, 1)];
    if (timer === undefined) return null;
    this.#timers.delete(timer.key);
    return freeze({ ...(timer.payload as object | null | undefined), type: timer.trigger }) as unknown as T;
  }

  #note(effect: AnyEffect): void {
    if (!isDeepStrictEqual(effect, structuredClone(effect)))
      this.#violate(`effect ${effect.kind} is not plain data`);
    if (effect.kind === 'append' && this.#ended.has(effect.topic))
      this.#violate(`${effect.topic} gets an event after its end`);
    if (effect.kind === 'close' && effect.status === 'ended') this.#ended.add(effect.topic);
    if (effect.kind === 'cancelTimer') this.#timers.delete(effect.key);
    if (effect.kind === 'startTimer' && effect.timer.target.id === this.record.id)
      this.#timers.set(effect.timer.key, effect.timer);
  }

  #checkTimers(): void {
    const state = this.#state();
    for (const { key, trigger } of this.#timers.values()) {
      if (this.#machine.final.includes(state))
        this.#violate(`timer ${key} still runs in the final state ${state}`);
      else if (rulesFor(this.#machine, state, trigger).length === 0)
        this.#violate(`timer ${key} runs in ${state}, which has no rule for ${trigger}`);
    }
  }

  #state(): State {
    return stateOf(this.#machine, this.record);
  }

  #violate(what: string): void {
    this.violation ??= what;
  }
}

/** Freezes a value deeply, so that writing to it throws. */
function freeze<V>(value: V): V {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}
