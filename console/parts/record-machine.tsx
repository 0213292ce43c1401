/** The state machine of a record: the graph with the current state lit, and the transitions that it can make. */
import type { JSX } from 'preact';
import type { Machine, StoredRecord } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { textOf } from './columns.ts';
import { Action, Show } from './common.tsx';
import { MachineGraph } from './machine-graph.tsx';

export function RecordMachine({
  machine,
  record,
}: {
  readonly machine: Machine;
  readonly record: StoredRecord;
}): JSX.Element {
  const state = textOf(record[machine.field]);
  if (machine.kind === 'sandboxDeployments')
    return <Sandbox key={record.id} id={record.id} machine={machine} state={state} />;
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

/** A sandbox deployment, with buttons for what its machine allows now, its conditions and the feature gates applied. */
function Sandbox({
  id,
  machine,
  state,
}: {
  readonly id: string;
  readonly machine: Machine;
  readonly state: string;
}): JSX.Element {
  const path = { id };
  const loaded = useLoaded(
    id,
    () => bodyOf(control.listSandboxDeploymentTransitions({ path })),
    (event) => event.type === 'world' || (event.type === 'record' && event.id === id),
  );
  const next = new Set(loaded.data?.transitions.map(({ to }) => to));
  return (
    <div class="card">
      <MachineGraph machine={machine} state={state} next={next} />
      <Show loaded={loaded}>
        {({ status, transitions }) =>
          transitions.length === 0 ? (
            <p class="quiet">{status} is a final state.</p>
          ) : (
            <div class="bar" role="group" aria-label="Transitions">
              {transitions.map(({ trigger, to }) => (
                <Action
                  key={`${status} ${trigger}`}
                  run={() => bodyOf(control.triggerSandboxDeployment({ path, body: { trigger } }))}
                >
                  {trigger} → {to}
                </Action>
              ))}
            </div>
          )
        }
      </Show>
    </div>
  );
}
