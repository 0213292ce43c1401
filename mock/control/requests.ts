/** The journal: the recorded calls of the service. */
import type { JournalEntry as EntryBody } from '../../generated/control/types.ts';
import type { Handlers } from '../../generated/control/server.ts';
import { isoTime } from '../kernel/time/iso-time.ts';
import type { HandlerContext } from '../http/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../http/error-responses.ts';
import type { CallDetail } from '../http/journal/call-trace.ts';
import type { JournalEntry } from '../http/journal/journal.ts';
import type { Journals } from '../http/pipeline-parts.ts';

type RequestError =
  { readonly code: 'CURSOR_UNKNOWN' } | { readonly code: 'REQUEST_NOT_FOUND'; readonly id: string };

const table = {
  CURSOR_UNKNOWN: invalid(() => ({
    message: 'after is not a cursor of the journal',
    code: 'INVALID_CURSOR',
    path: 'after',
    suggestion: 'Send the cursor of the previous page, or none for the first page.',
  })),
  REQUEST_NOT_FOUND: { status: 404, error: ({ id }) => `Request ${id} is not in the journal` },
} as const satisfies ErrorTable<RequestError>;

const errorResponse = createErrorResponses<RequestError, typeof table>(table);

export function createRequestHandlers(
  journals: Journals,
): Pick<Handlers<HandlerContext>, 'listRequests' | 'getRequest' | 'clearRequests'> {
  return {
    async getRequest({ path: { id } }, { world }) {
      const call = await journals.of(world).find(id);
      if (call === undefined) return errorResponse({ code: 'REQUEST_NOT_FOUND', id });
      const { entry, detail } = call;
      const { query, headers, body, response, explanation } = detail ?? NO_DETAIL;
      return {
        status: 200,
        body: {
          request: entryBody(entry),
          query,
          headers: { ...headers },
          body,
          ...(response !== undefined && { response }),
          explanation: explanation.map((step) => ({ ...step })),
        },
      };
    },

    async listRequests({ query }, { world }) {
      if (query.after !== undefined && !/^\d{1,15}$/.test(query.after))
        return errorResponse({ code: 'CURSOR_UNKNOWN' });
      const { includeInjected, ...page } = query;
      const { entries, cursor } = await journals.of(world).page(page);
      const shown = includeInjected ? entries : entries.map(withoutInjected);
      return { status: 200, body: { requests: shown.map(entryBody), cursor } };
    },

    async clearRequests(_, { world }) {
      await journals.of(world).clear();
      return { status: 204 };
    },
  };
}

const NO_DETAIL: CallDetail = { query: '', headers: {}, body: null, explanation: [] };

/** Removes the violations caused by injected faults, so that only unintended ones are left. */
function withoutInjected(entry: JournalEntry): JournalEntry {
  return { ...entry, violations: entry.violations.filter(({ injected }) => injected !== true) };
}

/** Returns the body of a journal entry, with its duration rounded to microseconds. */
export function entryBody(entry: JournalEntry): EntryBody {
  const durationMs = Math.round(entry.durationMs * 1000) / 1000;
  const { notes, violations, ...call } = entry;
  return {
    ...call,
    at: isoTime(entry.at),
    durationMs,
    violations: [...violations],
    ...(notes !== undefined && { notes: [...notes] }),
  };
}
