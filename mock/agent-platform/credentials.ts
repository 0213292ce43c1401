/** Checks API keys and session tokens. */
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { BearerCredential } from '../../templates/runtime/server/security.ts';
import type {
  CredentialCall,
  CredentialCheck,
  CredentialPolicy,
  CredentialVerdict,
} from '../http/access/credentials.ts';
import type { Addresses } from '../http/error-responses.ts';
import { SecretMask, type TokenForm } from '../http/secrets.ts';
import type { View } from '../kernel/store/view.ts';
import type { EpochMs } from '../kernel/time/time.ts';
import type { ApiKeyRecord, SessionRecord } from './domain/identity/identity.ts';
import type { ScopeLattice } from './domain/identity/scopes.ts';

/**
 * Finds credentials.
 *
 * Shape: `null` for an unknown token. Expired and revoked credentials are returned; they are rejected here.
 */
export interface CredentialFinder {
  findApiKey(view: View, token: string): ApiKeyRecord | null;
  findSession(view: View, token: string): SessionRecord | null;
}

const KEY_PREFIXES = ['rt_live_', 'rt_test_'];

export const keyForm: TokenForm = { prefix: /^rt_(?:live|test)_/, inText: /\brt_(?:live|test)_\w{12,}/g };

export const keyMask = new SecretMask(keyForm);

/**
 * Creates the checks of keys and session tokens.
 *
 * Source: assumptions A-SCOPE, A-098 and A-100 of spec/openapi.yaml.
 */
export function createCredentialPolicy(finder: CredentialFinder, lattice: ScopeLattice): CredentialPolicy {
  const apiKey: CredentialCheck<BearerCredential> = ({ token }, call) => {
    const key = isKey(token) ? finder.findApiKey(call.request.world.view, token) : null;
    return checkKey(token, key, call, lattice);
  };
  const sessionToken: CredentialCheck<BearerCredential> = ({ token }, { request: { world, at } }) =>
    isKey(token) ? NO_SESSION : checkSession(token, finder.findSession(world.view, token), at);
  return { checks: { apiKey, sessionToken }, challenge: (_, addresses) => challengeOf(addresses) };
}

/** Shape: the scopes of a key are checked only where the operation declares a 403. */
function checkKey(
  token: string,
  key: ApiKeyRecord | null,
  { operation, scopes, request: { at } }: CredentialCall,
  lattice: ScopeLattice,
): CredentialVerdict {
  if (key === null || key.revokedAt !== null || isOver(key.expiresAt, at))
    return { kind: 'unauthenticated', problem: problemOfKey(token, key) };
  const isAllowed = declaredResponses(operation, 403).length === 0 || lattice.covers(key.scopes, scopes);
  if (isAllowed) return { kind: 'authenticated', identity: key };
  const problem = `The key ${keyMask.token(token)} has the scopes ${key.scopes.join(', ')}, but the operation needs ${scopes.join(', ')}.`;
  return { kind: 'forbidden', problem };
}

/** The verdict for a key where a session token is needed. */
const NO_SESSION: CredentialVerdict = { kind: 'unauthenticated', problem: null };

function checkSession(token: string, session: SessionRecord | null, at: EpochMs): CredentialVerdict {
  if (session !== null && !isOver(session.expiresAt, at)) return { kind: 'authenticated', identity: session };
  const problem =
    session === null
      ? `The world has no session token ${keyMask.token(token)}.`
      : `The session token ${keyMask.token(token)} has expired.`;
  return { kind: 'unauthenticated', problem };
}

/**
 * Returns the challenge with the metadata URL of the protected resource: the well-known path precedes the resource's
 * path.
 *
 * Source: RFC 9728 section 5.1; spec/responses/Unauthorized.yaml.
 */
export function challengeOf({ rootUrl, baseUrl }: Addresses): string {
  const path = baseUrl.slice(rootUrl.length);
  return `Bearer resource_metadata="${rootUrl}/.well-known/oauth-protected-resource${path}"`;
}

function problemOfKey(token: string, key: ApiKeyRecord | null): string {
  const name = keyMask.token(token);
  if (!isKey(token)) return `${name} is not a key: keys start with ${KEY_PREFIXES.join(' or ')}.`;
  if (key === null) return `The world has no key ${name}.`;
  return `The key ${name} ${key.revokedAt === null ? 'has expired' : 'has been revoked'}.`;
}

function isKey(token: string): boolean {
  return KEY_PREFIXES.some((prefix) => token.startsWith(prefix));
}

function isOver(expiresAt: EpochMs | null, now: EpochMs): boolean {
  return expiresAt !== null && expiresAt <= now;
}
