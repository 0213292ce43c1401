/** The list of executions, live. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExecutionSummary } from '../../../generated/control-agent-platform/types.ts';
import type { ConsoleEvent } from '../../../generated/control/types.ts';
import { bodyOf } from '../../api.ts';
import { control } from '../control.ts';
import { formatAge, formatCost, formatDuration } from '../../format.ts';
import { useLoaded } from '../../live.ts';
import { usePages, type Pages, type PageSource } from '../../pages.ts';
import { linkTo, route, setQuery } from '../../route.ts';
import { textOf } from '../../parts/columns.ts';
import { Choice, Empty, Filters, Show, Status } from '../../parts/common.tsx';
import { Rows } from '../../parts/rows.tsx';
import { readSorting, SortChoice, SortTitles } from '../../parts/sorting.tsx';

const STATUSES = ['running', 'paused', 'completed', 'failed'] as const;
const KINDS = ['agent', 'flow'] as const;
/** Batches start a run for each of their records, so their runs are only shown on request. */
const WITHOUT_BATCHES = ['api', 'client', 'dispatch'] as const;
const SOURCES = [...WITHOUT_BATCHES, 'batch'] as const;
const PAGE = 200;

type Query = NonNullable<Parameters<typeof control.listExecutions>[0]>['query'];

const columns = [
  { name: 'status', title: 'Status' },
  { name: 'startedAt', title: 'Started', className: 'number' },
  { name: 'name', title: 'Agent or flow' },
  { name: 'scenario', title: 'Scenario', className: 'wide' },
  { name: 'durationMs', title: 'Duration', className: 'number wide' },
  { name: 'costUsd', title: 'Cost', className: 'number wide' },
] as const;

/** The age of an execution is in the time of the world, which events have. */
const concernsTime = (event: ConsoleEvent): boolean => event.type !== 'request';

export function ExecutionsView(): JSX.Element {
  const query = readQuery();
  const pages = usePages(JSON.stringify(query), sourceOf(query));
  const clock = useLoaded('clock', () => bodyOf(control.getClock()), concernsTime);
  return (
    <>
      <h1>Executions</h1>
      <ExecutionFilters />
      <Show loaded={{ data: pages.items, error: pages.error, reload: pages.reload }}>
        {(executions) =>
          executions.length === 0 ? (
            <Empty>
              No execution matches. <a href={linkTo('start')}>Start a run</a>, or call the service.
            </Empty>
          ) : (
            <List executions={executions} now={clock.data?.now ?? ''} pages={pages} />
          )
        }
      </Show>
      {query.surfaceType === WITHOUT_BATCHES && (
        <p class="quiet">
          The runs of batches are hidden.{' '}
          <button type="button" class="plain" onClick={() => setQuery({ source: 'all' })}>
            Show them
          </button>
        </p>
      )}
    </>
  );
}

/** Returns the parameters of the list from the address. */
function readQuery(): NonNullable<Query> {
  const { query } = route.value;
  const status = STATUSES.find((name) => name === query.get('status'));
  const kind = KINDS.find((name) => name === query.get('kind'));
  const source = query.get('source');
  const only = SOURCES.find((name) => name === source);
  const [agentId, q] = [query.get('agent') ?? '', query.get('q') ?? ''];
  const seconds = Number(query.get('longer'));
  const sorting = readSorting(columns);
  const sort = columns.find(({ name }) => name === sorting?.column)?.name;
  return {
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(only !== undefined ? { surfaceType: [only] } : source !== 'all' && { surfaceType: WITHOUT_BATCHES }),
    ...(agentId !== '' && { agentId }),
    ...(q !== '' && { q }),
    ...(seconds > 0 && { minDurationMs: Math.round(seconds * 1_000) }),
    ...(sort !== undefined && sorting !== null && { sort, order: sorting.order }),
  };
}

