/** Defects of the feed of product events: its cursors, pages, filters, waits, errors, catalogue. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { OPEN_KEY } from './access.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import {
  respondWith,
  changeStatus,
  editJson,
  fieldsOf,
  listOf,
  readJson,
} from '../mutations/response-mutations.ts';
import { replaceHeader, editQuery } from '../mutations/request-mutations.ts';
import { retryWith } from '../mutations/scenario-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';

const poll = { operation: 'pollProductEvents' } as const;
const page = { ...poll, status: 200 } as const;
const types = { operation: 'listProductEventTypes', status: 200 } as const;

const FIVE_DAYS_MS = 5 * 24 * 3_600_000;

/** Mutants for the group `events`. */
export const eventMutants: readonly MutantRow[] = [
  {
    id: 'past-returned',
    check: 'EVENT01',
    description: 'returns past events to a poll without a cursor',
    mutation: editQuery(poll, (query) => {
      if (!query.has('after')) query.set('after', '0');
    }),
  },
  {
    id: 'waits-without-cursor',
    check: 'EVENT02',
    description: 'waits for an event without a cursor',
    mutation: waitWithoutCursor,
  },
  {
    id: 'cursor-skips',
    check: 'EVENT03',
    description: 'skips the first event after a cursor',
    mutation: moveCursor(1n),
  },
  {
    id: 'cursor-repeats',
    check: 'EVENT03',
    description: 'repeats the event of a cursor',
    mutation: moveCursor(-1n),
  },
  {
    id: 'more-missing',
    check: 'EVENT04',
    description: 'never sets hasMore',
    mutation: editJson(page, (body) => {
      body['hasMore'] = false;
    }),
  },
  {
    id: 'more-after-full-page',
    check: 'EVENT04',
    description: 'sets hasMore for every full page',
    mutation: editJson(page, (body, { query }) => {
      const most = new URLSearchParams(query).get('maxEvents') ?? '50';
      body['hasMore'] = listOf(body['events']).length === Number(most);
    }),
  },
  {
    id: 'small-pages',
    check: 'EVENT05',
    description: 'has pages of 20 by default',
    mutation: editQuery(poll, (query) => {
      if (!query.has('maxEvents')) query.set('maxEvents', '20');
    }),
  },
  {
    id: 'newest-first',
    check: 'EVENT06',
    description: 'returns the newest event first',
    mutation: editJson(page, (body) => {
      body['events'] = listOf(body['events']).toReversed();
    }),
  },
  {
    id: 'cursor-goes-back',
    check: 'EVENT07',
    description: 'returns an earlier cursor when there are no new events',
    mutation: editJson(page, (body) => {
      if (listOf(body['events']).length === 0 && typeof body['cursor'] === 'string')
        body['cursor'] = String(BigInt(body['cursor']) - 1n);
    }),
  },
  ...ignoring([
    ['EVENT08', 'name', 'events of every name'],
    ['EVENT09', 'agentId', 'the events of every agent'],
    ['EVENT10', 'onlyRegressions', 'every run of evals'],
    ['EVENT11', 'minIntervalMs', 'every repeat of a failure'],
  ]),
  {
    id: 'repeats-never-end',
    check: 'EVENT12',
    description: 'treats every later failure as a repeat of the first one',
    mutation: editJson({ ...page, query: /[?&]minIntervalMs=\d/ }, (body) => {
      body['events'] = listOf(body['events']).slice(0, 1);
    }),
  },
  ...ignoring([['EVENT13', 'maxAgeMs', 'events of every age']]),
  {
    id: 'short-retention',
    check: 'EVENT14',
    description: 'forgets events after five days',
    mutation: editQuery(poll, (query) => {
      if (!query.has('maxAgeMs')) query.set('maxAgeMs', String(FIVE_DAYS_MS));
    }),
  },
  {
    id: 'truncation-missing',
    check: 'EVENT15',
    description: 'omits truncated for expired events',
    mutation: editJson(page, (body) => {
      body['truncated'] = false;
    }),
  },
  ...ignoring([['EVENT16', 'waitMs', 'an empty page at once']]),
  {
    id: 'waits-too-long',
    check: 'EVENT17',
    description: 'waits longer than requested',
    mutation: editQuery(poll, (query) => {
      if (query.get('waitMs') === '200') query.set('waitMs', '2600');
    }),
  },
  {
    id: 'long-wait-as-unprocessable',
    check: 'EVENT18',
    description: 'returns 422 for a wait that is too long',
    mutation: changeStatus({ ...poll, status: 400, query: /[?&]waitMs=50001/ }, 422),
  },
  {
    id: 'cursor-code-wrong',
    check: 'EVENT19',
    description: 'rejects an invalid cursor with another code',
    mutation: recode('INVALID_EVENT_CURSOR', 'BAD_CURSOR'),
  },
  {
    id: 'unknown-event-as-not-found',
    check: 'EVENT20',
    description: 'returns 404 for an unknown event name',
    mutation: changeStatus({ ...poll, status: 400, query: /[?&]name=svc\.weather/ }, 404),
  },
  {
    id: 'argument-not-read',
    check: 'EVENT21',
    description: 'ignores arguments with invalid values',
    mutation: editQuery(poll, (query) => {
      if (!['true', 'false', ''].includes(query.get('onlyRegressions') ?? ''))
        query.delete('onlyRegressions');
      if (!/^\d*$/.test(query.get('maxEvents') ?? '')) query.delete('maxEvents');
    }),
  },
  {
    id: 'unknown-argument-ignored',
    check: 'EVENT22',
    description: 'ignores arguments that the event does not accept',
    mutation: retryWith({ ...poll, status: 400 }, withNameOnly),
  },
  {
    id: 'scope-code-wrong',
    check: 'EVENT23',
    description: 'returns a wrong code for a missing scope',
    mutation: recode('EVENT_SCOPE_FORBIDDEN', 'FORBIDDEN'),
  },
  {
    id: 'personal-key-as-unknown',
    check: 'EVENT24',
    description: 'returns 404 for a key of a personal workspace',
    mutation: changeStatus({ ...poll, status: 403 }, 404),
  },
  {
    id: 'empty-value-rejected',
    check: 'EVENT25',
    description: 'rejects a filter with an empty value',
    mutation: respondWith({ ...poll, query: /=(&|$)/ }, 400, {
      error: 'Validation failed',
      code: 'INVALID_EVENT_ARGUMENTS',
    }),
  },
  {
    id: 'event-not-to-be-had',
    check: 'EVENT26',
    description: 'lists an event that cannot be polled',
    mutation: editJson(types, (body) => {
      const [first] = listOf(body['events']);
      body['events'] = [...listOf(body['events']), { ...first, name: 'svc.weather.changed' }];
    }),
  },
  {
    id: 'event-not-listed',
    check: 'EVENT27',
    description: 'omits an event from its catalogue',
    mutation: editJson(types, (body) => {
      body['events'] = listOf(body['events']).slice(1);
    }),
  },
  {
    id: 'no-scopes-required',
    check: 'EVENT38',
    expects: 'warn',
    description: 'lists no scopes for its events',
    mutation: editJson(types, (catalogue) => {
      for (const event of listOf(catalogue['events'])) event['requiredScopes'] = [];
    }),
  },
  {
    id: 'catalogue-for-everyone',
    check: 'EVENT28',
    description: 'shows every key the whole catalogue',
    mutation: replaceHeader({ ...types, header: 'authorization' }, 'authorization', OPEN_KEY),
  },
  {
    id: 'feed-for-everyone',
    check: 'EVENT29',
    description: 'returns all events to every key',
    mutation: replaceHeader({ ...poll, header: 'authorization' }, 'authorization', OPEN_KEY),
  },
  {
    id: 'data-invalid',
    check: 'EVENT30',
    description: 'sends data that does not fit the schema of its catalogue',
    mutation: editJson(page, (body) => {
      for (const event of listOf(body['events'])) {
        const data = fieldsOf(event['data']);
        for (const name of Object.keys(data)) data[name] = { wrapped: data[name] };
      }
    }),
  },
  {
    id: 'empty-feed-without-cursor',
    check: 'EVENT31',
    description: 'returns no cursor before the first event',
    mutation: editJson(page, (body) => {
      if (body['cursor'] === '0') body['cursor'] = null;
    }),
  },
  {
    id: 'cursor-ahead-echoed',
    check: 'EVENT32',
    description: 'returns a cursor beyond the newest event as it was sent',
    mutation: editJson(page, (body, { query }) => {
      const after = new URLSearchParams(query).get('after');
      if (after === null || listOf(body['events']).length > 0) return;
      body['cursor'] = after;
      body['truncated'] = false;
    }),
  },
  {
    id: 'flow-failure-missing',
    check: 'EVENT33',
    description: 'does not report failed flows',
    mutation: editJson(page, (body) => {
      body['events'] = listOf(body['events']).filter(({ data }) => !('flowId' in fieldsOf(data)));
    }),
  },
  {
    id: 'events-hidden',
    check: 'EVENT38',
    description: 'omits an event from the catalogue of some credentials that may poll it',
    mutation: editJson(types, (body, { headers }) => {
      if (headers.get('authorization') === OPEN_KEY) return;
      body['events'] = listOf(body['events']).filter(({ name }) => name !== 'svc.execution.failed');
    }),
  },
  {
    id: 'agent-failure-missing',
    check: 'EVENT39',
    description: 'does not report failed agents',
    mutation: editJson(page, (body) => {
      body['events'] = listOf(body['events']).filter(
        ({ name, data }) => name !== 'svc.execution.failed' || 'flowId' in fieldsOf(data),
      );
    }),
  },
];

