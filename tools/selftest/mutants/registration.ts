/** Defects of the registration of agents: anonymous, by a claim, by an assertion. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';
import { acceptAnyKey } from './access.ts';
import { respondToRepeats, repeatResponse, rememberResponses } from '../mutations/stateful-mutations.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import {
  respondWith,
  mapResponse,
  editJson,
  fieldsOf,
  isFields,
  jsonResponse,
} from '../mutations/response-mutations.ts';
import { bodyOf, parseBody, rejectBodies, withBody, withJson } from '../mutations/request-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';

const register = { operation: 'registerAgent' } as const;
const ask = { operation: 'requestClaimCode' } as const;
const claim = { operation: 'completeClaim' } as const;

const rejection = jsonResponse(401, { error: 'invalid_code' });

/** Mutants for the group `registration`. */
export const registrationMutants: readonly MutantRow[] = [
  {
    id: 'anonymous-test-key',
    check: 'REG01',
    description: 'returns a test key for an anonymous registration',
    mutation: editJson({ ...register, status: 200 }, (body) => {
      body['credential'] = String(body['credential']).replace('rt_live_', 'rt_test_');
    }),
  },
  {
    id: 'dead-key',
    check: 'REG02',
    description: 'returns an invalid key for a registration',
    mutation: editJson({ ...register, status: 200 }, (body) => {
      body['credential'] = `${String(body['credential'])}x`;
    }),
  },
  {
    id: 'pre-claim-key-runs-agents',
    check: 'REG03',
    description: 'runs agents with a pre-claim key',
    mutation: mapResponse({ operation: 'executeAgent', status: 403 }, () =>
      jsonResponse(200, { executionId: 'exec_taken', status: 'completed' }),
    ),
  },
  {
    id: 'pre-claim-key-runs-flows',
    check: 'REG04',
    description: 'accepts batches with a pre-claim key',
    mutation: mapResponse({ operation: 'submitFlowBatch', status: 403 }, () =>
      jsonResponse(200, { batchId: 'batch_taken' }),
    ),
  },
  {
    id: 'pre-claim-key-deletes',
    check: 'REG05',
    description: 'deletes agents with a pre-claim key',
    mutation: mapResponse({ operation: 'deleteAgent', status: 403 }, () =>
      jsonResponse(200, { success: true }),
    ),
  },
  {
    id: 'pre-claim-key-for-ever',
    check: 'REG06',
    description: 'never expires pre-claim keys',
    mutation: acceptAnyKey,
  },
  {
    id: 'registrations-unlimited',
    check: 'REG07',
    description: 'does not limit registrations',
    mutation: mapResponse({ ...register, status: 429 }, registered),
  },
  {
    id: 'registrations-counted-low',
    check: 'C18',
    subject: null,
    isPlain: true,
    description: 'accepts ten registrations an hour',
    mutation: mapResponse({ ...register, status: 429 }, registered),
  },
  {
    id: 'claim-without-address',
    check: 'REG39',
    expects: 'warn',
    description: 'sends codes to texts that are no addresses',
    mutation: respondWith({ ...ask, status: 400 }, 200, { success: true }),
  },
  {
    id: 'registrations-over',
    check: 'REG08',
    description: 'never lifts the registration limit',
    mutation: repeatResponse({ ...register, status: 429 }, () => ''),
  },
  {
    id: 'code-not-sent',
    check: 'REG09',
    description: 'reports that a code was sent and sends none',
    mutation: respondWith(ask, 200, { status: 'sent' }),
  },
  {
    id: 'old-key-again',
    check: 'REG10',
    description: 'returns the old key for a claim',
    mutation: rememberResponses({ ...register, status: 200 }, { ...claim, status: 200 }, (body, before) => {
      body['credential'] = before?.['credential'];
    }),
  },
  {
    id: 'pre-claim-key-stays',
    check: 'REG11',
    description: 'does not revoke the pre-claim key when it is claimed',
    mutation: acceptAnyKey,
  },
  {
    id: 'claimed-key-runs-nothing',
    check: 'REG12',
    description: 'does not let the key of a claim run agents',
    mutation: respondWith({ operation: 'executeAgent' }, 403, { error: 'Insufficient permissions' }),
  },
  {
    id: 'any-code-taken',
    check: 'REG13',
    description: 'accepts every code',
    mutation: mapResponse({ ...claim, status: 4 }, registered),
  },
  {
    id: 'half-a-code',
    check: 'REG13',
    description: 'accepts the beginning of a code',
    mutation: (serve) => async (request) => {
      if (!matchesRequest(claim, request)) return serve(request);
      const bytes = await bodyOf(request);
      return String(fieldsOf(parseBody(bytes))['otp']).length === 3
        ? registered()
        : serve(withBody(request, bytes));
    },
  },
  {
    id: 'wrong-codes-uncounted',
    check: 'REG14',
    description: 'counts only three wrong codes',
    mutation: respondToRepeats(claim, perToken, (count) => (count === 4 || count === 5 ? rejection : null)),
  },
  {
    id: 'key-stays-when-locked',
    check: 'REG15',
    description: 'does not revoke the pre-claim key after five wrong codes',
    mutation: acceptAnyKey,
  },
  {
    id: 'locked-too-early',
    check: 'REG16',
    description: 'locks a claim after four wrong codes',
    mutation: respondToRepeats(claim, perToken, (count) => (count > 4 ? rejection : null)),
  },
  {
    id: 'code-for-ever',
    check: 'REG17',
    description: 'accepts expired codes',
    mutation: mapResponse({ ...claim, status: 4 }, registered),
  },
  {
    id: 'any-claim-token',
    check: 'REG18',
    description: 'accepts every claim token',
    mutation: acceptAnyToken,
  },
  {
    id: 'claimed-twice',
    check: 'REG19',
    description: 'accepts a wrong code after the right one',
    mutation: mapResponse({ ...claim, status: 409 }, registered),
  },
  {
    id: 'assertion-to-be-claimed',
    check: 'REG20',
    description: 'requires a claim after a registration by assertion',
    mutation: editJson({ ...register, status: 200 }, (body) => {
      body['status'] = 'pending';
    }),
  },
  {
    id: 'assertion-key-limited',
    check: 'REG20',
    description: 'returns a key with few permissions for an assertion',
    mutation: rejectIssuedKeys('createAgent', 403),
  },
  {
    id: 'claimed-key-expires',
    check: 'REG40',
    expects: 'warn',
    description: 'no longer accepts the keys of claims',
    mutation: rejectIssuedKeys('listAgents', 401),
  },
  {
    id: 'audience-rejected',
    check: 'REG21',
    description: 'rejects assertions for the address of its registration',
    mutation: rejectBodies(register, (body) => String(claimsOf(body)?.['aud']).endsWith('/agent/auth')),
  },
  ...acceptingAssertions([
    ['REG22', 'issuer', 'of every issuer', (claims) => isWhole(claims)],
    ['REG23', 'audience', 'for every audience', (claims) => String(claims['aud']).includes('somebody-else')],
    [
      'REG24',
      'unverified-address',
      'with an unverified address',
      (claims) => claims['email_verified'] === false,
    ],
    ['REG25', 'unsaid-verification', 'without email_verified', (claims) => !('email_verified' in claims)],
    ['REG26', 'missing-address', 'without an address', (claims) => !('email' in claims)],
    ['REG27', 'missing-jti', 'without an id', (claims) => !('jti' in claims)],
    ['REG38', 'changed', 'that was changed', (claims) => String(claims['email']).startsWith('other-')],
  ]),
  {
    id: 'assertion-twice',
    check: 'REG28',
    description: 'accepts the same assertion twice',
    mutation: repeatResponse({ ...register, status: 200 }),
  },
  {
    id: 'jti-twice',
    check: 'REG29',
    description: 'accepts two assertions with the same id',
    mutation: repeatResponse({ ...register, status: 200 }, (_, body) => {
      const jti = claimsOf(fieldsOf(JSON.parse(body)))?.['jti'];
      return typeof jti === 'string' ? jti : null;
    }),
  },
  ...acceptingAssertions([['REG30', 'age', 'however old they are', isWhole]]),
  {
    id: 'account-error-reworded',
    check: 'REG31',
    description: 'omits the error email_already_registered',
    mutation: editJson({ ...register, status: 409 }, () => ({ error: 'conflict' })),
  },
  {
    id: 'metadata-without-registration',
    check: 'REG32',
    description: 'omits the registration from its metadata',
    mutation: editJson({ operation: 'getAuthorizationServerMetadata', status: 200 }, (body) => {
      delete body['agent_auth'];
    }),
  },
  {
    id: 'metadata-without-claim',
    check: 'REG32',
    description: 'lists only the first registration endpoint in its metadata',
    mutation: editJson({ operation: 'getAuthorizationServerMetadata', status: 200 }, (body) => {
      const block = fieldsOf(body['agent_auth']);
      delete block['claim_uri'];
      delete block['claim_complete_uri'];
    }),
  },
  {
    id: 'metadata-not-there',
    check: 'REG33',
    description: 'links to missing metadata in a 401',
    mutation: respondWith({ operation: 'getProtectedResourceMetadata' }, 404, { error: 'Not found' }),
  },
];

