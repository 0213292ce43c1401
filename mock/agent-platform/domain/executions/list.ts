/** Filtered lists of executions. */
import { err, type Result } from '../../../kernel/transaction/result.ts';
import { sortKey } from '../../../kernel/store/collection.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { DomainErrorOf } from '../errors.ts';
import { readPage, type PageError, type Page, type PageQuery } from '../../../records/page.ts';
import { executions, executionsOfAgent, executionsOfParent, type ExecutionRecord } from './execution.ts';
import { isWithin, readBound, type TimeRange } from '../../../kernel/time/iso-time.ts';

/** The filters, as the client sent them. */
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
 * Reads a page of an agent's executions, newest start first.
 *
 * Shape: `parentExecutionId` and `executionId` search the executions of all agents of the workspace.
 * Errors: TIME_INVALID, LIMIT_INVALID, CURSOR_UNKNOWN.
 * Source: F-4.2-148.
 */
export function listExecutions(
  view: View,
  workspaceId: string,
  agentId: string,
  filter: ExecutionFilter,
): Result<Page<ExecutionRecord>, PageError | DomainErrorOf<'TIME_INVALID'>> {
  const from = readBound('from', filter.from);
  if (from === undefined) return err({ code: 'TIME_INVALID', parameter: 'from' });
  const to = readBound('to', filter.to);
  if (to === undefined) return err({ code: 'TIME_INVALID', parameter: 'to' });
  const { limit, cursor, includeCount } = filter;
  return readPage(view, {
    ...listOf(workspaceId, agentId, filter),
    keep: filterOf(workspaceId, filter, { from, to }),
    limit,
    cursor,
    includeCount,
  });
}

/** Returns the condition of the filters; undefined when they keep everything. */
function filterOf(
  workspaceId: string,
  { status, surfaceType, parentExecutionId, executionId }: ExecutionFilter,
  range: TimeRange,
): PageQuery<ExecutionRecord>['keep'] {
  const conditions: ((execution: ExecutionRecord) => boolean)[] = [];
  if (status !== undefined) conditions.push((execution) => execution.status === status);
  if (surfaceType !== undefined) conditions.push((execution) => execution.surfaceType === surfaceType);
  if (range.from !== null || range.to !== null)
    conditions.push(({ startedAt }) => isWithin(range, startedAt));
  if (executionId !== undefined) conditions.push((execution) => execution.id === executionId);
  if (executionId !== undefined || parentExecutionId !== undefined)
    conditions.push((execution) => execution.workspaceId === workspaceId);
  return conditions.length === 0 ? undefined : (execution) => conditions.every((isMet) => isMet(execution));
}

function listOf(
  workspaceId: string,
  agentId: string,
  { parentExecutionId, executionId }: ExecutionFilter,
): Pick<PageQuery<ExecutionRecord>, 'source' | 'prefix'> {
  if (parentExecutionId !== undefined)
    return { source: executionsOfParent, prefix: sortKey(parentExecutionId) };
  if (executionId !== undefined) return { source: executions, prefix: executionId };
  return { source: executionsOfAgent, prefix: sortKey(workspaceId, agentId) };
}
