/**
 * Adds the caller's credentials to a request, in the places that the security schemes of the operation define.
 */
import type { Call, CredentialPlace, SchemeUse, SecurityRule, UserAndPassword } from './call.ts';

export type { UserAndPassword } from './call.ts';

/** The argument of a credential callback. */
export interface CredentialRequest {
  readonly operationId: string;
  /** The scopes that the operation requires; empty if the description lists none. */
  readonly scopes: readonly string[];
}

/**
 * A callback that returns a credential before each attempt.
 *
 * Shape: `null` if none is available now; the next alternative of the operation is tried then.
 */
export interface CredentialSource<Value = string> {
  (request: CredentialRequest): Value | null | Promise<Value | null>;
  /** Set by `refreshOn401`. */
  readonly refresh?: CredentialRefresh | undefined;
}

/** A credential, or a callback that returns one. */
export type Credential<Value = string> = Value | CredentialSource<Value>;

/** Credentials by scheme name. */
export type Credentials = Readonly<
  Record<string, Credential | Credential<UserAndPassword> | Credential<string | UserAndPassword> | undefined>
>;

/** The value of a credential. */
export type CredentialValue = string | UserAndPassword;

/** How credentials that the service rejected are replaced. A value, so that only clients that refresh contain it. */
export interface CredentialRefresh {
  /** Returns a new value for a rejected one; `null` if there is none. */
  readonly renew: (request: CredentialRequest, rejected: CredentialValue) => Promise<CredentialValue | null>;
  /** Repeats a request that was rejected. Shape: returns the first attempt if that does not help. */
  readonly repeat: <Attempt extends AuthorizedAttempt>(
    operationId: string,
    rejected: Attempt,
    send: (credentials: ChosenCredentials) => Promise<Attempt>,
  ) => Promise<Attempt>;
}

/** A request that was sent with credentials, and its response. */
export interface AuthorizedAttempt {
  readonly response: Response;
  readonly credentials: ChosenCredentials;
  close(): void;
}

/** A credential of a request, and the scheme that it is for. */
export interface ChosenCredential extends SchemeUse {
  readonly value: CredentialValue;
  readonly refresh?: CredentialRefresh | undefined;
}

/** The credentials of a request. */
export type ChosenCredentials = readonly ChosenCredential[];

/**
 * Returns the credentials of a call: those of the first alternative for which the caller has every credential.
 *
 * Shape: empty if there is no such alternative; the service then decides. An alternative without schemes is tried last,
 * wherever it is listed, so that an optional credential is sent when the caller has one.
 */
export async function chooseCredentials(
  { id, security = [] }: Call,
  available: Credentials,
): Promise<ChosenCredentials> {
  for (const alternative of security) {
    const chosen = await satisfy(alternative, id, available);
    if (chosen.length > 0) return chosen;
  }
  return [];
}

async function satisfy(
  alternative: SecurityRule,
  operationId: string,
  available: Credentials,
): Promise<ChosenCredentials> {
  const chosen: ChosenCredential[] = [];
  for (const use of alternative) {
    const { scheme, scopes = [] } = use;
    const credential = scheme.place === undefined ? '' : available[scheme.name];
    const value = typeof credential === 'function' ? await credential({ operationId, scopes }) : credential;
    if (value == null) return [];
    chosen.push({ ...use, value, refresh: (credential as Partial<CredentialSource>).refresh });
  }
  return chosen;
}

/** Returns a token or key. Why the password: a name has no place beside it. */
function tokenText(credential: string | UserAndPassword): string {
  return typeof credential === 'string' ? credential : credential.password;
}

/** Writes a token. Source: RFC 6750, 2.1. */
export const bearer: CredentialPlace = (token, { headers }) => {
  headers.push(['authorization', `Bearer ${tokenText(token)}`]);
};

/** Writes a name and a password: as UTF-8, in base 64. Source: RFC 7617, 2.1. */
export const basic: CredentialPlace = (credential, { headers }) => {
  const encode = ({ user, password }: UserAndPassword): string =>
    btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)));
  headers.push([
    'authorization',
    `Basic ${typeof credential === 'string' ? credential : encode(credential)}`,
  ]);
};

/** Writes a key in a header. */
export const keyInHeader: CredentialPlace = (key, { headers }, field) => {
  headers.push([field, tokenText(key)]);
};

/** Writes a key in the query. */
export const keyInQuery: CredentialPlace = (key, { query }, field) => {
  query.push(`${encodeURIComponent(field)}=${encodeURIComponent(tokenText(key))}`);
};

/** Writes a key in a cookie. */
export const keyInCookie: CredentialPlace = (key, { cookies }, field) => {
  cookies.push(`${field}=${tokenText(key)}`);
};
