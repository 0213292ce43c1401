/** The journal: every call of the service, newest first unless it is sorted. */
import type { JSX } from 'preact';
import type { ConsoleEvent, JournalEntry, ServiceOperation } from '../../generated/control/types.ts';
import { baseUrl, bodyOf, control, sentCredential } from '../api.ts';
import { formatClock, formatDuration } from '../format.ts';
import { useLoaded } from '../live.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Empty, Filters, Show, Status } from '../parts/common.tsx';
import { Confirmed } from '../parts/confirmed.tsx';
import { Rows } from '../parts/rows.tsx';
import { exampleOf, ServiceOptions, useOperations } from '../parts/service-options.tsx';
import { readSorting, SortChoice, sorted, SortTitles } from '../parts/sorting.tsx';

/** Units: the number of calls that the journal of a world keeps. */
const CAPACITY = 1_000;

const concerns = (event: ConsoleEvent): boolean => event.type === 'request' || event.type === 'world';

const values: Readonly<Record<string, (call: JournalEntry) => string | number>> = {
  time: ({ id }) => Number(id),
  status: ({ status }) => status,
  call: ({ path }) => path,
  operation: ({ operationId }) => operationId ?? '',
  violations: (call) => unintended(call).length,
  duration: ({ durationMs }) => durationMs,
};

const columns = [
  { name: 'time', title: 'Time', className: 'wide' },
  { name: 'status', title: 'Status' },
  { name: 'call', title: 'Call' },
  { name: 'operation', title: 'Operation', className: 'wide' },
  { name: 'violations', title: 'Violations', className: 'wide' },
  { name: 'duration', title: 'Duration', className: 'number' },
];

const filters = ['operation', 'path', 'status', 'slower', 'violations'] as const;

export function JournalView(): JSX.Element {
  const loaded = useLoaded(
    'journal',
    () =>
      bodyOf(control.listRequests({ query: { order: 'newest', limit: CAPACITY, includeInjected: true } })),
    concerns,
  );
  const operations = useOperations();
  const example = exampleOf(operations);
  return (
    <>
      <h1>Journal</h1>
      <ServiceOptions operations={operations} />
      <JournalFilters example={example} />
      <Show loaded={loaded}>
        {({ requests }) => {
          const shown = select(requests);
          if (shown.length === 0) return <Nothing total={requests.length} example={example} />;
          return (
            <>
              <List calls={shown} />
              <p class="bar">
                <span class="quiet">
                  {shown.length} of {requests.length} {requests.length === 1 ? 'call' : 'calls'}
                </span>
                <Confirmed
                  question={`Delete all ${requests.length} calls from the journal?`}
                  run={() => bodyOf(control.clearRequests()).then(loaded.reload)}
                >
                  Delete all calls
                </Confirmed>
              </p>
            </>
          );
        }}
      </Show>
    </>
  );
}

function JournalFilters({ example }: { readonly example: ServiceOperation | undefined }): JSX.Element {
  const { query } = route.value;
  const field = (name: (typeof filters)[number]) => ({
    value: query.get(name) ?? '',
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      setQuery({ [name]: event.currentTarget.value }),
  });
  return (
    <Filters>
      <label>
        Operation
        <input {...field('operation')} placeholder={example?.id} list="service-operations" />
      </label>
      <label>
        Path
        <input {...field('path')} placeholder={example?.path} />
      </label>
      <label>
        Status
        <input {...field('status')} size={7} placeholder="404, 4xx" />
      </label>
      <label>
        Longer than, ms
        <input {...field('slower')} inputMode="decimal" size={7} placeholder="100" />
      </label>
      <SortChoice columns={columns} initial="newest first" />
      <label class="inline">
        <input
          type="checkbox"
          checked={query.get('violations') === 'yes'}
          onChange={(event) => setQuery({ violations: event.currentTarget.checked ? 'yes' : '' })}
        />
        only contract violations
      </label>
    </Filters>
  );
}

/** Returns the calls that match the filters in the URL, in its order. */
function select(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  const { query } = route.value;
  const text = (name: (typeof filters)[number]): string => (query.get(name) ?? '').trim().toLowerCase();
  const [operation, path, status] = [text('operation'), text('path'), text('status')];
  const least = Number(text('slower'));
  const shown = calls.filter(
    (call) =>
      (operation === '' || call.operationId?.toLowerCase().includes(operation) === true) &&
      (path === '' || call.path.toLowerCase().includes(path)) &&
      (status === '' || matchesStatus(call.status, status)) &&
      (!(least > 0) || call.durationMs > least) &&
      (text('violations') === '' || unintended(call).length > 0),
  );
  const sorting = readSorting(columns);
  const valueOf = sorting === null ? undefined : values[sorting.column];
  return sorting === null || valueOf === undefined ? shown : sorted(shown, sorting, valueOf);
}

/** Returns whether a status begins like the filter, in which `x` is any digit: `404`, `4xx`, `5`. */
function matchesStatus(status: number, filter: string): boolean {
  const digits = String(status);
  return Array.from(filter).every((character, place) => character === 'x' || character === digits[place]);
}

/** Returns the violations of a call except those caused by a fault. */
function unintended({ violations }: JournalEntry): JournalEntry['violations'] {
  return violations.filter(({ injected }) => injected !== true);
}

function Nothing({
  total,
  example,
}: {
  readonly total: number;
  readonly example: ServiceOperation | undefined;
}): JSX.Element {
  const { header } = sentCredential('', false);
  if (total === 0)
    return (
      <Empty>
        No calls yet. Call the service, for example with{' '}
        <code>
          curl {baseUrl}
          {example?.path}
          {header !== null && ` -H '${header.join(': ')}'`}
        </code>
      </Empty>
    );
  const none = Object.fromEntries(filters.map((name) => [name, '']));
  return (
    <Empty>
      None of the {total} calls matches.{' '}
      <button type="button" onClick={() => setQuery(none)}>
        Show all
      </button>
    </Empty>
  );
}

function List({ calls }: { readonly calls: readonly JournalEntry[] }): JSX.Element {
  return (
    <Rows
      count={calls.length}
      height={34}
      label="Calls"
      keyOf={(index) => calls[index]?.id ?? ''}
      columns="7.5rem 3.5rem minmax(0, 2fr) minmax(0, 1fr) 8rem 5.5rem"
      narrow="3.5rem minmax(0, 1fr) 5rem"
      head={<SortTitles columns={columns} />}
      row={(index) => <Row call={calls[index]} />}
    />
  );
}

function Row({ call }: { readonly call: JournalEntry | undefined }): JSX.Element | null {
  if (call === undefined) return null;
  const count = unintended(call).length;
  return (
    <>
      <span class="quiet mono wide">{formatClock(call.at)}</span>
      <Status value={call.status} kind={`${Math.floor(call.status / 100)}xx`} />
      <a href={linkTo('journal', call.id)} class="mono">
        {call.method} <bdi>{call.path}</bdi>
      </a>
      <span class="wide quiet">{call.operationId ?? 'no operation'}</span>
      {count > 0 ? (
        <span class="error wide">
          {count} violation{count === 1 ? '' : 's'}
        </span>
      ) : (
        <span class="quiet wide">{call.violations.length > 0 && 'fault'}</span>
      )}
      <span class="number quiet">{formatDuration(call.durationMs)}</span>
    </>
  );
}
