/**
 * Sends triggers to the machines of records and carries out the effects that follow. The only executor of effects.
 */
import type { Transaction } from '../transaction/transaction.ts';
import type { AnyEffect } from '../transaction/effect.ts';
import type { Collection, StoredRecord } from '../store/schema.ts';
import { transition } from './machine.ts';
import type { Machine, Step, TransitionError } from './machine.ts';
import { ok, err } from '../transaction/result.ts';
import type { Result } from '../transaction/result.ts';
import type { Timer } from '../time/timer.ts';
import type { AnyTrigger, Target, Trigger } from './trigger.ts';

/** Joins a kind of record with the machine that moves it. Made by `bindMachine`. */
export interface Binding {
  readonly kind: string;
  readonly move: (
    tx: Transaction,
    id: string,
    trigger: Trigger,
  ) => Result<Step<StoredRecord>, TransitionError | TargetUnknown>;
}

/** States that a trigger was meant for a record that is not there. */
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
    tx: Transaction,
    target: Target,
    trigger: AnyTrigger,
  ): Result<StoredRecord, TransitionError | TargetUnknown>;
  /** Carries out effects in order. */
  run(tx: Transaction, effects: readonly AnyEffect[]): void;
  /** Sends a timer's trigger to its target, with the payload's properties; one that is refused passes without effect. */
  fire(tx: Transaction, timer: Timer): void;
}

/** Joins a kind with its machine. */
export function bindMachine<R extends StoredRecord, State extends string, T extends Trigger>(
  collection: Collection<R>,
  machine: Machine<R, State, T>,
): Binding {
  return {
    kind: collection.name,
    move(tx, id, trigger) {
      const record = tx.get(collection, id);
      if (record === undefined) return err({ code: 'TARGET_UNKNOWN', target: { kind: collection.name, id } });
      const step = transition(machine, record, trigger as T, tx.at);
      if (step.ok) tx.put(collection, step.value.record);
      return step;
    },
  };
}

/** Gathers the machines of a domain. */
export function createMachines(bindings: readonly Binding[]): Machines {
  const byCollection = new Map(bindings.map((binding) => [binding.kind, binding]));
  const machines: Machines = {
    send(tx, target, trigger) {
      const binding = byCollection.get(target.kind);
      if (binding === undefined)
        throw new Error(`Kind ${target.kind} has no machine for trigger ${trigger.type}.`);
      const moved = binding.move(tx, target.id, trigger);
      if (!moved.ok) return moved;
      machines.run(tx, moved.value.effects);
      return ok(moved.value.record);
    },
    run(tx, effects) {
      for (const effect of effects) runEffect(tx, effect, machines);
    },
    fire(tx, timer) {
      machines.send(tx, timer.target, { ...(timer.payload as object | null), type: timer.trigger });
    },
  };
  return machines;
}

function runEffect(tx: Transaction, effect: AnyEffect, machines: Machines): void {
  switch (effect.kind) {
    case 'append':
      tx.append(effect.topic, effect.event);
      return;
    case 'close':
      tx.close(effect.topic, effect.status);
      return;
    case 'startTimer':
      tx.startTimer(effect.timer);
      return;
    case 'cancelTimer':
      tx.cancelTimer(effect.key);
      return;
    case 'send':
      machines.send(tx, effect.target, effect.trigger);
  }
}
