/** The state machine of a record: the graph with the current state highlighted, and its possible transitions. */
import type { JSX } from 'preact';
import type { Machine, StoredRecord } from '../../generated/control/types.ts';
import { textOf } from './columns.ts';
import { MachineGraph } from './machine-graph.tsx';

export function RecordMachine({
  machine,
  record,
}: {
  readonly machine: Machine;
  readonly record: StoredRecord;
}): JSX.Element {
  const state = textOf(record[machine.field]);
  const next = machine.transitions.filter(({ from }) => from === state);
  return (
    <div class="card">
      <MachineGraph machine={machine} state={state} next={new Set(next.map(({ to }) => to))} />
      <p class="quiet">
        {next.map(({ trigger, to }) => `${trigger} → ${to}`).join(', ') || `${state} is a final state.`}
      </p>
    </div>
  );
}
