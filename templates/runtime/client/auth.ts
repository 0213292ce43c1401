/**
 * Adds the caller's credentials to a request, in the places that the security schemes of the operation define.
 */
import type { Call, Scheme, SchemeUse, SecurityRule } from './call.ts';

/** A name and a password, for HTTP Basic. */
export interface UserAndPassword {
  readonly user: string;
  readonly password: string;
}

/** The argument of a credential callback. */
export interface CredentialRequest {
  readonly operationId: string;
  /** The scopes that the operation requires; empty if the description lists none. */
  readonly scopes: readonly string[];
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

/** The headers and query parameters that carry the credentials of a request. */
export interface CredentialFields {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly (readonly [name: string, value: string])[];
}

const NONE: CredentialFields = { headers: [], query: [], cookies: [] };

/**
 * Returns the credentials of a call: those of the first alternative for which the caller has every credential.
 *
 * Shape: empty if there is no such alternative; the service then decides. An alternative without schemes is tried last,
 * wherever it is listed, so that an optional credential is sent when the caller has one.
 */
export async function credentialsFor(
  { id, security = [] }: Call,
  known: Credentials,
): Promise<CredentialFields> {
  for (const alternative of security) {
    if (alternative.length === 0) continue;
    const found = await meet(alternative, id, known);
    if (found !== null) return found;
  }
  return NONE;
}

async function meet(
  alternative: SecurityRule,
  operationId: string,
  known: Credentials,
): Promise<CredentialFields | null> {
  let fields = NONE;
  for (const use of alternative) {
    const value = await credentialOf(use, operationId, known);
    if (value === null) return null;
    fields = placeCredential(fields, use.scheme, value);
  }
  return fields;
}

async function credentialOf(
  { scheme, scopes = [] }: SchemeUse,
  operationId: string,
  known: Credentials,
): Promise<string | UserAndPassword | null> {
  if (scheme.kind === 'none') return '';
  const credential = known[scheme.name];
  if (typeof credential !== 'function') return credential ?? null;
  return credential({ operationId, scopes });
}

function placeCredential(
  fields: CredentialFields,
  scheme: Scheme,
  value: string | UserAndPassword,
): CredentialFields {
  const text = typeof value === 'string' ? value : basic(value);
  switch (scheme.kind) {
    case 'none':
      return fields;
    case 'bearer':
      return { ...fields, headers: [...fields.headers, ['authorization', `Bearer ${text}`]] };
    case 'basic':
      return { ...fields, headers: [...fields.headers, ['authorization', `Basic ${text}`]] };
    case 'header':
      return { ...fields, headers: [...fields.headers, [scheme.field, text]] };
    case 'query':
      return { ...fields, query: [...fields.query, [scheme.field, text]] };
    case 'cookie':
      return { ...fields, cookies: [...fields.cookies, [scheme.field, text]] };
  }
}

/** Source: RFC 7617, 2.1: the pair as UTF-8, in base 64. */
function basic({ user, password }: UserAndPassword): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
