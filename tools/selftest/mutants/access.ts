/** Faults of access control: invalid credentials are accepted, or valid ones are rejected. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { withHeader } from '../mutations/request-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import { jsonResponse } from '../mutations/response-mutations.ts';
import { createFault, type Fault, type Where, type FaultRow } from '../faults/fault.ts';
import { admitEveryone, OPEN_KEY, retryRejected, serveAsOwner } from '../faults/request-faults.ts';
import { rejectAll } from '../faults/response-faults.ts';

export { OPEN_KEY } from '../faults/request-faults.ts';

const isReader = (authorization: string | null): boolean => authorization === 'Bearer rt_live_readonly';

/** Accepts every key for the list of agents, as if it had all permissions. */
const anyKeyListed = { operation: 'listAgents', header: 'authorization', status: 401 } as const;
export const anyKeyFault = retryAsOwner('accepts every key', anyKeyListed);
export const acceptAnyKey = anyKeyFault.mutation;

export const accessMutants: readonly FaultRow[] = [
  ['A01', admitEveryone('listAgents')],
  ['A02', anyKeyFault],
  ['A03', anyKeyFault],
  ['A04', retryAsOwner('ignores scopes', { operation: 'destroySandboxDeployment', status: 403 })],
  ['A05', rejectAll({ operation: 'initClientSession', header: 'authorization' }, 401)],
  ['A06', rejectAll({ operation: 'registerAgent', without: 'authorization' }, 401)],
  ['LAW30', admitHeads()],
  ['CRED08', serveAsOwner('approveAgentExecution', isReader)],
  ['CRED09', rejectReaders(), 'warn'],
];

/** Retries rejected requests with a key that has all permissions. */
function retryAsOwner(kind: string, where: Where): Fault {
  return retryRejected(kind, where, (request) => withHeader(request, 'authorization', OPEN_KEY));
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

function rejectReaders(): Fault {
  return createFault(
    'rejects a key that may only read',
    'listAgents',
    (serve) => async (request) =>
      matchesRequest({ operation: 'listAgents' }, request) && isReader(request.headers.get('authorization'))
        ? jsonResponse(403, { error: 'Forbidden' })
        : serve(request),
  );
}
