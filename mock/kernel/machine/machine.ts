/**
 * Machines as tables: state × trigger → rule. `transition` is pure and returns effects as data; `createMachines` sends
 * triggers to the machines of records and is the only place that executes effects.
 */
import type { AnyEffect, Trigger, Timer, AnyTrigger, TriggerTarget } from './trigger.ts';
import { ok, err, type Result } from '../transaction/result.ts';
import type { EpochMs } from '../time/time.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Collection, StoredRecord } from '../store/collection.ts';

/**
 * The effect of a trigger in a state.
 *
 * Shape: a rule whose `guard` returns false is skipped; without `update` only the state of the record changes; effects
 * are computed from the updated record and executed in order.
 */
export interface Rule<R, State extends string, T extends Trigger> {
  readonly to: State;
  readonly guard?: (record: R, trigger: T) => boolean;
  readonly update?: (record: R, trigger: T, at: EpochMs) => R;
  readonly effects?: (record: R, trigger: T, at: EpochMs) => readonly AnyEffect[];
}

/** One rule, or several; the first one whose guard passes applies. */
export type Rules<R, State extends string, T extends Trigger> =
  Rule<R, State, T> | readonly Rule<R, State, T>[];

/** A row of a table: the rules of one state by trigger. A trigger without an entry is rejected. */
export type Row<R, State extends string, T extends Trigger> = {
  readonly [Type in T['type']]?: Rules<R, State, Extract<T, { readonly type: Type }>>;
};

/**
 * A machine for records of a type.
 *
 * Shape: `field` is the property of the record with its state; each state has a row, which is empty for states in
 * `final`.
 */
export interface Machine<R, State extends string, T extends Trigger> {
  readonly id: string;
  readonly field: keyof R & string;
  readonly initial: State;
  readonly final: readonly State[];
  readonly table: { readonly [S in State]: Row<R, State, T> };
}

/**
 * The reason why a trigger was rejected.
 *
 * Shape: `no-rule` when the state has no rule for it, `guarded` when no guard passed.
 */
export interface TransitionError {
  readonly code: 'TRANSITION_REJECTED';
  readonly machine: string;
  readonly state: string;
  readonly trigger: string;
  readonly reason: 'no-rule' | 'guarded';
}

export interface MachineStep<R> {
  readonly record: R;
  readonly effects: readonly AnyEffect[];
}

/** Type-checks a machine and returns it: `defineMachine<Execution, ExecutionState, ExecutionTrigger>({…})`. */
export function defineMachine<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): Machine<R, State, T> {
  return machine;
}

export function stateOf<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  record: R,
): State {
  return record[machine.field] as State;
}

/** Returns the rules for a trigger in a state, in the order in which they are tried. */
export function rulesFor<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  state: State,
  type: T['type'],
): readonly Rule<R, State, T>[] {
  const table: Readonly<Record<string, Row<R, State, T>>> = machine.table;
  const row = Object.hasOwn(table, state) ? table[state] : undefined;
  if (row === undefined || !Object.hasOwn(row, type)) return [];
  return [row[type] as Rules<R, State, T>].flat();
}

/** Returns the rule that applies to a trigger in the state of a record: the first whose guard passes. */
export function findRule<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  record: R,
  trigger: T,
): Rule<R, State, T> | undefined {
  return rulesFor(machine, stateOf(machine, record), trigger.type).find(
    ({ guard }) => guard === undefined || guard(record, trigger),
  );
}

/**
 * Applies a trigger to a record. Pure: the given record is not changed.
 *
 * Errors: TRANSITION_REJECTED when no rule applies (returned, never thrown).
 */
export function transition<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  record: R,
  trigger: T,
  at: EpochMs,
): Result<MachineStep<R>, TransitionError> {
  const rule = findRule(machine, record, trigger);
  if (rule === undefined) {
    const state = stateOf(machine, record);
    const reason = rulesFor(machine, state, trigger.type).length === 0 ? 'no-rule' : 'guarded';
    return err({ code: 'TRANSITION_REJECTED', machine: machine.id, state, trigger: trigger.type, reason });
  }
  const updated = rule.update?.(record, trigger, at) ?? record;
  const moved: R = { ...updated, [machine.field]: rule.to };
  return ok({ record: moved, effects: rule.effects?.(moved, trigger, at) ?? [] });
}

/** Binds a kind of record to the machine that changes it. Created by `bindMachine`. */
export interface Binding {
  readonly kind: string;
  readonly move: (
    tx: Transaction,
    id: string,
    trigger: Trigger,
  ) => Result<MachineStep<StoredRecord>, TransitionError | TargetUnknown>;
}

/** The error for a trigger whose target record does not exist. */
export interface TargetUnknown {
  readonly code: 'TARGET_UNKNOWN';
  readonly target: TriggerTarget;
}

/** Sends triggers to records and executes the effects. */
export interface Machines {
  /**
   * Sends a trigger to a record, stores the updated record and executes its effects.
   *
   * Errors: TRANSITION_REJECTED, TARGET_UNKNOWN (returned; nothing is changed then). Throws for a kind without a
   * machine.
   */
  send(
    tx: Transaction,
    target: TriggerTarget,
    trigger: AnyTrigger,
  ): Result<StoredRecord, TransitionError | TargetUnknown>;
  run(tx: Transaction, effects: readonly AnyEffect[]): void;
  /** Sends a timer's trigger to its target, with the payload's properties; a rejected trigger has no effect. */
  fire(tx: Transaction, timer: Timer): void;
}

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
