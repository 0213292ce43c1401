/** Defects of lists, credentials, cross-origin requests, effects and endings. */
import { OPEN_KEY } from './access.ts';
import type { MutantRow } from '../mutations/mutant.ts';
import { editQuery, mapRequest, withHeader } from '../mutations/request-mutations.ts';
import {
  editJson,
  fieldsOf,
  jsonResponse,
  listOf,
  mapResponse,
  respondWith,
  setHeader,
} from '../mutations/response-mutations.ts';
import { retryWith } from '../mutations/scenario-mutations.ts';

const history = { operation: 'listAgentExecutions', status: 200 } as const;

/** Mutants for the group `lists`. */
export const listMutants: readonly MutantRow[] = [
  {
    id: 'row-contradicts-record',
    check: 'LIST01',
    description: 'lists runs with another surface than their records',
    mutation: editJson(history, (page) => {
      for (const row of listOf(page['data'])) row['surfaceType'] = 'telephone';
    }),
  },
  {
    id: 'record-without-label',
    check: 'LIST01',
    expects: 'warn',
    description: 'omits the label of a version in its record',
    mutation: editJson({ operation: 'getAgentVersion', status: 200 }, (version) => {
      Reflect.deleteProperty(version, 'label');
    }),
  },
  {
    id: 'page-too-long',
    check: 'LIST02',
    description: 'ignores the limit of a page',
    mutation: editQuery({ operation: 'listAgents' }, (query) => query.delete('limit')),
  },
  {
    id: 'filter-by-status-ignored',
    check: 'LIST03',
    description: 'ignores the filter status',
    mutation: editQuery({ operation: 'listAgentExecutions' }, (query) => query.delete('status')),
  },
  {
    id: 'range-ignored',
    check: 'LIST04',
    description: 'ignores the beginning of a range of times',
    mutation: editQuery({ operation: 'listAgentExecutions' }, (query) => query.delete('from')),
  },
  {
    id: 'further-page-skips',
    check: 'LIST05',
    description: 'loses the first item of every further page',
    mutation: editJson({ operation: 'listAgents', status: 200, query: /cursor=/ }, (page) => {
      if (Array.isArray(page['data'])) page['data'].shift();
    }),
  },
  {
    id: 'total-of-page',
    check: 'LIST06',
    description: 'counts only the items of the page',
    mutation: editJson(history, (page) => {
      fieldsOf(page['pagination'])['totalCount'] = listOf(page['data']).length;
    }),
  },
  {
    id: 'count-ignored',
    check: 'LIST06',
    description: 'ignores includeCount',
    expects: 'warn',
    mutation: editJson(history, (page) => delete fieldsOf(page['pagination'])['totalCount']),
  },
  {
    id: 'rows-out-of-order',
    check: 'LIST07',
    description: 'moves the last row of a history to its second place',
    mutation: editJson(history, (page) => {
      const rows = Array.isArray(page['data']) ? page['data'] : [];
      if (rows.length > 3) rows.splice(1, 0, rows.pop());
    }),
  },
  {
    id: 'invalid-cursor-ignored',
    check: 'LIST08',
    description: 'returns the first page of agents for an invalid cursor',
    mutation: retryWith({ operation: 'listAgents', status: 400 }, (request) => ({ ...request, query: '' })),
  },
  {
    id: 'filter-by-surface-ignored',
    check: 'LIST03',
    description: 'ignores the filter surfaceType',
    mutation: editQuery({ operation: 'listAgentExecutions' }, (query) => query.delete('surfaceType')),
  },
  {
    id: 'filter-on-first-page',
    check: 'LIST03',
    description: 'ignores the filter status from the second page on',
    mutation: editQuery({ operation: 'listAgentExecutions', query: /cursor=/ }, (query) =>
      query.delete('status'),
    ),
  },
];

const bare = (path: string): string => path.replace(/^\/w\/[^/]+/, '');

/** Mutants for the group `access`. */
export const requestMutants: readonly MutantRow[] = [
  {
    id: 'details-without-property',
    check: 'ODD06',
    expects: 'warn',
    description: 'has `body` as the path of every detail',
    mutation: editJson({ operation: 'createAgent', status: 400 }, (error) => {
      for (const detail of listOf(error['details'])) detail['path'] = 'body';
    }),
  },
  {
    id: 'details-in-lower-case',
    check: 'ODD06',
    expects: 'warn',
    description: 'writes validation codes in lower case',
    mutation: editJson({ operation: 'createAgent', status: 400 }, (error) => {
      for (const detail of listOf(error['details'])) detail['code'] = 'missing_required_field';
    }),
  },
  {
    id: 'session-token-refused',
    check: 'CRED01',
    description: 'accepts no session token in lists',
    mutation: (serve) => (request) =>
      request.headers.get('authorization') === 'Bearer session_dev' && bare(request.path) === '/v1/agents'
        ? Promise.resolve(jsonResponse(401, { error: 'Unauthorized' }))
        : serve(request),
  },
  {
    id: 'key-compared-by-start',
    check: 'CRED03',
    description: 'accepts every key that starts with a valid one',
    mutation: mapRequest({ operation: 'listAgents' }, (request) =>
      request.headers.get('authorization')?.startsWith(OPEN_KEY) === true
        ? withHeader(request, 'authorization', OPEN_KEY)
        : request,
    ),
  },
  {
    id: 'expired-key-accepted',
    check: 'CRED04',
    description: 'accepts keys after their expiry',
    mutation: mapResponse({ operation: 'listAgents', status: 401 }, () =>
      jsonResponse(200, { data: [], pagination: { limit: 20, nextCursor: null, hasMore: false } }),
    ),
  },
  {
    id: 'star-without-analytics',
    check: 'CRED05',
    description: 'denies the figures to a key with all permissions',
    mutation: respondWith({ operation: 'getAnalyticsStats' }, 403, { error: 'Insufficient permissions' }),
  },
  {
    id: 'credential-returned',
    check: 'CRED07',
    description: 'returns the credential of a request to the current user',
    mutation: editJson({ operation: 'getCurrentIdentity', status: 200 }, (body, { headers }) => {
      body['key'] = headers.get('authorization')?.replace('Bearer ', '');
    }),
  },
  {
    id: 'permission-for-everything',
    check: 'CRED06',
    description: 'returns the figures with any permission',
    mutation: mapRequest({ operation: 'getAnalyticsStats', header: 'authorization' }, (request) =>
      withHeader(request, 'authorization', OPEN_KEY),
    ),
  },
  {
    id: 'preflight-missing',
    check: 'CORS01',
    description: 'answers no preflight',
    mutation: (serve) => (request) =>
      request.method === 'OPTIONS'
        ? Promise.resolve(jsonResponse(404, { error: 'Not found' }))
        : serve(request),
  },
  {
    id: 'origin-not-allowed',
    check: 'CORS02',
    description: 'does not allow pages to read its errors',
    mutation: setHeader({ operation: 'chatClientSession', status: 4 }, 'access-control-allow-origin', null),
  },
  {
    id: 'every-page-with-credentials',
    check: 'CORS03',
    description: 'allows every page to send credentials',
    mutation: (serve) => async (request) => {
      const response = await serve(request);
      const origin = request.headers.get('origin');
      if (origin === null || !bare(request.path).startsWith('/v1/')) return response;
      const cors = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
      return { ...response, headers: { ...response.headers, ...cors } };
    },
  },
];
