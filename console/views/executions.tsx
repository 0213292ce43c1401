/** The list of executions, live. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleEvent, ExecutionList, ExecutionSummary } from '../../generated/control/types.ts';
import { bodyOf, control } from '../api.ts';
import { formatAge, formatCost, formatDuration } from '../format.ts';
import { useLoaded } from '../live.ts';
import { linkTo, route, setQuery } from '../route.ts';
import { Empty, Show, Status } from '../parts/common.tsx';
import { Rows } from '../parts/rows.tsx';

const STATUSES = ['running', 'paused', 'completed', 'failed'] as const;
const PAGE = 200;

const concernsRuns = (event: ConsoleEvent): boolean =>
  event.type === 'run' || event.type === 'world' || (event.type === 'record' && event.kind === 'executions');

export function ExecutionsView(): JSX.Element {
  const { query } = route.value;
  const [pages, setPages] = useState(1);
  const status = STATUSES.find((name) => name === query.get('status'));
  const q = query.get('q') ?? '';
  const loaded = useLoaded(`${status ?? ''} ${q} ${pages}`, () => loadPages(pages, status, q), concernsRuns);
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
      <Show loaded={loaded}>
        {({ executions, now, hasMore }) =>
          executions.length === 0 ? (
            <Empty>
              No execution matches. <a href={linkTo('start')}>Start a run</a>, or call the service.
            </Empty>
          ) : (
            <>
              <Rows
                count={executions.length}
                height={34}
                label="Executions, newest first"
                row={(index) => <Row execution={executions[index]} now={now} />}
              />
              {hasMore && <button onClick={() => setPages(pages + 1)}>Show {PAGE} more</button>}
            </>
          )
        }
      </Show>
    </>
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
      <span class="grow">
        <bdi>{name ?? 'inline agent'}</bdi> · {scenario}
        {waitingFor !== null && ` · waits for ${waitingFor}`}
      </span>
      <span class="quiet">{formatAge(startedAt, now)}</span>
      <span class="quiet">{formatDuration(durationMs)}</span>
      <span class="quiet">{formatCost(costUsd)}</span>
    </>
  );
}

async function loadPages(count: number, status: (typeof STATUSES)[number] | undefined, q: string) {
  const executions: ExecutionSummary[] = [];
  let after: string | null = null;
  for (let page = 0; page < count; page += 1) {
    const body: ExecutionList = await bodyOf(
      control.listExecutions({
        query: {
          limit: PAGE,
          ...(status !== undefined && { status }),
          ...(q !== '' && { q }),
          ...(after !== null && { after }),
        },
      }),
    );
    executions.push(...body.executions);
    after = body.cursor;
    if (after === null) break;
  }
  const { now } = await bodyOf(control.getClock());
  return { executions, now, hasMore: after !== null };
}
