/** The list of executions: its filters, its order, and its pages. */
import { agents } from '../domain/agents/agent.ts';
import { executions, executionsByStart, executionsOfAgent } from '../domain/executions/execution.ts';
import type { ExecutionRecord } from '../domain/executions/execution.ts';
import { textOf } from '../domain/executions/playback/texts.ts';
import { scanKept } from '../../records/page.ts';
import { sortKey } from '../../kernel/store/collection.ts';
import { placeIn, type View } from '../../kernel/store/view.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { durationOf, subjectOf } from './execution-bodies.ts';

/** The parameters of the list; an absent filter does not filter. */
export interface ExecutionQuery {
  readonly status?: string | undefined;
  readonly agentId?: string | undefined;
  readonly kind?: string | undefined;
  readonly surfaceType?: readonly string[] | undefined;
  readonly minDurationMs?: number | undefined;
  readonly q?: string | undefined;
  readonly sort: 'startedAt' | 'durationMs' | 'costUsd' | 'name' | 'scenario' | 'status';
  readonly order: 'asc' | 'desc';
  readonly after?: string | undefined;
  readonly limit: number;
}

interface ListPage {
  readonly items: readonly ExecutionRecord[];
  readonly cursor: string | null;
}

export interface CursorUnknown {
  readonly code: 'CURSOR_UNKNOWN';
}

/** Reads a page of executions. Errors: CURSOR_UNKNOWN. */
export function listExecutions(
  view: View,
  at: EpochMs,
  query: ExecutionQuery,
): Result<ListPage, CursorUnknown> {
  const { after, limit } = query;
  const last = after === undefined ? undefined : view.get(executions, after);
  if (after !== undefined && last === undefined) return err({ code: 'CURSOR_UNKNOWN' });
  const page = query.sort === 'startedAt' ? scanByStart : scanSorted;
  const rows = page(view, at, query, last);
  const items = rows.slice(0, limit);
  return ok({ items, cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null });
}

/** Returns the executions after the last one of the previous page, one more than the limit. */
type ReadPage = (
  view: View,
  at: EpochMs,
  query: ExecutionQuery,
  last: ExecutionRecord | undefined,
) => readonly ExecutionRecord[];

/** Reads no more than the page needs. */
const scanByStart: ReadPage = (view, at, query, last) => {
  const { agentId, order, limit } = query;
  const agent = agentId === undefined ? undefined : view.get(agents, agentId);
  const source = agent === undefined ? executionsByStart : executionsOfAgent;
  return scanKept(
    view,
    {
      source,
      prefix: agent === undefined ? '' : sortKey(agent.workspaceId, agent.id),
      keep: (execution) => matches(execution, at, query),
    },
    { after: (last && placeIn(source, last)) ?? '', reverse: order === 'desc', limit: limit + 1 },
  );
};

/** Sorts all executions, since there is no index of the values that change as an execution runs. */
const scanSorted: ReadPage = (view, at, query, last) => {
  const { sort, order, limit } = query;
  const sign = order === 'desc' ? -1 : 1;
  const valueOf = (execution: ExecutionRecord): number | string => sortValue(execution, at, sort);
  const compare = (a: ExecutionRecord, b: ExecutionRecord): number =>
    sign * (compareValues(valueOf(a), valueOf(b)) || compareValues(a.id, b.id));
  return view
    .scan(executionsByStart)
    .filter(
      (execution) => matches(execution, at, query) && (last === undefined || compare(execution, last) > 0),
    )
    .toSorted(compare)
    .slice(0, limit + 1);
};

function sortValue(execution: ExecutionRecord, at: EpochMs, sort: ExecutionQuery['sort']): number | string {
  if (sort === 'startedAt') return execution.startedAt;
  if (sort === 'durationMs') return durationOf(execution, at);
  if (sort === 'costUsd') return execution.usage.cost;
  if (sort === 'name') return subjectOf(execution).name ?? '';
  return execution[sort];
}

function compareValues(a: number | string, b: number | string): number {
  return a < b ? -1 : Number(a > b);
}

function matches(execution: ExecutionRecord, at: EpochMs, query: ExecutionQuery): boolean {
  const { status, agentId, kind, surfaceType, minDurationMs, q } = query;
  return (
    (status === undefined || execution.status === status) &&
    (agentId === undefined || execution.agentId === agentId) &&
    (kind === undefined || execution.kind === kind) &&
    (surfaceType === undefined || surfaceType.includes(execution.surfaceType)) &&
    (minDurationMs === undefined || durationOf(execution, at) >= minDurationMs) &&
    (q === undefined || hasText(execution, q.toLowerCase()))
  );
}

/** Returns whether a text in lower case occurs in an identifying property of an execution. */
function hasText({ id, agentName, flow, messages }: ExecutionRecord, wanted: string): boolean {
  const texts = [id, flow?.name ?? agentName ?? '', textOf(messages[0]?.['content'])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
