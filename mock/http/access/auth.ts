/** Authenticates keys and sessions. The domain looks up credentials through `Credentials`. */
import { declaredResponses } from '../../../templates/runtime/server/declared-responses.ts';
import {
  authenticated,
  forbidden,
  unauthenticated,
  type Authenticator,
  type BearerCredential,
} from '../../../templates/runtime/server/security.ts';
import type { ApiKeyRecord, SessionRecord } from '../../agent-platform/domain/identity/identity.ts';
import type { View } from '../../kernel/store/view.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { shortToken } from '../journal/call-trace.ts';
import type { Caller } from '../context.ts';
import { contextOf } from '../request-context.ts';
import type { ScopeLattice } from './scopes.ts';

/**
 * Finds credentials.
 *
 * Shape: `null` for an unknown token. Expired and revoked credentials are returned; they are rejected here.
 */
export interface Credentials {
  findApiKey(view: View, token: string): ApiKeyRecord | null;
  findSession(view: View, token: string): SessionRecord | null;
}

/** The data that callers are authenticated with. */
export interface AuthSource {
  readonly credentials: Credentials;
  readonly scopes: ScopeLattice;
}

type BearerAuthenticator<Identity> = Authenticator<BearerCredential, Identity>;

const KEY_PREFIXES = ['rt_live_', 'rt_test_'];

/**
 * Creates the authenticators of the service.
 *
 * Shape: the scopes of a key are checked only where the operation declares a 403.
 * Source: assumptions A-SCOPE, A-098 and A-100 of spec/openapi.yaml.
 */
export function createAuthenticators({ credentials, scopes: lattice }: AuthSource): {
  readonly apiKey: BearerAuthenticator<ApiKeyRecord>;
  readonly sessionToken: BearerAuthenticator<SessionRecord>;
} {
  return {
    apiKey({ token }, { request, operation, scopes }) {
      const context = contextOf(request);
      const { world, at } = context;
      const key = isKey(token) ? credentials.findApiKey(world.view, token) : null;
      if (key === null || key.revokedAt !== null || isOver(key.expiresAt, at)) {
        context.credentialProblem = problemOfKey(token, key);
        return unauthenticated;
      }
      const isAllowed = declaredResponses(operation, 403).length === 0 || lattice.covers(key.scopes, scopes);
      if (isAllowed) return authenticated(key);
      context.credentialProblem = `The key ${shortToken(token)} has the scopes ${key.scopes.join(', ')}, but the operation needs ${scopes.join(', ')}.`;
      return forbidden;
    },
    sessionToken({ token }, { request }) {
      const context = contextOf(request);
      const { world, at } = context;
      const session = isKey(token) ? null : credentials.findSession(world.view, token);
      if (session !== null && !isOver(session.expiresAt, at)) return authenticated(session);
      if (!isKey(token))
        context.credentialProblem =
          session === null
            ? `The world has no session token ${shortToken(token)}.`
            : `The session token ${shortToken(token)} has expired.`;
      return unauthenticated;
    },
  };
}

const ANONYMOUS: Caller = Object.freeze({ kind: 'none' });

/** Returns the caller for the authenticated identities of a request. */
export function callerOf({ apiKey, sessionToken }: Readonly<Record<string, unknown>>): Caller {
  if (apiKey !== undefined) return { kind: 'apiKey', key: apiKey as ApiKeyRecord };
  if (sessionToken !== undefined) return { kind: 'session', session: sessionToken as SessionRecord };
  return ANONYMOUS;
}

function problemOfKey(token: string, key: ApiKeyRecord | null): string {
  const name = shortToken(token);
  if (!isKey(token)) return `${name} is no key: keys start with ${KEY_PREFIXES.join(' or ')}.`;
  if (key === null) return `The world has no key ${name}.`;
  return `The key ${name} ${key.revokedAt === null ? 'has expired' : 'has been revoked'}.`;
}

function isKey(token: string): boolean {
  return KEY_PREFIXES.some((prefix) => token.startsWith(prefix));
}

function isOver(expiresAt: EpochMs | null, now: EpochMs): boolean {
  return expiresAt !== null && expiresAt <= now;
}