type Claims = Readonly<Record<string, unknown>>;

/** Creates services that accept invalid assertions. */
function acceptingAssertions(
  rows: readonly (readonly [
    check: string,
    what: string,
    description: string,
    matches: (claims: Claims) => boolean,
  ])[],
): readonly MutantRow[] {
  return rows.map(([check, what, description, matches]) => ({
    id: `assertion-${what}-ignored`,
    check,
    description: `accepts assertions ${description}`,
    mutation: (serve) => async (request) => {
      if (!matchesRequest(register, request)) return serve(request);
      const bytes = await bodyOf(request);
      const response = await serve(withBody(request, bytes));
      const claims = claimsOf(fieldsOf(parseBody(bytes)));
      return response.status >= 400 && claims !== null && matches(claims) ? registered() : response;
    },
  }));
}

/** Returns the claims of the assertion in a registration; `null` without an assertion. */
function claimsOf({ assertion }: Claims): Claims | null {
  const [, payload] = typeof assertion === 'string' ? assertion.split('.') : [];
  if (payload === undefined) return null;
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return isFields(claims) ? claims : null;
}

function isWhole(claims: Claims): boolean {
  return claims['email_verified'] === true && 'email' in claims && 'jti' in claims;
}

function perToken(_: unknown, body: string): string {
  return String(fieldsOf(JSON.parse(body))['claim_token']);
}

