/** The tables of machines as plain data, for showing them. */
import type { Collection, StoredRecord } from '../store/collection.ts';
import { rulesFor, type Machine } from './machine.ts';
import type { Trigger } from './trigger.ts';

/** The states and transitions of a machine. Shape: `field` is the property of a record of `kind` with its state. */
export interface MachineTable {
  readonly id: string;
  readonly kind: string;
  readonly field: string;
  readonly initial: string;
  readonly states: readonly { readonly name: string; readonly isFinal: boolean }[];
  readonly transitions: readonly MachineTransition[];
}

/** Shape: a conditional transition has a guard. */
export interface MachineTransition {
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
  readonly isConditional: boolean;
}

export function tableOf<R extends StoredRecord, State extends string, T extends Trigger>(
  { name: kind }: Collection<R>,
  machine: Machine<R, State, T>,
): MachineTable {
  const { id, field, initial, final } = machine;
  const rows: Readonly<Record<string, object>> = machine.table;
  const states = Object.keys(rows) as State[];
  return {
    id,
    kind,
    field,
    initial,
    states: states.map((name) => ({ name, isFinal: final.includes(name) })),
    transitions: states.flatMap((from) =>
      Object.keys(rows[from] ?? {}).flatMap((trigger) =>
        rulesFor(machine, from, trigger).map(({ to, guard }) => ({
          from,
          to,
          trigger,
          isConditional: guard !== undefined,
        })),
      ),
    ),
  };
}
