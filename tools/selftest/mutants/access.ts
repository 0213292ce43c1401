/** Mutants that let in who should stay out, or keep out who should come in. */
import type { HttpRequest } from '../../../generated/runtime/http.ts';
import type { Lie, Mutant } from './mutant.ts';
import { answerInstead, changeResponse, editJson } from './response-mutations.ts';
import { changeRequest, withHeader } from './request-lies.ts';
import { concernsRequest, type Where } from './where.ts';

/** What is sent with a key that may do everything. */
export const OPEN_KEY = 'Bearer rt_live_dev';

/** Mutants for the checks of access. */
export const accessMutants: readonly Mutant[] = [
  {
    id: 'anyone-comes-in',
    check: 'A01',
    subject: 'listAgents',
    says: 'lets a request without a credential in',
    lie: changeRequest({ operation: 'listAgents', without: 'authorization' }, letIn),
  },
  {
    id: 'stranger-is-forbidden',
    check: 'A01',
    subject: 'getAgent',
    says: 'answers 403 where no credential was sent',
    lie: answerInstead({ operation: 'getAgent', without: 'authorization' }, 403, { error: 'Forbidden' }),
  },
  {
    id: 'refusal-in-other-words',
    check: 'A01',
    subject: 'getAnalyticsStats',
    says: 'refuses who sent no credential in other words than `Unauthorized`',
    lie: editJson({ operation: 'getAnalyticsStats', status: 401 }, (body) => {
      body['error'] = 'Who are you?';
    }),
  },
  {
    id: 'any-key-comes-in',
    check: 'A02',
    subject: 'listAgents',
    says: 'lets every key in',
    lie: anyKeyComesIn,
  },
  {
    id: 'key-refused-as-not-found',
    check: 'A02',
    subject: 'getAgent',
    says: 'answers an unknown key with 404',
    lie: changeResponse({ operation: 'getAgent', header: 'authorization', status: 401 }, (response) => ({
      ...response,
      status: 404,
      body: { kind: 'text', text: '{"error":"Not found"}' },
    })),
  },
  {
    id: 'any-scheme-comes-in',
    check: 'A03',
    subject: 'listAgents',
    says: 'takes what is sent as Basic for a key',
    lie: secondTry({ operation: 'listAgents' }, 401, (value) => value?.startsWith('Bearer ') === false),
  },
  {
    id: 'scope-overlooked',
    check: 'A04',
    subject: 'listAgents',
    says: 'does not look at the scopes of a key',
    lie: secondTry({ operation: 'listAgents' }, 403, () => true),
  },
  {
    id: 'public-needs-right-header',
    check: 'A05',
    subject: 'initClientSession',
    says: 'refuses a bad header where none is needed',
    lie: refuse({ operation: 'initClientSession', header: 'authorization' }),
  },
  {
    id: 'well-known-needs-header',
    check: 'A06',
    subject: 'getAuthorizationServerMetadata',
    says: 'tells its metadata only to those who have a key',
    lie: refuse({ operation: 'getAuthorizationServerMetadata', without: 'authorization' }),
  },
  {
    id: 'registration-needs-header',
    check: 'A06',
    subject: 'registerAgent',
    says: 'registers only who has a key already',
    lie: refuse({ operation: 'registerAgent', without: 'authorization' }),
  },
];

function letIn(request: HttpRequest): HttpRequest {
  return withHeader(request, 'authorization', OPEN_KEY);
}

/** Refuses without asking. */
function refuse(where: Where): Lie {
  return changeResponse(where, () => ({
    status: 401,
    headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
    body: { kind: 'text', text: '{"error":"Unauthorized"}' },
  }));
}

/** Asks again with a right key when a credential of some kind was answered with a status. Shape: only requests without a body. */
function secondTry(where: Where, status: number, isMeant: (authorization: string | null) => boolean): Lie {
  return (serve) => async (request) => {
    const response = await serve(request);
    const isOne = concernsRequest(where, request) && response.status === status;
    return isOne && isMeant(request.headers.get('authorization')) ? serve(letIn(request)) : response;
  };
}

/** Lists agents for every key, as if it were one that may do everything. */
export function anyKeyComesIn(serve: Parameters<Lie>[0]): ReturnType<Lie> {
  const isKey = (value: string | null): boolean => value?.startsWith('Bearer ') === true;
  return secondTry({ operation: 'listAgents' }, 401, isKey)(serve);
}