/** Waits for events after the newest one if the request has no cursor. */
function waitWithoutCursor(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  return async (request) => {
    const query = new URLSearchParams(request.query);
    if (!matchesRequest(poll, request) || query.has('after') || !query.has('waitMs')) return serve(request);
    const { cursor } = fieldsOf(readJson((await serve({ ...request, query: '' })).body));
    query.set('after', String(cursor));
    return serve({ ...request, query: query.toString() });
  };
}

/** Creates services that ignore a parameter. */
function ignoring(rows: readonly (readonly [string, string, string])[]): readonly MutantRow[] {
  return rows.map(([check, parameter, what]) => ({
    id: `${parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-ignored`,
    check,
    description: `ignores \`${parameter}\` and returns ${what}`,
    mutation: editQuery(poll, (query) => query.delete(parameter)),
  }));
}

/** Reads from a position other than the requested one. */
function moveCursor(by: bigint): Mutation {
  return editQuery(poll, (query) => {
    const after = query.get('after') ?? '';
    if (/^\d+$/.test(after) && BigInt(after) + by >= 0n) query.set('after', String(BigInt(after) + by));
  });
}

function recode(from: string, to: string): Mutation {
  return editJson({ ...poll, status: 4 }, (body) => {
    if (body['code'] === from) body['code'] = to;
  });
}

function withNameOnly(request: HttpRequest): HttpRequest {
  const name = new URLSearchParams(request.query).get('name') ?? '';
  return { ...request, query: new URLSearchParams({ name }).toString() };
}
