/** The records of the world by kind, with the state machine of those that have one. */
import type { JSX } from 'preact';
import type { ConsoleEvent, Machine, StoredRecord } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { usePages, type PageSource } from '../pages.ts';
import { columnsOf, textOf, type Column } from '../parts/columns.ts';
import { Empty, Json, Show, Status } from '../parts/common.tsx';
import { Outbox } from '../parts/outbox.tsx';
import { Pollers } from '../parts/pollers.tsx';
import { RecordMachine } from '../parts/record-machine.tsx';
import { Rows } from '../parts/rows.tsx';
import { linkTo, route, setQuery } from '../route.ts';

/** Units: records in a page. */
const PAGE = 200;

/** The kinds that are always listed, with what to do to fill an empty list. */
const kinds: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  agents: ['Agents', 'POST /v1/agents creates one.'],
  executions: ['Executions', 'Start a run.'],
  batches: ['Batches', 'POST /v1/batch/flow creates one.'],
  sandboxDeployments: ['Sandbox deployments', 'POST /_mock/sandbox-deployments creates one.'],
  productEvents: ['Product events', 'POST /_mock/product-events emits one.'],
  clientSessions: ['Client sessions', 'POST /v1/client/init opens one for the page of an end user.'],
  apiKeys: ['Keys', 'POST /_mock/keys creates one.'],
  mails: ['Outbox', 'A registration with an email address sends a one-time code.'],
  assets: ['Assets', 'POST /_mock/assets stores one.'],
};

/** What is shown below the list of a kind. */
const extras: Readonly<Record<string, () => JSX.Element>> = { productEvents: Pollers, mails: Outbox };

const concerns = (event: ConsoleEvent): boolean => event.type === 'record' || event.type === 'world';

export function StateView({ kind }: { readonly kind: string }): JSX.Element {
  const loaded = useLoaded('counts', () => bodyOf(control.getCurrentWorld()), concerns);
  const Extra = extras[kind];
  return (
    <>
      <h1>State</h1>
      <Show loaded={loaded}>
        {({ counts }) => {
          const others = Object.entries(counts).filter(
            ([name, count]) => count > 0 && !Object.hasOwn(kinds, name),
          );
          const items = [
            ...Object.entries(kinds).map(([name, [title]]) => [name, title, counts[name] ?? 0] as const),
            ...others.map(([name, count]) => [name, name, count] as const),
          ];
          return (
            <nav aria-label="Kinds of records">
              <ul class="machine">
                {items.map(([name, title, count]) => (
                  <li key={name} aria-current={name === kind ? 'true' : undefined}>
                    <a href={linkTo('state', name)}>{title}</a> <span class="count">{count}</span>
                  </li>
                ))}
              </ul>
            </nav>
          );
        }}
      </Show>
      {kind === '' ? <Empty>Choose a kind of records.</Empty> : <Records key={kind} kind={kind} />}
      {Extra !== undefined && <Extra />}
    </>
  );
}

function Records({ kind }: { readonly kind: string }): JSX.Element {
  const { query } = route.value;
  const q = query.get('q') ?? '';
  const chosen = query.get('record') ?? '';
  const pages = usePages(`${kind} ${q}`, sourceOf(kind, q));
  const loaded = useLoaded('machines', () => bodyOf(control.listMachines()), null);
  const machine = loaded.data?.machines.find((each) => each.kind === kind) ?? null;
  const columns = columnsOf(kind);
  const widths = columns.map(({ width }) => width);
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
      </p>
      <Show loaded={{ data: pages.items, error: pages.error, reload: pages.reload }}>
        {(records) => {
          if (records.length === 0)
            return (
              <Empty>
                {q === '' ? `There are none. ${kinds[kind]?.[1] ?? ''}` : 'None has this text in its values.'}
              </Empty>
            );
          const selected = records.find((record) => record.id === chosen);
          return (
            <div class={selected === undefined ? '' : 'columns detail'}>
              <Rows
                count={records.length}
                height={34}
                label={kinds[kind]?.[0] ?? kind}
                row={(index) => {
                  const record = records[index];
                  return (
                    record && <Row record={record} chosen={chosen} machine={machine} columns={columns} />
                  );
                }}
                keyOf={(index) => records[index]?.id ?? ''}
                onEnd={pages.more}
                columns={['14rem', ...(machine === null ? [] : ['8rem']), ...widths].join(' ')}
                narrow={['minmax(0, 1fr)', machine === null ? 'minmax(0, 1fr)' : '7.5rem'].join(' ')}
                head={
                  <>
                    <span>Id</span>
                    {machine !== null && <span>State</span>}
                    {columns.map(({ title, isNumber }, place) => (
                      <span key={title} class={classOf(place, machine, isNumber)}>
                        {title}
                      </span>
                    ))}
                  </>
                }
              />
              {selected !== undefined && (
                <section aria-label={`Record ${chosen}`}>
                  {machine !== null && <RecordMachine machine={machine} record={selected} />}
                  {kind === 'executions' && <a href={linkTo('executions', chosen)}>Open the execution</a>}
                  <Json value={selected} label="Record" />
                </section>
              )}
            </div>
          );
        }}
      </Show>
    </>
  );
}

/** On narrow pages only the id and the state are shown, or the first column of records without a state. */
function classOf(place: number, machine: Machine | null, isNumber = false): string {
  const isWide = place > 0 || machine !== null;
  return `${isWide ? 'wide' : ''} ${isNumber ? 'number' : ''}`;
}

function Row({
  record,
  chosen,
  machine,
  columns,
}: {
  readonly record: StoredRecord;
  readonly chosen: string;
  readonly machine: Machine | null;
  readonly columns: readonly Column[];
}): JSX.Element {
  const { id } = record;
  return (
    <>
      <button
        class="plain mono"
        aria-pressed={id === chosen}
        onClick={() => setQuery({ record: id === chosen ? '' : id })}
      >
        {id}
      </button>
      {machine !== null && <Status value={textOf(record[machine.field])} />}
      {columns.map(({ title, value, isNumber, progress }, place) => (
        <span key={title} class={classOf(place, machine, isNumber)}>
          {progress !== undefined && <Progress parts={progress(record)} />} <bdi>{value(record)}</bdi>
        </span>
      ))}
    </>
  );
}

function Progress({ parts: [done, total] }: { readonly parts: readonly [number, number] }): JSX.Element {
  return <progress max={Math.max(1, total)} value={done} aria-label="Progress" />;
}

function sourceOf(kind: string, q: string): PageSource<StoredRecord> {
  return {
    idOf: ({ id }) => id,
    async load(after) {
      const query = { limit: PAGE, ...(q !== '' && { q }), ...(after !== null && { after }) };
      const { records, cursor } = await bodyOf(control.listRecords({ path: { kind }, query }));
      return { items: records, cursor };
    },
    changedBy(event) {
      if (event.type === 'world') return 'everything';
      return event.type === 'record' && event.kind === kind ? { id: event.id } : null;
    },
    loadOne: (id, event) =>
      Promise.resolve(event.type === 'record' && event.record !== null ? { ...event.record, id } : null),
  };
}
