/** Faults of the registration of agents: anonymous, by a claim, by an assertion. */
import { editJson, fieldsOf, isFields, type Fields } from '../mutations/response-mutations.ts';
import { bodyOf, parseBody, withJson } from '../mutations/request-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import type { Mutation } from '../mutations/mutation.ts';
import { createFault, type Fault, also, type FaultRow } from '../faults/fault.ts';
import { acceptBodies, rejectBodies, serveAsOwner } from '../faults/request-faults.ts';
import { anyRequest, rejectRepeats, repeatResponse, returnFrom } from '../faults/repeat-faults.ts';
import {
  acceptRejected,
  addProperty,
  omitHeader,
  omitProperty,
  pretendSuccess,
  rejectAll,
  returnOther,
  returnStatus,
} from '../faults/response-faults.ts';
import { anyKeyFault } from './access.ts';

const register = 'registerAgent';
const ask = 'requestClaimCode';
const claim = 'completeClaim';

const registered = { status: 'claimed', credential: 'rt_live_made_up_by_a_mutant' };

export const registrationMutants: readonly FaultRow[] = [
  ['REG01', returnOther(register, 'credential', 'rt_test_1')],
  ['REG02', returnOther(register, 'credential')],
  ['REG03', acceptRejected({ operation: 'executeAgent', status: 403 }, { executionId: 'exec_taken' }), also],
  ['REG04', acceptRejected({ operation: 'submitFlowBatch', status: 403 }), also],
  ['REG05', acceptRejected({ operation: 'deleteAgent', status: 403 }, { success: true }), also],
  ['REG06', anyKeyFault],
  ['REG07', omitHeader({ operation: register, status: 429 }, 'retry-after')],
  ['C18', acceptRejected({ operation: register, status: 429 }, registered), { subject: null, plain: 'only' }],
  ['REG08', repeatResponse({ operation: register, status: 429 }, anyRequest)],
  ['REG09', pretendSuccess(ask, { status: 'sent' })],
  ['REG10', returnFrom(register, claim, 'credential')],
  ['REG11', anyKeyFault],
  ['REG12', rejectAll('executeAgent', 403)],
  ['REG13', acceptBodies('accepts parts of a code', claim, ({ otp }) => String(otp).length < 6, registered)],
  ['REG14', rejectRepeats(claim, perToken, 401, [4, 5])],
  ['REG15', anyKeyFault, also],
  ['REG16', rejectRepeats(claim, perToken, 401, [5, Infinity])],
  ['REG17', acceptRejected(claim, registered)],
  ['REG18', createFault('accepts every claim token', [ask, claim], acceptAnyToken)],
  ['REG19', acceptRejected({ operation: claim, status: 409 }, registered)],
  ['REG20', returnOther(register, 'status', 'pending')],
  ['REG21', rejectAudience()],
  ['REG22', accept('of every issuer', isWhole)],
  ['REG23', accept('for every audience', ({ aud }) => String(aud).includes('somebody-else'))],
  ['REG24', accept('with an unverified address', (claims) => claims['email_verified'] === false)],
  ['REG25', accept('without email_verified', (claims) => !('email_verified' in claims))],
  ['REG26', accept('without an address', (claims) => !('email' in claims))],
  ['REG27', accept('without an id', (claims) => !('jti' in claims))],
  ['REG28', repeatResponse(register)],
  ['REG29', repeatResponse(register, (_, body) => textOf(claimsOf(fieldsOf(JSON.parse(body)))?.['jti']))],
  ['REG30', accept('however old they are', isWhole)],
  ['REG31', returnOther({ operation: register, status: 409 }, 'error', 'conflict')],
  ['REG32', omitProperty('getAuthorizationServerMetadata', 'agent_auth.claim_uri')],
  ['REG33', rejectAll('getProtectedResourceMetadata', 404)],
  ['REG34', serveAsOwner(['listAgents', 'getAgent'])],
  ['REG36', returnStatus('getAgent', 404, 200)],
  ['REG37', addProperty(ask, 'code', '123456')],
  ['REG38', accept('that were changed', ({ email }) => String(email).startsWith('other-'))],
];

/** Creates a service that accepts invalid assertions whose claims match. */
function accept(what: string, matches: (claims: Fields) => boolean): Fault {
  const isMatch = (body: Fields): boolean => {
    const claims = claimsOf(body);
    return claims !== null && matches(claims);
  };
  return acceptBodies(`accepts assertions ${what}`, register, isMatch, registered);
}

function rejectAudience(): Fault {
  const kind = 'rejects assertions for the address of its registration';
  return rejectBodies(kind, register, (body) => String(claimsOf(body)?.['aud']).endsWith('/agent/auth'));
}

/** Returns the claims of the assertion in a registration; `null` without an assertion. */
function claimsOf({ assertion }: Fields): Fields | null {
  const [, payload] = typeof assertion === 'string' ? assertion.split('.') : [];
  if (payload === undefined) return null;
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return isFields(claims) ? claims : null;
}

function isWhole(claims: Fields): boolean {
  return claims['email_verified'] === true && 'email' in claims && 'jti' in claims;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function perToken(_: unknown, body: string): string {
  return String(fieldsOf(JSON.parse(body))['claim_token']);
}

/** Replaces every claim token with that of the last registration. */
function acceptAnyToken(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let token: unknown = null;
  const listening = editJson({ operation: register, status: 200 }, (body) => {
    token = body['claim_token'];
  })(serve);
  return async (request) => {
    if (!matchesRequest({ operation: [ask, claim] }, request)) return listening(request);
    const body = fieldsOf(parseBody(await bodyOf(request)));
    return listening(withJson(request, { ...body, claim_token: token }));
  };
}
