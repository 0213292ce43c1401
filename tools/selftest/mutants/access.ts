/** Faults of access control, and of browsers. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { withHeader } from '../mutations/request-mutations.ts';
import { jsonResponse } from '../mutations/response-mutations.ts';
import { createFault, type Fault, type FaultRow, type Where } from '../faults/fault.ts';
import {
  admitEveryone,
  OPEN_KEY,
  rejectCredentials,
  retryRejected,
  serveAsOwner,
} from '../faults/request-faults.ts';
import { acceptRejected, changeJson, omitHeader, rejectAll, returnOther } from '../faults/response-faults.ts';

const list = 'listAgents';
const figures = 'getAnalyticsStats';
const emptyPage = { data: [], pagination: { limit: 20, nextCursor: null, hasMore: false } };

const isReader = (authorization: string): boolean => authorization === 'Bearer rt_live_readonly';
const isSession = (authorization: string): boolean => authorization === 'Bearer session_dev';
const startsAlike = (authorization: string): boolean => authorization.startsWith(OPEN_KEY);

/** Accepts every key for the list of agents, as if it had all permissions. */
export const anyKeyFault = retryAsOwner('accepts every key', {
  operation: list,
  header: 'authorization',
  status: 401,
});

export const accessMutants: readonly FaultRow[] = [
  ['A01', admitEveryone(list)],
  ['A02', anyKeyFault],
  ['A03', anyKeyFault],
  ['A04', retryAsOwner('ignores scopes', { operation: 'destroySandboxDeployment', status: 403 })],
  ['A05', rejectAll({ operation: 'initClientSession', header: 'authorization' }, 401)],
  ['A06', rejectAll({ operation: 'registerAgent', without: 'authorization' }, 401)],
  ['LAW30', admitHeads()],
  ['CRED01', rejectCredentials(list, isSession, 401)],
  ['CRED03', serveAsOwner(list, startsAlike)],
  ['CRED04', acceptRejected({ operation: list, status: 401 }, emptyPage)],
  ['CRED05', rejectAll(figures, 403)],
  ['CRED07', returnCredential()],
  ['CRED09', rejectCredentials(list, isReader, 403), 'warn'],
  ['CORS01', respondTo('answers no preflight', ({ method }) => method === 'OPTIONS', 404)],
  ['CORS02', omitHeader({ operation: 'chatClientSession', status: 4 }, 'access-control-allow-origin')],
  ['CORS03', allowEveryPage()],
  ['ODD06', returnOther({ operation: 'createAgent', status: 400 }, 'details.[].path', 'body'), 'warn'],
];

/** Retries rejected requests with a key that has all permissions. */
function retryAsOwner(kind: string, where: Where): Fault {
  return retryRejected(kind, where, (request) => withHeader(request, 'authorization', OPEN_KEY));
}

function returnCredential(): Fault {
  return changeJson('returns the credential', 'getCurrentIdentity', (body, { headers }) => ({
    ...(body as object),
    key: headers.get('authorization')?.replace('Bearer ', ''),
  }));
}

/** Responds to requests without calling the service. */
function respondTo(kind: string, matches: (request: HttpRequest) => boolean, status: number): Fault {
  return createFault(
    kind,
    {},
    (serve) => (request) =>
      matches(request)
        ? Promise.resolve(jsonResponse(status, status < 400 ? {} : { error: 'No' }))
        : serve(request),
  );
}

/** Why not `admitEveryone`: the contract has no operation for HEAD. */
function admitHeads(): Fault {
  const isBare = ({ method, headers }: HttpRequest): boolean =>
    method === 'HEAD' && headers.get('authorization') === null;
  return createFault(
    'accepts HEAD without a credential',
    'getAgent',
    (serve) => async (request) =>
      serve(isBare(request) ? withHeader(request, 'authorization', OPEN_KEY) : request),
  );
}

/** Allows every page to send credentials. */
function allowEveryPage(): Fault {
  return createFault('allows every page to send credentials', {}, (serve) => async (request) => {
    const response = await serve(request);
    const origin = request.headers.get('origin');
    if (origin === null || request.path.includes('/_mock/')) return response;
    const cors = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
    return { ...response, headers: { ...response.headers, ...cors } };
  });
}