function ExecutionFilters(): JSX.Element {
  const { query } = route.value;
  const agents = useLoaded(
    'agents',
    () => bodyOf(control.listRecords({ path: { kind: 'agents' }, query: { limit: 200 } })),
    (event) => event.type === 'world' || (event.type === 'record' && event.kind === 'agents'),
  );
  const choice = (label: string, name: string, options: readonly (readonly [string, string])[]) => (
    <Choice
      label={label}
      value={query.get(name) ?? ''}
      options={options}
      set={(value) => setQuery({ [name]: value })}
    />
  );
  const named = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return (
    <Filters>
      <label>
        Search
        <input
          type="search"
          value={query.get('q') ?? ''}
          placeholder="id, agent, first message"
          onInput={(event) => setQuery({ q: event.currentTarget.value.slice(0, 200) })}
        />
      </label>
      {choice('Status', 'status', [['', 'all'], ...named(STATUSES)])}
      {choice('Agent', 'agent', [
        ['', 'all'],
        ...(agents.data?.records ?? []).map(({ id, name }) => [id, textOf(name) || id] as const),
      ])}
      {choice('Kind', 'kind', [['', 'all'], ...named(KINDS)])}
      {choice('Source', 'source', [['', 'without batches'], ['all', 'all'], ...named(SOURCES)])}
      <label>
        Longer than, s
        <input
          value={query.get('longer') ?? ''}
          inputMode="decimal"
          size={6}
          placeholder="10"
          onInput={(event) => setQuery({ longer: event.currentTarget.value })}
        />
      </label>
      <SortChoice columns={columns} initial="newest first" />
      <a href={linkTo('start')}>Start a run</a>
      <a href={linkTo('file')}>Open a saved execution</a>
    </Filters>
  );
}

/** Shows the list; new executions wait while the pointer is over it, so that no row moves away from under it. */
function List({
  executions,
  now,
  pages,
}: {
  readonly executions: readonly ExecutionSummary[];
  readonly now: string;
  readonly pages: Pages<ExecutionSummary>;
}): JSX.Element {
  const { key } = pages;
  const [first, setFirst] = useState<{ readonly key: string; readonly id: string | undefined } | null>(null);
  const held =
    first?.key !== key
      ? 0
      : Math.max(
          0,
          executions.findIndex(({ id }) => id === first.id),
        );
  const shown = executions.slice(held);
  const facts = [
    `${executions.length} executions`,
    ...(pages.hasMore ? ['more when you scroll to the end'] : []),
    ...(held > 0 ? [`${held} new when the pointer leaves the list`] : []),
  ];
  return (
    <div onPointerEnter={() => setFirst({ key, id: shown[0]?.id })} onPointerLeave={() => setFirst(null)}>
      <Rows
        count={shown.length}
        height={34}
        label="Executions"
        row={(index) => <Row execution={shown[index]} now={now} />}
        keyOf={(index) => shown[index]?.id ?? ''}
        onEnd={pages.more}
        columns="6.5rem 7rem minmax(0, 2fr) minmax(0, 1fr) 7rem 5.5rem 14rem"
        narrow="5.5rem 6rem minmax(0, 1fr)"
        head={
          <>
            <SortTitles columns={columns} />
            <span class="wide">Execution</span>
          </>
        }
      />
      <p class="quiet">{facts.join(', ')}</p>
    </div>
  );
}

function Row({
  execution,
  now,
}: {
  readonly execution: ExecutionSummary | undefined;
  readonly now: string;
}): JSX.Element | null {
  if (execution === undefined) return null;
  const { id, status, waitingFor, name, scenario, startedAt, durationMs, costUsd } = execution;
  return (
    <>
      <Status value={status} />
      <span class="number quiet">{formatAge(startedAt, now < startedAt ? startedAt : now)}</span>
      <span>
        <a href={linkTo('executions', id)}>
          <bdi>{name ?? 'inline agent'}</bdi>
          <span class="heard"> {id}</span>
        </a>
        {waitingFor !== null && <span class="quiet"> waits for {waitingFor}</span>}
      </span>
      <span class="wide quiet">{scenario}</span>
      <span class="number quiet wide">{formatDuration(durationMs)}</span>
      <span class="number quiet wide">{formatCost(costUsd)}</span>
      <span class="mono wide">{id}</span>
    </>
  );
}

function sourceOf(filters: NonNullable<Query>): PageSource<ExecutionSummary> {
  return {
    idOf: ({ id }) => id,
    async load(after) {
      const query = { ...filters, limit: PAGE, ...(after !== null && { after }) };
      const { executions, cursor } = await bodyOf(control.listExecutions({ query }));
      return { items: executions, cursor };
    },
    changedBy(event) {
      if (event.type === 'world') return 'everything';
      if (event.type === 'run') return { id: event.executionId };
      return event.type === 'record' && event.kind === 'executions' ? { id: event.id } : null;
    },
    async loadOne(id) {
      const response = await control.getExecution({ path: { id } });
      if (response.status !== 200) return null;
      const { status } = filters;
      return status === undefined || response.body.status === status ? response.body : null;
    },
  };
}
