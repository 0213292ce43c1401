/** The state machine of a sandbox deployment, with buttons for what it allows now under the conditions and feature gates. */
import type { JSX } from 'preact';
import type { Machine, StoredRecord } from '../../../generated/control/types.ts';
import { bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import { useLoaded } from '../../live.ts';
import { textOf } from '../../parts/columns.ts';
import { Action, Show } from '../../parts/common.tsx';
import { MachineGraph } from '../../parts/machine-graph.tsx';

export function SandboxMachine({
  machine,
  record,
}: {
  readonly machine: Machine;
  readonly record: StoredRecord;
}): JSX.Element {
  const { id } = record;
  const path = { id };
  const loaded = useLoaded(
    id,
    () => bodyOf(control.listSandboxDeploymentTransitions({ path })),
    (event) => event.type === 'world' || (event.type === 'record' && event.id === id),
  );
  const next = new Set(loaded.data?.transitions.map(({ to }) => to));
  return (
    <div class="card">
      <MachineGraph machine={machine} state={textOf(record[machine.field])} next={next} />
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
