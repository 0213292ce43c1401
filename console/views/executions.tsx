/** The list of executions, live. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, ExecutionSummary } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { formatAge, formatCost, formatDuration } from '../format.ts';
import { useLoaded } from '../live.ts';
import { usePages, type Pages, type PageSource } from '../pages.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Empty, Show, Status } from '../parts/common.tsx';
import { Rows } from '../parts/rows.tsx';

const STATUSES = ['running', 'paused', 'completed', 'failed'] as const;
const PAGE = 200;

/** The age of an execution is in the time of the world, which events have. */
const concernsTime = (event: ConsoleEvent): boolean => event.type !== 'request';

export function ExecutionsView(): JSX.Element {
  const { query } = route.value;
  const status = STATUSES.find((name) => name === query.get('status'));
  const q = query.get('q') ?? '';
  const pages = usePages(`${status ?? ''} ${q}`, sourceOf(status, q));
  const clock = useLoaded('clock', () => bodyOf(control.getClock()), concernsTime);
  return (
    <>
      <h1>Executions</h1>
      <form class="bar" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Search
          <input
            type="search"
            value={q}
            placeholder="id, agent, first message"
            onInput={(event) => setQuery({ q: event.currentTarget.value.slice(0, 200) })}
          />
        </label>
        <label>
          Status
          <select value={status ?? ''} onChange={(event) => setQuery({ status: event.currentTarget.value })}>
            <option value="">all</option>
            {STATUSES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <a href={linkTo('start')}>Start a run</a>
        <a href={linkTo('file')}>Open a saved execution</a>
      </form>
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
    </>
  );
}

/** Shows the list; new executions wait while the pointer is on it, so that no row moves away from under it. */
function List({
  executions,
  now,
  pages,
}: {
  readonly executions: readonly ExecutionSummary[];
  readonly now: string;
  readonly pages: Pages<ExecutionSummary>;
}): JSX.Element {
  const [first, setFirst] = useState<string | null>(null);
  const held =
    first === null
      ? 0
      : Math.max(
          0,
          executions.findIndex(({ id }) => id === first),
        );
  const shown = executions.slice(held);
  const facts = [
    `${executions.length} executions`,
    ...(pages.hasMore ? ['more when you scroll to the end'] : []),
    ...(held > 0 ? [`${held} new when the pointer leaves the list`] : []),
  ];
  return (
    <div onPointerEnter={() => setFirst(shown[0]?.id ?? null)} onPointerLeave={() => setFirst(null)}>
      <Rows
        count={shown.length}
        height={34}
        label="Executions, newest first"
        row={(index) => <Row execution={shown[index]} now={now} />}
        keyOf={(index) => shown[index]?.id ?? ''}
        onEnd={pages.more}
        columns="6.5rem 14rem minmax(0, 2fr) minmax(0, 1fr) 8rem 7rem 5rem"
        narrow="5.5rem minmax(0, 1fr) 6.5rem"
        head={
          <>
            <span>Status</span>
            <span>Execution</span>
            <span class="wide">Agent or flow</span>
            <span class="wide">Scenario</span>
            <span class="number">Started</span>
            <span class="number wide">Duration</span>
            <span class="number wide">Cost</span>
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
      <a class="mono" href={linkTo('executions', id)}>
        {id}
      </a>
      <span class="wide">
        <bdi>{name ?? 'inline agent'}</bdi>
        {waitingFor !== null && <span class="quiet"> waits for {waitingFor}</span>}
      </span>
      <span class="wide quiet">{scenario}</span>
      <span class="number quiet">{formatAge(startedAt, now < startedAt ? startedAt : now)}</span>
      <span class="number quiet wide">{formatDuration(durationMs)}</span>
      <span class="number quiet wide">{formatCost(costUsd)}</span>
    </>
  );
}

function sourceOf(status: (typeof STATUSES)[number] | undefined, q: string): PageSource<ExecutionSummary> {
  return {
    idOf: ({ id }) => id,
    async load(after) {
      const query = {
        limit: PAGE,
        ...(status !== undefined && { status }),
        ...(q !== '' && { q }),
        ...(after !== null && { after }),
      };
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
      return status === undefined || response.body.status === status ? response.body : null;
    },
  };
}