function registered(): HttpResponse {
  return jsonResponse(200, { status: 'claimed', credential: 'rt_live_made_up_by_a_mutant' });
}

/** Rejects requests of an operation with keys that were issued for a claim or an assertion. */
function rejectIssuedKeys(operation: 'createAgent' | 'listAgents', status: 401 | 403): Mutation {
  return (serve) => {
    const keys = new Set<string>();
    const listening = editJson({ operation: ['registerAgent', 'completeClaim'], status: 200 }, (body) => {
      if (!('claim_token' in body)) keys.add(`Bearer ${String(body['credential'])}`);
    })(serve);
    return async (request) =>
      matchesRequest({ operation }, request) && keys.has(request.headers.get('authorization') ?? '')
        ? jsonResponse(status, { error: status === 401 ? 'Unauthorized' : 'Forbidden' })
        : listening(request);
  };
}

/** Replaces every claim token with that of the last registration. */
function acceptAnyToken(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let token: unknown = null;
  const listening = editJson({ ...register, status: 200 }, (body) => {
    token = body['claim_token'];
  })(serve);
  return async (request) => {
    if (!matchesRequest({ operation: [ask.operation, claim.operation] }, request)) return listening(request);
    const body = fieldsOf(parseBody(await bodyOf(request)));
    return listening(withJson(request, { ...body, claim_token: token }));
  };
}
