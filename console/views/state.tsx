/** The records of the world by resource and by kind, with the state machine of those that have one. */
import type { JSX } from 'preact';
import type { ConsoleEvent, Machine, Resource, StoredRecord } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { useLoaded } from '../live.ts';
import { usePages, type PageSource } from '../pages.ts';
import { generalColumns, textOf } from '../parts/columns.ts';
import { Empty, Filters, Json, Show, Status } from '../parts/common.tsx';
import { kindNamed, mainKinds } from '../parts/kinds.ts';
import { RecordMachine } from '../parts/record-machine.tsx';
import { Rows } from '../parts/rows.tsx';
import { compareNaturally } from '../parts/sorting.tsx';
import { usePlugin, type Column } from '../plugin.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { ResourceRecords } from './resource.tsx';

/** The kind of the records of inferred resources. */
const RESOURCES = 'resources';

/** Units: resources that are listed even without records. */
const MAX_RESOURCES = 24;

/** Units: records in a page. */
const PAGE = 200;

const concerns = (event: ConsoleEvent): boolean => event.type === 'record' || event.type === 'world';

/** Shows the records of a kind; without one, of the first. */
export function StateView({ kind: chosen }: { readonly kind: string }): JSX.Element {
  const plugin = usePlugin();
  const loaded = useLoaded('counts', () => bodyOf(control.getCurrentWorld()), concerns);
  const listed = useLoaded('resources', () => bodyOf(control.listResources()), concerns);
  const resources = listed.data?.resources ?? [];
  const main = mainKinds(plugin, Object.keys(loaded.data?.counts ?? {}));
  const first = resources.length > 0 ? RESOURCES : (main[0] ?? '');
  const kind = chosen === '' ? first : chosen;
  const name = route.value.query.get('resource') ?? (chosen === '' ? resources[0]?.name : undefined);
  const resource = kind === RESOURCES ? resources.find((each) => each.name === name) : undefined;
  const { Below } = kindNamed(plugin, kind);
  return (
    <>
      <h1>State</h1>
      {resources.length > 0 && <Resources resources={resources} name={resource?.name} />}
      <Show loaded={loaded}>
        {({ counts }) => <Kinds counts={counts} main={main} kind={resource === undefined ? kind : ''} />}
      </Show>
      {kind !== '' && listed.data !== null && (
        <Records key={`${kind} ${resource?.name ?? ''}`} kind={kind} resource={resource} />
      )}
      {Below !== undefined && <Below />}
    </>
  );
}

function Resources({
  resources,
  name,
}: {
  readonly resources: readonly Resource[];
  readonly name: string | undefined;
}): JSX.Element {
  // Why: users find the resources in use immediately among the hundreds of a large description.
  const isShort = resources.length <= MAX_RESOURCES;
  const isShown = (each: Resource): boolean => isShort || each.count > 0 || each.name === name;
  const list = (some: readonly Resource[]): JSX.Element => (
    <ul class="machine">
      {some.map((each) => (
        <li key={each.name} aria-current={each.name === name ? 'true' : undefined}>
          <a href={linkTo('state', RESOURCES, { resource: each.name })}>{each.name}</a>{' '}
          <span class="count">{each.count}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label="Resources">
      {list(resources.filter(isShown))}
      {!isShort && (
        <details>
          <summary>Resources without records</summary>
          {list(resources.filter((each) => !isShown(each)))}
        </details>
      )}
    </nav>
  );
}

function Kinds({
  counts,
  main,
  kind,
}: {
  readonly counts: Readonly<Record<string, number>>;
  readonly main: readonly string[];
  readonly kind: string;
}): JSX.Element {
  const plugin = usePlugin();
  const rare = Object.keys(counts).filter((name) => !main.includes(name));
  const list = (names: readonly string[]): JSX.Element => (
    <ul class="machine">
      {names.map((name) => (
        <li key={name} aria-current={name === kind ? 'true' : undefined}>
          <a href={linkTo('state', name)}>{kindNamed(plugin, name).title}</a>{' '}
          <span class="count">{counts[name] ?? 0}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label="Kinds of records">
      {list(main)}
      <details open={rare.includes(kind)}>
        <summary>Other kinds</summary>
        {list(rare)}
      </details>
    </nav>
  );
}

function Records({
  kind,
  resource,
}: {
  readonly kind: string;
  readonly resource: Resource | undefined;
}): JSX.Element {
  const { query } = route.value;
  const q = query.get('q') ?? '';
  const chosen = query.get('record') ?? '';
  const pages = usePages(`${kind} ${resource?.name ?? ''} ${q}`, sourceOf(kind, q, resource?.name));
  const loaded = useLoaded('machines', () => bodyOf(control.listMachines()), null);
  const machine = loaded.data?.machines.find((each) => each.kind === kind) ?? null;
  const {
    title,
    hint = '',
    columns = generalColumns,
    page,
    Machine = RecordMachine,
  } = kindNamed(usePlugin(), kind);
  const widths = columns.map(({ width }) => width);
  return (
    <>
      <Filters>
        <label>
          Search
          <input
            type="search"
            value={q}
            onInput={(event) => setQuery({ q: event.currentTarget.value.slice(0, 200) })}
          />
        </label>
      </Filters>
      {resource !== undefined && <ResourceRecords resource={resource} pages={pages} chosen={chosen} />}
      {resource === undefined && (
        <Show loaded={{ data: pages.items, error: pages.error, reload: pages.reload }}>
          {(items) => {
            const records = inOrder(items, machine);
            if (records.length === 0)
              return (
                <Empty>{q === '' ? `There are none. ${hint}` : 'None has this text in its values.'}</Empty>
              );
            const selected = records.find((record) => record.id === chosen);
            return (
              <div class={selected === undefined ? '' : 'columns detail'}>
                <Rows
                  count={records.length}
                  height={34}
                  label={title}
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
                    {machine !== null && <Machine key={chosen} machine={machine} record={selected} />}
                    {page !== undefined && <a href={linkTo(page.name, chosen)}>{page.title}</a>}
                    <Json value={selected} label="Record" />
                  </section>
                )}
              </div>
            );
          }}
        </Show>
      )}
    </>
  );
}

/** Sorts records by their ids, with those in a final state last. */
function inOrder(records: readonly StoredRecord[], machine: Machine | null): readonly StoredRecord[] {
  const final = new Set(machine?.states.filter(({ isFinal }) => isFinal).map(({ name }) => name));
  const rank = (record: StoredRecord): number =>
    machine === null ? 0 : Number(final.has(textOf(record[machine.field])));
  return records.toSorted((a, b) => rank(a) - rank(b) || compareNaturally(a.id, b.id));
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
        type="button"
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

function sourceOf(kind: string, q: string, resource?: string): PageSource<StoredRecord> {
  return {
    idOf: ({ id }) => id,
    async load(after) {
      const query = {
        limit: PAGE,
        ...(q !== '' && { q }),
        ...(resource !== undefined && { resource }),
        ...(after !== null && { after }),
      };
      const { records, cursor } = await bodyOf(control.listRecords({ path: { kind }, query }));
      return { items: records, cursor };
    },
    changedBy(event) {
      if (event.type === 'world') return 'everything';
      if (event.type !== 'record' || event.kind !== kind) return null;
      const isOther =
        resource !== undefined && event.record !== null && event.record['resource'] !== resource;
      return isOther ? null : { id: event.id };
    },
    loadOne: (id, event) =>
      Promise.resolve(event.type === 'record' && event.record !== null ? { ...event.record, id } : null),
  };
}
