/** The operations with which an agent gets a key and a person claims it. */
import type { RegistrationIdentityAssertion } from '../../../generated/service/types.ts';
import type { Handlers, RegisterAgentHandlerResponse } from '../../../generated/service/server.ts';
import {
  assertionPolicy,
  assertionError,
  issuerSeed,
  readAssertion,
  registrationAddress,
} from '../domain/registration/assertion.ts';
import {
  countAttempt,
  fullScopes,
  registerAnonymously,
  registerByAssertion,
} from '../domain/registration/register.ts';
import { completeClaim, sendClaimCode } from '../domain/registration/claim.ts';
import type { PreClaim } from '../domain/registration/register.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import { trustedBy } from '../domain/registration/trusted-issuer.ts';
import type { HandlerContext } from '../../http/context.ts';
import type { ServiceContext } from './context.ts';
import { createErrorResponses, type ErrorDetail, type ErrorTable } from '../../http/error-responses.ts';
import type { InvalidRequestHandler } from '../../http/operation.ts';
import type { JwtIssuer } from '../../kernel/signing.ts';
import type { RegistrationError } from '../domain/registration/registration.ts';

type RegistrationOperation = 'registerAgent' | 'requestClaimCode' | 'completeClaim';

/** The address of callers in this process, which have none. */
const thisProcess = 'this process';

/** Handles registrations and claims; `issuer` verifies the tokens of identity providers. */
export function createRegistrationHandlers(
  issuer: JwtIssuer,
): Pick<Handlers<ServiceContext>, RegistrationOperation> {
  return {
    async registerAgent({ body }, context) {
      const counted = await attempt(context);
      if (!counted.ok) return registrationErrorResponse(counted.error);
      if (body.type === 'identity_assertion') return registerPerson(body, context, issuer);
      const registered = await context.world.run(registerAnonymously);
      return { status: 200, body: preClaimBody(registered, context) };
    },

    async requestClaimCode({ body }, { world }) {
      const sent = await world.dispatch((tx) => sendClaimCode(tx, body.claim_token, body.email));
      if (!sent.ok) return registrationErrorResponse(sent.error);
      const { id, code } = sent.value;
      return {
        status: 200,
        body: {
          registration_id: id,
          status: 'initiated',
          ...(code !== null && { expires_at: isoTime(code.expiresAt) }),
        },
      };
    },

    async completeClaim({ body }, { world }) {
      const claimed = await world.run((tx) => completeClaim(tx, body.claim_token, body.otp));
      if (!claimed.ok) return registrationErrorResponse(claimed.error);
      const { registration, key } = claimed.value;
      return {
        status: 200,
        body: {
          registration_id: registration.id,
          status: 'claimed',
          credential_type: 'api_key',
          credential: key.token,
          credential_expires: isoTimeOrNull(key.expiresAt),
          scopes: [...key.scopes],
        },
      };
    },
  };
}

/**
 * Rejects malformed requests with an error code too; a malformed registration counts as an attempt.
 *
 * Source: assumptions A-104, A-REGISTRATION-ERROR.
 */
export const invalidRegistrationRequests: Readonly<Record<RegistrationOperation, InvalidRequestHandler>> = {
  async registerAgent(problems, context) {
    const counted = await attempt(context);
    return registrationErrorResponse(counted.ok ? malformed(problems) : counted.error);
  },
  requestClaimCode: (problems) => registrationErrorResponse(malformed(problems)),
  completeClaim: (problems) => registrationErrorResponse(malformed(problems)),
};

function attempt({ world, remoteAddress }: Pick<HandlerContext, 'world' | 'remoteAddress'>) {
  return world.dispatch((tx) => countAttempt(tx, remoteAddress ?? thisProcess));
}

function malformed(problems: readonly ErrorDetail[]) {
  return { code: 'REQUEST_MALFORMED', problems } as const;
}

async function registerPerson(
  { assertion }: RegistrationIdentityAssertion,
  { world, baseUrl }: ServiceContext,
  issuer: JwtIssuer,
): Promise<RegisterAgentHandlerResponse> {
  const ownKey = await issuer.publicKey(issuerSeed(world.origin.seed));
  const trusted = world.query((view) => trustedBy(view, ownKey, baseUrl));
  const claims = await issuer.verify(assertion, trusted, assertionPolicy, world.now);
  if (!claims.ok) return registrationErrorResponse(assertionError(claims.error, trusted));
  const identity = readAssertion(claims.value);
  if (!identity.ok) return registrationErrorResponse(identity.error);
  const registered = await world.dispatch((tx) => registerByAssertion(tx, identity.value));
  if (!registered.ok) return registrationErrorResponse(registered.error);
  const { registrationId, key } = registered.value;
  return {
    status: 200,
    body: {
      registration_id: registrationId,
      registration_type: 'identity_assertion',
      status: 'claimed',
      credential_type: 'api_key',
      credential: key.token,
      credential_expires: isoTimeOrNull(key.expiresAt),
      scopes: [...key.scopes],
    },
  };
}

function preClaimBody({ registration, key }: PreClaim, { baseUrl }: ServiceContext) {
  return {
    registration_id: registration.id,
    registration_type: 'anonymous',
    credential_type: 'api_key',
    credential: key.token,
    credential_expires: isoTime(registration.expiresAt),
    scopes: [...key.scopes],
    claim_url: `${registrationAddress(baseUrl)}/claim`,
    claim_token: registration.claimToken,
    claim_token_expires: isoTime(registration.expiresAt),
    post_claim_scopes: [...fullScopes],
  };
}

/** A request that violates the contract; detected before the domain is called. */
interface RequestMalformed {
  readonly code: 'REQUEST_MALFORMED';
  readonly problems: readonly ErrorDetail[];
}

const table = {
  REQUEST_MALFORMED: { status: 400, error: 'invalid_request', details: ({ problems }) => problems },
  REGISTRATIONS_EXHAUSTED: {
    status: 429,
    error: 'Rate limit exceeded',
    headers: ({ retryAfter }): { readonly 'Retry-After': number } => ({ 'Retry-After': retryAfter }),
  },
  ASSERTION_REFUSED: {
    status: 401,
    error: 'invalid_assertion',
    details: ({ reason }) => [{ message: reason, code: 'INVALID_ASSERTION', path: 'assertion' }],
  },
  EMAIL_REGISTERED: { status: 409, error: 'email_already_registered' },
  EMAIL_MALFORMED: {
    status: 400,
    error: 'invalid_request',
    details: () => [{ message: 'email is not an email address', code: 'INVALID_FORMAT', path: 'email' }],
  },
  CLAIM_TOKEN_UNKNOWN: { status: 401, error: 'invalid_claim_token' },
  ALREADY_CLAIMED: { status: 409, error: 'already_claimed' },
  CLAIM_EXPIRED: { status: 410, error: 'claim_expired' },
  CLAIM_LOCKED: { status: 410, error: 'claim_locked' },
  OTP_WRONG: { status: 401, error: 'invalid_otp' },
  OTP_EXPIRED: { status: 410, error: 'otp_expired' },
} as const satisfies ErrorTable<RegistrationError | RequestMalformed>;

export const registrationErrorResponse = createErrorResponses<
  RegistrationError | RequestMalformed,
  typeof table
>(table);
