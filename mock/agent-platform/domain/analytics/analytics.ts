/**
 * Analytics: record results by page, executions by day, and counts of the items in a workspace. Everything is computed
 * from the world's records on request.
 */
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { sortKey, type StoredRecord } from '../../../kernel/store/collection.ts';
import { epochMs, type EpochMs } from '../../../kernel/time/time.ts';
import type { RecordSource, View } from '../../../kernel/store/view.ts';
import { agentsOfWorkspace, workspacePrefix } from '../agents/agent.ts';
import { cursorOfPage, readPage, type PageError, type Page } from '../../../records/page.ts';
import { executions, type ExecutionRecord } from '../executions/execution.ts';
import { workspaceItemsByType, workspaceItemTypes } from '../identity/workspace-item.ts';
import type { WorkspaceItemType } from '../identity/workspace-item.ts';
import { resultsOfWorkspace, type RecordResult } from '../batches/run.ts';
import { isoTime, isWithin, type TimeRange } from '../../../kernel/time/iso-time.ts';
import { msPerDay } from '../../../../templates/runtime/conversion/durations.ts';

/** The maximum number of days, and of the page number. */
export const analyticsLimits = { days: 366, page: 1_000_000 } as const;

/** The query for a page of record results, as the client sent it. */
export interface RecordResultQuery {
  readonly status?: string | undefined;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly page?: string | undefined;
}

/**
 * Reads a page of record results, newest first; by page number when there is no cursor.
 *
 * Errors: NUMBER_INVALID, LIMIT_INVALID, CURSOR_UNKNOWN.
 * Source: F-4.3-007; assumption A-RECORD-PAGE.
 */
export function listRecordResults(
  view: View,
  workspaceId: string,
  { status, limit, cursor, page }: RecordResultQuery,
): Result<Page<RecordResult>, PageError | AnalyticsError> {
  const number = page === undefined ? 1 : readNumber('page', page);
  if (number === null) return err(numberInvalid('page'));
  const query = {
    source: resultsOfWorkspace,
    prefix: sortKey(workspaceId),
    keep: status === undefined || status === '' ? undefined : (one: RecordResult) => one.status === status,
    limit,
  };
  if (cursor !== undefined) return readPage(view, { ...query, cursor });
  const numbered = cursorOfPage(view, query, number);
  return numbered.ok ? readPage(view, { ...query, cursor: numbered.value }) : numbered;
}

/**
 * The executions of one day.
 *
 * Shape: `date` is a UTC day, `YYYY-MM-DD`; those that neither completed nor failed are only counted in `executions`.
 */
export interface DailyExecutions {
  readonly date: string;
  readonly executions: number;
  readonly completed: number;
  readonly failed: number;
  readonly totalCostUsd: number;
}

/**
 * Counts executions of agents and of flows by the UTC day of their start, oldest day first, today last.
 *
 * Shape: the requested number of days, including those without executions.
 * Errors: NUMBER_INVALID.
 * Source: F-4.3-008; assumption A-DAILY.
 */
export function countByDay(
  view: View,
  workspaceId: string,
  days: string,
  at: EpochMs,
): Result<readonly DailyExecutions[], AnalyticsError> {
  const count = readNumber('days', days);
  if (count === null) return err(numberInvalid('days'));
  const today = dayOf(at);
  const first = today - count + 1;
  const byDay = Array.from({ length: count }, (_, place) => emptyDay(first + place));
  for (const run of runsOf(view, workspaceId)) {
    const day = byDay[dayOf(run.startedAt) - first];
    if (day !== undefined) countRun(day, run);
  }
  return ok(byDay.map((day) => ({ ...day, totalCostUsd: Number(day.totalCostUsd.toFixed(6)) })));
}

/** The number of items of each kind in a workspace. Source: F-4.3-018. */
export type WorkspaceCounts = Readonly<Record<`${WorkspaceItemType}s` | 'agents' | 'executions', number>>;

export function countWorkspace(view: View, workspaceId: string, range: TimeRange): WorkspaceCounts {
  const countOf = <R extends StoredRecord & { readonly createdAt: EpochMs }>(
    source: RecordSource<R>,
    prefix: string,
  ): number => view.scan(source, { prefix }).filter(({ createdAt }) => isWithin(range, createdAt)).length;
  const library = workspaceItemTypes.map(
    (type) => [`${type}s`, countOf(workspaceItemsByType, sortKey(workspaceId, type))] as const,
  );
  return {
    ...(Object.fromEntries(library) as Record<`${WorkspaceItemType}s`, number>),
    agents: countOf(agentsOfWorkspace, workspacePrefix(workspaceId)),
    executions: runsOf(view, workspaceId).filter(({ startedAt }) => isWithin(range, startedAt)).length,
  };
}

function runsOf(view: View, workspaceId: string): readonly ExecutionRecord[] {
  return view.scan(executions).filter((execution) => execution.workspaceId === workspaceId);
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function emptyDay(day: number): Mutable<DailyExecutions> {
  const date = isoTime(epochMs(day * msPerDay)).slice(0, 10);
  return { date, executions: 0, completed: 0, failed: 0, totalCostUsd: 0 };
}

function countRun(day: Mutable<DailyExecutions>, { status, usage }: ExecutionRecord): void {
  day.executions += 1;
  if (status === 'completed') day.completed += 1;
  if (status === 'failed') day.failed += 1;
  day.totalCostUsd += usage.cost;
}

function dayOf(at: EpochMs): number {
  return Math.floor(at / msPerDay);
}

function readNumber(parameter: AnalyticsError['parameter'], text: string): number | null {
  if (!/^[0-9]{1,9}$/.test(text)) return null;
  const number = Number(text);
  return number >= 1 && number <= analyticsLimits[parameter] ? number : null;
}

function numberInvalid(parameter: AnalyticsError['parameter']): AnalyticsError {
  return { code: 'NUMBER_INVALID', parameter, most: analyticsLimits[parameter] };
}

export interface AnalyticsError {
  readonly code: 'NUMBER_INVALID';
  readonly parameter: 'days' | 'page';
  readonly most: number;
}
