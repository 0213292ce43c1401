/**
 * Who calls, and may they. Turns the security of an operation into a plan once, and a bearer credential into a caller
 * for each request. What a credential is, the domain says through `Credentials`.
 */
import type { SecuritySpec } from '../../generated/runtime/operation-spec.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { EpochMs } from '../kernel/time/time.ts';
import type { View } from '../kernel/store/view.ts';
import { bearerToken } from './bearer.ts';
import type { ApiKeyRecord, Caller, Credentials } from './context.ts';
import type { ScopeLattice } from './scopes.ts';

/** What an operation asks of its caller. */
export interface AuthPlan {
  /** Whether someone without a credential is let in; what a signature or a session in the body is worth, the handler says. */
  readonly isOpen: boolean;
  /** Alternatives of a key, each a list of permissions that it must have all of; empty when keys are not taken. */
  readonly keyScopes: readonly (readonly string[])[];
  readonly takesSession: boolean;
}

/** Why a caller is turned away. */
export type AuthError = 'unauthorized' | 'insufficient-scope';

/** Where and when a credential is looked up. */
export interface AuthMoment {
  readonly view: View;
  readonly now: EpochMs;
}

/** What callers are known by and measured with. */
export interface AuthSource {
  readonly credentials: Credentials;
  readonly scopes: ScopeLattice;
}

const KEY_SCHEME = 'apiKey';
const SESSION_SCHEME = 'sessionToken';
const KEY_PREFIXES = ['rt_live_', 'rt_test_'];

const ANONYMOUS: Caller = Object.freeze({ kind: 'none' });

/**
 * Reads the security of an operation.
 *
 * Shape: `scopesCount` is whether a missing permission is refused; where the operation declares no 403 it is not.
 * Source: assumption A-SCOPE of spec/openapi.yaml.
 */
export function planAuth(security: SecuritySpec, scopesCount: boolean): AuthPlan {
  const alternatives = security.map(({ schemes }) => schemes);
  const keyAlternatives = alternatives.flatMap((schemes) =>
    schemes.filter(({ name }) => name === KEY_SCHEME),
  );
  return {
    isOpen: alternatives.length === 0 || alternatives.some((schemes) => !schemes.some(isBearerScheme)),
    keyScopes: keyAlternatives.map(({ scopes }) => (scopesCount ? scopes : [])),
    takesSession: alternatives.some((schemes) => schemes.some(({ name }) => name === SESSION_SCHEME)),
  };
}

/**
 * Finds out who calls.
 *
 * Shape: where nobody must have a credential, a bad one is as good as none.
 * Errors: `unauthorized` for a missing, unknown, expired or revoked credential and for one of the wrong kind,
 * `insufficient-scope` for a key without the permission.
 * Source: assumptions of spec/openapi.yaml.
 */
export function authenticate(
  plan: AuthPlan,
  authorization: string | null,
  moment: AuthMoment,
  { credentials, scopes }: AuthSource,
): Result<Caller, AuthError> {
  const takesBearer = plan.keyScopes.length > 0 || plan.takesSession;
  const token = takesBearer ? bearerToken(authorization) : null;
  const caller = token === null ? ANONYMOUS : identify(plan, token, moment, credentials);
  if (caller.kind === 'none') return plan.isOpen ? ok(ANONYMOUS) : err('unauthorized');
  if (caller.kind === 'session') return ok(caller);
  const { key } = caller;
  return plan.keyScopes.some((needed) => scopes.covers(key.scopes, needed))
    ? ok(caller)
    : err('insufficient-scope');
}

function isBearerScheme({ name }: { readonly name: string }): boolean {
  return name === KEY_SCHEME || name === SESSION_SCHEME;
}

function identify(
  plan: AuthPlan,
  token: string,
  { view, now }: AuthMoment,
  credentials: Credentials,
): Caller {
  if (KEY_PREFIXES.some((prefix) => token.startsWith(prefix))) {
    const key = plan.keyScopes.length > 0 ? credentials.findApiKey(view, token) : null;
    return key !== null && isGood(key, now) ? { kind: 'apiKey', key } : ANONYMOUS;
  }
  const session = plan.takesSession ? credentials.findSession(view, token) : null;
  return session !== null && !isOver(session.expiresAt, now) ? { kind: 'session', session } : ANONYMOUS;
}

function isGood(key: ApiKeyRecord, now: EpochMs): boolean {
  return key.revokedAt === null && !isOver(key.expiresAt, now);
}

function isOver(expiresAt: EpochMs | null, now: EpochMs): boolean {
  return expiresAt !== null && expiresAt <= now;
}
