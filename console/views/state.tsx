/** The records of the world by kind, with the state machine of those that have one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, StateMachine } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Action, Empty, Json, Show, Status } from '../parts/common.tsx';
import { Rows } from '../parts/rows.tsx';

const concerns = (event: ConsoleEvent): boolean => event.type === 'record' || event.type === 'world';

type StoredRecord = Readonly<Record<string, unknown>>;

export function StateView({ kind }: { readonly kind: string }): JSX.Element {
  const loaded = useLoaded('counts', () => bodyOf(control.getCurrentWorld()), concerns);
  return (
    <>
      <h1>State</h1>
      <Show loaded={loaded}>
        {({ counts }) => (
          <nav aria-label="Kinds of records">
            <ul class="machine">
              {Object.entries(counts)
                .filter(([, count]) => count > 0)
                .map(([name, count]) => (
                  <li key={name} aria-current={name === kind ? 'true' : undefined}>
                    <a href={linkTo('state', name)}>{name}</a> {count}
                  </li>
                ))}
            </ul>
          </nav>
        )}
      </Show>
      {kind === '' ? <Empty>Choose a kind of records.</Empty> : <Records key={kind} kind={kind} />}
    </>
  );
}

function Records({ kind }: { readonly kind: string }): JSX.Element {
  const loaded = useLoaded(kind, () => loadKind(kind), null);
  const chosen = route.value.query.get('record') ?? '';
  return (
    <Show loaded={loaded}>
      {({ records, machine }) => {
        const selected = records.find((record) => record['id'] === chosen);
        return (
          <>
            <p class="bar">
              <button onClick={loaded.reload}>Load again</button>
            </p>
            <div class="columns">
              {records.length === 0 ? (
                <Empty>There are no {kind}.</Empty>
              ) : (
                <Rows
                  count={records.length}
                  height={34}
                  label={kind}
                  row={(index) => <Row record={records[index] ?? {}} chosen={chosen} machine={machine} />}
                />
              )}
              {selected === undefined ? (
                <Empty>Select a record to see all of it.</Empty>
              ) : (
                <section aria-label={`Record ${chosen}`}>
                  {machine !== null && <Machine machine={machine} record={selected} reload={loaded.reload} />}
                  <Json value={selected} label="Record" />
                </section>
              )}
            </div>
          </>
        );
      }}
    </Show>
  );
}

function Row({
  record,
  chosen,
  machine,
}: {
  readonly record: StoredRecord;
  readonly chosen: string;
  readonly machine: StateMachine | null;
}): JSX.Element {
  const id = textOf(record['id']);
  const name = textOf(record['name'] ?? record['displayName'] ?? record['title'] ?? record['flowName']);
  return (
    <>
      {machine !== null && <Status value={textOf(record[machine.property])} />}
      <button class="mono" aria-pressed={id === chosen} onClick={() => setQuery({ record: id })}>
        {id}
      </button>
      <bdi class="grow">{name}</bdi>
    </>
  );
}

/** The states of a record with the current one marked; sandbox deployments can be moved. */
function Machine({
  machine,
  record,
  reload,
}: {
  readonly machine: StateMachine;
  readonly record: StoredRecord;
  readonly reload: () => void;
}): JSX.Element {
  const state = textOf(record[machine.property]);
  const next = machine.transitions.filter(({ from }) => from === state);
  const id = textOf(record['id']);
  const [chosen, setChosen] = useState('');
  return (
    <div class="card">
      <ul class="machine" aria-label="States">
        {machine.states.map((name) => (
          <li key={name} aria-current={name === state ? 'true' : undefined}>
            {name}
          </li>
        ))}
      </ul>
      <p>
        {next.length === 0
          ? `Nothing leaves the state ${state}.`
          : next.map(({ trigger, to }) => `${trigger} → ${to}`).join(', ')}
      </p>
      {machine.kind === 'sandboxDeployments' && next.length > 0 && (
        <div class="bar">
          <label>
            Move to
            <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="" />
              {[...new Set(next.map(({ to }) => to))].map((to) => (
                <option key={to}>{to}</option>
              ))}
            </select>
          </label>
          <Action disabled={chosen === ''} run={() => move(id, chosen).then(reload)}>
            Move
          </Action>
        </div>
      )}
    </div>
  );
}

async function move(id: string, status: string): Promise<void> {
  const body = { status } as Parameters<typeof control.patchSandboxDeployment>[0]['body'];
  await bodyOf(control.patchSandboxDeployment({ path: { id }, body }));
}

async function loadKind(kind: string) {
  const [state, { machines }] = await Promise.all([
    bodyOf(control.dumpState()),
    bodyOf(control.listMachines()),
  ]);
  const all =
    (state as { readonly records?: Readonly<Record<string, readonly StoredRecord[]>> }).records ?? {};
  const stored = Object.entries(all).find(([name]) => name === kind || pluralsOf(name).includes(kind));
  return { records: stored?.[1] ?? [], machine: machines.find((machine) => machine.kind === kind) ?? null };
}

/** The counts of a world name kinds in the plural, its dump in the singular. */
function pluralsOf(name: string): readonly string[] {
  return [`${name}s`, `${name}es`, `${name.slice(0, -1)}ies`];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
