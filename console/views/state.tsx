/** The records of the world by kind, with the state machine of those that have one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type {
  ConsoleEvent,
  Machine as StateMachine,
  RecordList,
  StoredRecord,
} from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Action, Empty, Json, Show, Status } from '../parts/common.tsx';
import { Rows } from '../parts/rows.tsx';

/** Units: records in a page. */
const PAGE = 200;

const concerns = (event: ConsoleEvent): boolean => event.type === 'record' || event.type === 'world';

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
  const { query } = route.value;
  const [pages, setPages] = useState(1);
  const q = query.get('q') ?? '';
  const chosen = query.get('record') ?? '';
  const isOfKind = (event: ConsoleEvent): boolean =>
    event.type === 'world' || (event.type === 'record' && event.kind === kind);
  const loaded = useLoaded(`${kind} ${q} ${pages}`, () => loadKind(kind, q, pages), isOfKind);
  return (
    <Show loaded={loaded}>
      {({ records, machine, hasMore }) => {
        const selected = records.find((record) => record['id'] === chosen);
        return (
          <>
            <p class="bar">
              <label>
                Search
                <input
                  type="search"
                  value={q}
                  onChange={(event) => setQuery({ q: event.currentTarget.value.slice(0, 200) })}
                />
              </label>
              {hasMore && <button onClick={() => setPages(pages + 1)}>Load {PAGE} more</button>}
            </p>
            <div class="columns">
              {records.length === 0 ? (
                <Empty>There are no {kind}.</Empty>
              ) : (
                <Rows
                  count={records.length}
                  height={34}
                  label={kind}
                  row={(index) => {
                    const record = records[index];
                    return record && <Row record={record} chosen={chosen} machine={machine} />;
                  }}
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
      {machine !== null && <Status value={textOf(record[machine.field])} />}
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
  const state = textOf(record[machine.field]);
  const next = machine.transitions.filter(({ from }) => from === state);
  const id = textOf(record['id']);
  const [chosen, setChosen] = useState('');
  return (
    <div class="card">
      <ul class="machine" aria-label="States">
        {machine.states.map(({ name }) => (
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

async function loadKind(kind: string, q: string, pages: number) {
  const [{ machines }, page] = await Promise.all([bodyOf(control.listMachines()), loadPages(kind, q, pages)]);
  return { ...page, machine: machines.find((machine) => machine.kind === kind) ?? null };
}

async function loadPages(kind: string, q: string, pages: number) {
  const records: StoredRecord[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const query = { limit: PAGE, ...(q !== '' && { q }), ...(after !== null && { after }) };
    const body: RecordList = await bodyOf(control.listRecords({ path: { kind }, query }));
    records.push(...body.records);
    after = body.cursor;
    if (after === null) break;
  }
  return { records, hasMore: after !== null };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
