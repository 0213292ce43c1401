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
  /** Whether the service rejected the credential with 401, so that a new one is needed. */
  readonly isRefresh: boolean;
}

/**
 * A credential, or a callback that returns one before each attempt.
 *
 * Shape: `null` if none is available now; the next alternative of the operation is tried then.
 */
export type Credential<Value = string> =
  Value | ((request: CredentialRequest) => Value | null | Promise<Value | null>);

/** Credentials by scheme name. */
export type Credentials = Readonly<
  Record<string, Credential | Credential<UserAndPassword> | Credential<string | UserAndPassword> | undefined>
>;

type CredentialValue = string | UserAndPassword;

/** Refreshes that have not ended, by scheme: concurrent calls share one. */
export type CredentialRefreshes = Map<string, Promise<CredentialValue | null>>;

/** The credentials of a request, each with the scheme that it is for. */
export type ChosenCredentials = readonly (readonly [use: SchemeUse, value: CredentialValue])[];

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
  const chosen: [SchemeUse, CredentialValue][] = [];
  for (const use of alternative) {
    const { scheme, scopes = [] } = use;
    const credential = scheme.place === undefined ? '' : available[scheme.name];
    const value =
      typeof credential === 'function'
        ? await credential({ operationId, scopes, isRefresh: false })
        : credential;
    if (value == null) return [];
    chosen.push([use, value]);
  }
  return chosen;
}

/**
 * Returns new credentials for those that the service rejected.
 *
 * Shape: `null` if there are none: no callback, or one that fails, returns `null` or the same again.
 */
export async function refreshCredentials(
  { id: operationId }: Call,
  { auth, refreshes }: { readonly auth: Credentials; readonly refreshes: CredentialRefreshes },
  rejected: ChosenCredentials,
): Promise<ChosenCredentials | null> {
  const renew = async ([use, value]: ChosenCredentials[number]): Promise<ChosenCredentials[number]> => {
    const { scheme, scopes = [] } = use;
    const credential = auth[scheme.name];
    if (typeof credential !== 'function') return [use, value];
    const ask = async (isRefresh: boolean): Promise<CredentialValue | null> =>
      credential({ operationId, scopes, isRefresh });
    const refresh = async (): Promise<CredentialValue | null> => {
      // Another call may have refreshed it in the meantime.
      const current = await ask(false);
      return isSame(current, value) ? ask(true) : current;
    };
    let pending = refreshes.get(scheme.name);
    if (pending === undefined) {
      pending = refresh().finally(() => refreshes.delete(scheme.name));
      refreshes.set(scheme.name, pending);
    }
    return [use, (await pending) ?? value];
  };
  try {
    const renewed = await Promise.all(rejected.map(renew));
    return isSame(renewed, rejected) ? null : renewed;
  } catch {
    return null;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
