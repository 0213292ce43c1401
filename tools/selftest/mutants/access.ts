/** Defects of access control: invalid credentials are accepted, or valid ones are rejected. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import { respondWith, mapResponse, editJson, jsonResponse } from '../mutations/response-mutations.ts';
import { mapRequest, withHeader } from '../mutations/request-mutations.ts';
import { matchesRequest, type RequestMatcher } from '../mutations/request-matcher.ts';

/** `Authorization` value of a key with all permissions. */
export const OPEN_KEY = 'Bearer rt_live_dev';

export const accessMutants: readonly MutantRow[] = [
  {
    id: 'anyone-comes-in',
    check: 'A01',
    subject: 'listAgents',
    description: 'accepts requests without a credential',
    mutation: mapRequest({ operation: 'listAgents', without: 'authorization' }, withOpenKey),
  },
  {
    id: 'stranger-is-forbidden',
    check: 'A01',
    subject: 'getAgent',
    description: 'returns 403 for a request without a credential',
    mutation: respondWith({ operation: 'getAgent', without: 'authorization' }, 403, { error: 'Forbidden' }),
  },
  {
    id: 'unauthorized-reworded',
    check: 'A01',
    subject: 'getAnalyticsStats',
    description: 'has an error text other than `Unauthorized`',
    mutation: editJson({ operation: 'getAnalyticsStats', status: 401 }, (body) => {
      body['error'] = 'Who are you?';
    }),
  },
  {
    id: 'any-key-comes-in',
    check: 'A02',
    subject: 'listAgents',
    description: 'accepts every key',
    mutation: acceptAnyKey,
  },
  {
    id: 'key-as-not-found',
    check: 'A02',
    subject: 'getAgent',
    description: 'returns 404 for an unknown key',
    mutation: mapResponse({ operation: 'getAgent', header: 'authorization', status: 401 }, (response) => ({
      ...response,
      status: 404,
      body: { kind: 'text', text: '{"error":"Not found"}' },
    })),
  },
  {
    id: 'any-scheme-comes-in',
    check: 'A03',
    subject: 'listAgents',
    description: 'accepts a key with the scheme Basic',
    mutation: retryWithOpenKey(
      { operation: 'listAgents' },
      401,
      (value) => value?.startsWith('Bearer ') === false,
    ),
  },
  {
    id: 'scope-ignored',
    check: 'A04',
    subject: 'listAgents',
    description: 'ignores the scopes of a key',
    mutation: retryWithOpenKey({ operation: 'listAgents' }, 403, () => true),
  },
  {
    id: 'public-needs-right-header',
    check: 'A05',
    subject: 'initClientSession',
    description: 'rejects an invalid header that is not required',
    mutation: rejectAll({ operation: 'initClientSession', header: 'authorization' }),
  },
  {
    id: 'well-known-needs-header',
    check: 'A06',
    subject: 'getAuthorizationServerMetadata',
    description: 'requires a key for its metadata',
    mutation: rejectAll({ operation: 'getAuthorizationServerMetadata', without: 'authorization' }),
  },
  {
    id: 'registration-needs-header',
    check: 'A06',
    subject: 'registerAgent',
    description: 'requires a key for a registration',
    mutation: rejectAll({ operation: 'registerAgent', without: 'authorization' }),
  },
  {
    id: 'read-only-key-decides',
    check: 'CRED08',
    description: 'lets a key that may only read decide on an approval',
    mutation: (serve) => async (request) =>
      serve(
        matchesRequest({ operation: 'approveAgentExecution' }, request) &&
          request.headers.get('authorization') === 'Bearer rt_live_readonly'
          ? withOpenKey(request)
          : request,
      ),
  },
  {
    id: 'read-only-key-destroys',
    check: 'A04',
    subject: 'destroySandboxDeployment',
    description: 'lets a key that may only read destroy a deployment',
    mutation: retryWithOpenKey({ operation: 'destroySandboxDeployment' }, 403, () => true),
  },
  {
    id: 'list-needs-more',
    check: 'CRED09',
    description: 'rejects a key that may only read agents for their list',
    expects: 'warn',
    mutation: (serve) => async (request) =>
      matchesRequest({ operation: 'listAgents' }, request) &&
      request.headers.get('authorization') === 'Bearer rt_live_readonly'
        ? jsonResponse(403, { error: 'Forbidden' })
        : serve(request),
  },
];

function withOpenKey(request: HttpRequest): HttpRequest {
  return withHeader(request, 'authorization', OPEN_KEY);
}

/** Rejects matching requests with 401. */
function rejectAll(where: RequestMatcher): Mutation {
  return mapResponse(where, () => ({
    status: 401,
    headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
    body: { kind: 'text', text: '{"error":"Unauthorized"}' },
  }));
}

/** Retries with a valid key after a status. Shape: only requests without a body. */
function retryWithOpenKey(
  where: RequestMatcher,
  status: number,
  matches: (authorization: string | null) => boolean,
): Mutation {
  return (serve) => async (request) => {
    const response = await serve(request);
    const isOne = matchesRequest(where, request) && response.status === status;
    return isOne && matches(request.headers.get('authorization')) ? serve(withOpenKey(request)) : response;
  };
}

/** Lists agents for every key, as if it had all permissions. */
export function acceptAnyKey(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const isKey = (value: string | null): boolean => value?.startsWith('Bearer ') === true;
  return retryWithOpenKey({ operation: 'listAgents' }, 401, isKey)(serve);
}
