/**
 * Sends triggers to the machines of records and carries out the effects that follow. The only executor of effects.
 */
import type { Draft } from '../transaction/transaction.ts';
import type { AnyEffect } from '../transaction/effect.ts';
import type { Kind, StoredRecord } from '../store/schema.ts';
import { transition } from './machine.ts';
import type { Machine, Step, TransitionRefusal } from './machine.ts';
import { ok, refuse } from '../transaction/result.ts';
import type { Result } from '../transaction/result.ts';
import type { Timer } from '../time/timer.ts';
import type { AnyTrigger, Target, Trigger } from './trigger.ts';

/** Joins a kind of record with the machine that moves it. Made by `bindMachine`. */
export interface Binding {
  readonly kind: string;
  readonly move: (
    draft: Draft,
    id: string,
    trigger: Trigger,
  ) => Result<Step<StoredRecord>, TransitionRefusal | TargetUnknown>;
}

/** Says that a trigger was meant for a record that is not there. */
export interface TargetUnknown {
  readonly code: 'TARGET_UNKNOWN';
  readonly target: Target;
}

/** Moves records by triggers and carries out what follows. */
export interface Machines {
  /**
   * Sends a trigger to a record, stores the moved record and carries out its effects.
   *
   * Errors: TRANSITION_REFUSED, TARGET_UNKNOWN (returned; nothing is changed then). Throws on a kind without a machine.
   */
  send(
    draft: Draft,
    target: Target,
    trigger: AnyTrigger,
  ): Result<StoredRecord, TransitionRefusal | TargetUnknown>;
  /** Carries out effects in order. */
  run(draft: Draft, effects: readonly AnyEffect[]): void;
  /** Sends a timer's trigger to its target, with the payload's properties; one that is refused passes without effect. */
  fire(draft: Draft, timer: Timer): void;
}

/** Joins a kind with its machine. */
export function bindMachine<R extends StoredRecord, State extends string, T extends Trigger>(
  kind: Kind<R>,
  machine: Machine<R, State, T>,
): Binding {
  return {
    kind: kind.name,
    move(draft, id, trigger) {
      const record = draft.get(kind, id);
      if (record === undefined) return refuse({ code: 'TARGET_UNKNOWN', target: { kind: kind.name, id } });
      const step = transition(machine, record, trigger as T, draft.at);
      if (step.ok) draft.put(kind, step.value.record);
      return step;
    },
  };
}

/** Gathers the machines of a domain. */
export function createMachines(bindings: readonly Binding[]): Machines {
  const byKind = new Map(bindings.map((binding) => [binding.kind, binding]));
  const machines: Machines = {
    send(draft, target, trigger) {
      const binding = byKind.get(target.kind);
      if (binding === undefined)
        throw new Error(`Kind ${target.kind} has no machine for trigger ${trigger.type}.`);
      const moved = binding.move(draft, target.id, trigger);
      if (!moved.ok) return moved;
      machines.run(draft, moved.value.effects);
      return ok(moved.value.record);
    },
    run(draft, effects) {
      for (const effect of effects) runEffect(draft, effect, machines);
    },
    fire(draft, timer) {
      machines.send(draft, timer.target, { ...(timer.payload as object | null), type: timer.trigger });
    },
  };
  return machines;
}

function runEffect(draft: Draft, effect: AnyEffect, machines: Machines): void {
  switch (effect.kind) {
    case 'append':
      draft.append(effect.topic, effect.event);
      return;
    case 'close':
      draft.close(effect.topic, effect.status);
      return;
    case 'startTimer':
      draft.startTimer(effect.timer);
      return;
    case 'cancelTimer':
      draft.cancelTimer(effect.key);
      return;
    case 'send':
      machines.send(draft, effect.target, effect.trigger);
  }
}
