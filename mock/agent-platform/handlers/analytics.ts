/** The analytics operations. */
import type { RecordResult as RecordResultBody } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { countByDay, countWorkspace, listRecordResults } from '../domain/analytics/analytics.ts';
import type { AnalyticsError } from '../domain/analytics/analytics.ts';
import type { RecordResult } from '../domain/batches/run.ts';
import { isoTime, readBound } from '../../kernel/time/iso-time.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import { errorResponse } from './errors.ts';

const table = {
  NUMBER_INVALID: invalid(({ parameter, most }) => ({
    message: `${parameter} must be an integer from 1 to ${most}`,
    code: 'INVALID_VALUE',
    path: parameter,
  })),
} as const satisfies ErrorTable<AnalyticsError>;

const analyticsErrorResponse = createErrorResponses<AnalyticsError, typeof table>(table);

export const analyticsHandlers: Pick<Handlers<ServiceContext>, 'getRecordResults' | 'getAnalyticsStats'> = {
  getRecordResults({ query }, { world, caller }) {
    const { days, ...paging } = query;
    const { workspaceId } = ownerOf(caller);
    return world.query((view, at) => {
      if (days !== undefined) {
        const counted = countByDay(view, workspaceId, days, at);
        return counted.ok
          ? { status: 200, body: { days: [...counted.value] } }
          : analyticsErrorResponse(counted.error);
      }
      const page = listRecordResults(view, workspaceId, paging);
      if (!page.ok)
        return page.error.code === 'NUMBER_INVALID'
          ? analyticsErrorResponse(page.error)
          : errorResponse(page.error);
      const { items, pagination } = page.value;
      return { status: 200, body: { data: items.map(recordResult), pagination: { ...pagination } } };
    });
  },

  getAnalyticsStats({ query }, { world, caller }) {
    // An unreadable date is ignored, because the operation declares no 400.
    const range = { from: readBound('from', query.from) ?? null, to: readBound('to', query.to) ?? null };
    const counts = world.query((view) => countWorkspace(view, ownerOf(caller).workspaceId, range));
    return { status: 200, body: counts };
  },
};

function recordResult({ workspaceId: _, startedAt, completedAt, ...rest }: RecordResult): RecordResultBody {
  return { ...rest, startedAt: isoTime(startedAt), completedAt: isoTime(completedAt) };
}
