/**
 * Lists of executions by what a client filters them by.
 */
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { sortKey } from '../kernel/sort-key.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { View } from '../kernel/view.ts';
import type { PageRefusal, Refusal } from './errors.ts';
import { executions, executionsOfAgent, executionsOfParent } from './execution.ts';
import type { ExecutionRecord } from './execution.ts';
import { readPage } from './page.ts';
import type { Page, PageQuery } from './page.ts';
import { parseIsoTime } from './time.ts';

/** What a client filters by, as it was sent. */
export interface ExecutionFilter {
  readonly status?: string | undefined;
  readonly surfaceType?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly parentExecutionId?: string | undefined;
  readonly executionId?: string | undefined;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly includeCount?: string | undefined;
}

/**
 * Reads a page of an agent's executions, newest first.
 *
 * Shape: `parentExecutionId` and `executionId` look into the executions of all agents of the workspace; `from` and `to`
 * are both included.
 * Errors: TIME_INVALID, LIMIT_INVALID, CURSOR_UNKNOWN.
 * Source: F-4.2-148.
 */
export function listExecutions(
  view: View,
  workspaceId: string,
  agentId: string,
  filter: ExecutionFilter,
): Result<Page<ExecutionRecord>, PageRefusal | Refusal<'TIME_INVALID'>> {
  const from = readTime('from', filter.from);
  if (!from.ok) return from;
  const to = readTime('to', filter.to);
  if (!to.ok) return to;
  const { status, surfaceType, parentExecutionId, executionId, limit, cursor, includeCount } = filter;
  const conditions: ((execution: ExecutionRecord) => boolean)[] = [];
  if (status !== undefined) conditions.push((execution) => execution.status === status);
  if (surfaceType !== undefined) conditions.push((execution) => execution.surfaceType === surfaceType);
  const earliest = from.value;
  if (earliest !== null) conditions.push((execution) => execution.startedAt >= earliest);
  const latest = to.value;
  if (latest !== null) conditions.push((execution) => execution.startedAt <= latest);
  if (executionId !== undefined) conditions.push((execution) => execution.id === executionId);
  if (executionId !== undefined || parentExecutionId !== undefined) {
    conditions.push((execution) => execution.workspaceId === workspaceId);
  }
  return readPage(view, {
    ...listOf(agentId, parentExecutionId, executionId),
    keep: conditions.length === 0 ? undefined : (execution) => conditions.every((holds) => holds(execution)),
    limit,
    cursor,
    includeCount,
  });
}

function listOf(
  agentId: string,
  parentExecutionId: string | undefined,
  executionId: string | undefined,
): Pick<PageQuery<ExecutionRecord>, 'source' | 'prefix'> {
  if (parentExecutionId !== undefined)
    return { source: executionsOfParent, prefix: sortKey(parentExecutionId) };
  if (executionId !== undefined) return { source: executions, prefix: executionId };
  return { source: executionsOfAgent, prefix: sortKey(agentId) };
}

function readTime(
  parameter: string,
  text: string | undefined,
): Result<EpochMs | null, Refusal<'TIME_INVALID'>> {
  if (text === undefined || text === '') return ok(null);
  const at = parseIsoTime(text);
  return at === null ? refuse({ code: 'TIME_INVALID', parameter }) : ok(at);
}
