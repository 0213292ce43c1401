/** Accepts only the credentials that a user lists. */
import { isObject } from '../../../templates/runtime/json/value.ts';
import type { SchemeSpec } from '../../../templates/runtime/server/security.ts';
import { acceptByForm, type CredentialCheck, type CredentialPolicy } from '../../http/access/credentials.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { ShownCredential } from '../../plugin.ts';

/**
 * A credential that the mock accepts: a token or a key, or a user with a password.
 *
 * Shape: all scopes when absent; `caller` is the name that functions and the journal have for it.
 */
export interface KnownCredential {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  readonly scopes?: readonly string[];
  readonly caller?: string;
}

/** The credentials that a mock accepts. */
export type KnownCredentials = readonly KnownCredential[];

/** Reads a list of credentials. Shape: a message about the first entry that is not a credential. */
export function readCredentials(value: unknown): KnownCredentials | string {
  const list: unknown = isObject(value) ? value['credentials'] : value;
  if (!Array.isArray(list)) return 'it must be a list of { token, scopes } or { user, password, scopes }';
  const wrong = list.findIndex((each) => !isCredential(each));
  return wrong < 0
    ? (list as KnownCredentials)
    : `entry ${wrong + 1} has neither a token nor a user and a password, or its scopes are no list`;
}

function isCredential(value: unknown): value is KnownCredential {
  if (!isObject(value)) return false;
  const { token, user, password, scopes } = value;
  const isNamed = typeof token === 'string' || (typeof user === 'string' && typeof password === 'string');
  return isNamed && (scopes === undefined || Array.isArray(scopes));
}

/** Creates the policy that accepts listed credentials, with the scopes that an operation needs. */
export function acceptKnown(schemes: readonly SchemeSpec[], credentials: KnownCredentials): CredentialPolicy {
  const { challenge } = acceptByForm(schemes);
  const check: CredentialCheck<SentCredential> = (sent, { scopes }) => {
    const match = credentials.find((each) => isSame(each, sent));
    if (match === undefined)
      return { kind: 'unauthenticated', problem: 'The credential is none of those that the mock accepts.' };
    const missing = match.scopes === undefined ? [] : scopes.filter((each) => !match.scopes?.includes(each));
    if (missing.length > 0)
      return { kind: 'forbidden', problem: `The credential lacks the scope ${missing.join(', ')}.` };
    return { kind: 'authenticated', identity: match };
  };
  return { checks: Object.fromEntries(schemes.map(({ name }) => [name, check])), challenge };
}

/** What the schemes read of a request. */
interface SentCredential {
  readonly token?: string;
  readonly value?: string;
  readonly user?: string;
  readonly password?: string;
  readonly authorization?: string | null;
}

function isSame(credential: KnownCredential, sent: SentCredential): boolean {
  if (sent.user !== undefined) return credential.user === sent.user && credential.password === sent.password;
  const text = sent.token ?? sent.value ?? sent.authorization?.replace(/^\S+\s+/, '');
  return credential.token !== undefined && credential.token === text;
}

/** Returns a credential of the first scheme that operations need; `null` if they need none. */
export function credentialOf(
  { securitySchemes, operations }: Pick<Contract['service'], 'securitySchemes' | 'operations'>,
  known: KnownCredentials | undefined,
): ShownCredential | null {
  const needed = new Set(
    operations.flatMap(({ security }) => security.flatMap(({ schemes }) => schemes.map(({ name }) => name))),
  );
  const scheme = securitySchemes.find(({ name }) => needed.has(name));
  if (scheme === undefined) return null;
  const token = known?.find((each) => each.token !== undefined)?.token ?? 'test';
  const { user = 'test', password = 'test' } = known?.find((each) => each.user !== undefined) ?? {};
  if (scheme.kind === 'key') return { in: scheme.in, name: scheme.parameter, prefix: '', example: token };
  const header = { in: 'header', name: 'Authorization' } as const;
  return scheme.kind === 'basic'
    ? { ...header, prefix: 'Basic ', example: btoa(`${user}:${password}`) }
    : { ...header, prefix: 'Bearer ', example: token };
}
