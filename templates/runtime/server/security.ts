/**
 * Who calls, and may they: takes credentials out of a request where the security schemes say they are, and asks the
 * service's own authenticators what they are worth. Knows no credential itself.
 */
import type { HttpRequest } from '../http.ts';
import type { OperationSpec, SecurityAlternativeSpec } from '../operation-spec.ts';
import { splitCookies, splitQuery } from '../request-texts.ts';

/** A security scheme, as far as finding its credential goes. */
export type SchemeSpec =
  | { readonly name: string; readonly kind: 'bearer' | 'basic' | 'other' }
  | {
      readonly name: string;
      readonly kind: 'key';
      readonly in: 'header' | 'query' | 'cookie';
      readonly parameter: string;
    };

/** What follows `Bearer` in the `Authorization` header. */
export interface BearerCredential {
  readonly token: string;
}

/** The two parts of HTTP Basic. */
export interface BasicCredential {
  readonly user: string;
  readonly password: string;
}

/** The value of a header, a query parameter or a cookie. */
export interface KeyCredential {
  readonly value: string;
}

/** Whatever else: the `Authorization` header as it came, `null` when there is none. */
export interface OtherCredential {
  readonly authorization: string | null;
}

/** What an authenticator may look at beside the credential. */
export interface AuthenticationCall {
  readonly operation: OperationSpec;
  /** What the operation asks of this scheme. */
  readonly scopes: readonly string[];
  readonly request: HttpRequest;
}

/** What a credential is worth: an identity, nothing, or an identity that may not do this. */
export type Verdict<Identity> =
  | { readonly kind: 'known'; readonly identity: Identity }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden' };

/** Says who holds a credential. */
export type Authenticator<Credential, Identity> = (
  credential: Credential,
  call: AuthenticationCall,
) => Verdict<Identity> | Promise<Verdict<Identity>>;

/**
 * The identities that one alternative brings, by scheme.
 *
 * Shape: the schemes of `Used` are there, and those of the other alternatives are `undefined`, so that
 * `caller.apiKey !== undefined` tells alternatives apart.
 */
export type Caller<Identities, Used extends keyof Identities> = {
  readonly [Scheme in Used]: Identities[Scheme];
} & { readonly [Scheme in Exclude<keyof Identities, Used>]?: undefined };

/** Makes the verdict on a good credential. */
export function known<Identity>(identity: Identity): Verdict<Identity> {
  return { kind: 'known', identity };
}

/** The verdict on a credential that nobody holds, or no longer. */
export const unknown: Verdict<never> = { kind: 'unknown' };

/** The verdict on a credential whose holder may not do what is asked. */
export const forbidden: Verdict<never> = { kind: 'forbidden' };

/** Who calls, or why nobody may. */
export type Authentication =
  | { readonly kind: 'known'; readonly caller: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden' };

type Authenticators = Readonly<Record<string, Authenticator<never, unknown>>>;

const NOBODY: Authentication = { kind: 'known', caller: Object.freeze({}) };

/**
 * Finds out who calls.
 *
 * Shape: the first alternative whose schemes all know the caller counts, one that asks for nothing comes last;
 * `forbidden` when some credential was good and none may do this.
 */
export async function authenticate(
  operation: OperationSpec,
  request: HttpRequest,
  schemes: ReadonlyMap<string, SchemeSpec>,
  authenticators: Authenticators,
): Promise<Authentication> {
  if (operation.security.length === 0) return NOBODY;
  let failure: Authentication = { kind: 'unknown' };
  for (const alternative of operation.security) {
    if (alternative.schemes.length === 0) continue;
    const found = await meetAll(alternative, { operation, request }, schemes, authenticators);
    if (found.kind === 'known') return found;
    if (found.kind === 'forbidden') failure = found;
  }
  return operation.security.some((alternative) => alternative.schemes.length === 0) ? NOBODY : failure;
}

async function meetAll(
  alternative: SecurityAlternativeSpec,
  call: Omit<AuthenticationCall, 'scopes'>,
  schemes: ReadonlyMap<string, SchemeSpec>,
  authenticators: Authenticators,
): Promise<Authentication> {
  const caller: Record<string, unknown> = {};
  for (const { name, scopes } of alternative.schemes) {
    const scheme = schemes.get(name);
    const ask = Object.hasOwn(authenticators, name) ? authenticators[name] : undefined;
    const credential = scheme === undefined ? null : readers[scheme.kind](scheme as never, call.request);
    if (ask === undefined || credential === null) return { kind: 'unknown' };
    const verdict = await ask(credential as never, { ...call, scopes });
    if (verdict.kind !== 'known') return verdict;
    caller[name] = verdict.identity;
  }
  return { kind: 'known', caller };
}

type Reader<Kind> = (scheme: Extract<SchemeSpec, { kind: Kind }>, request: HttpRequest) => object | null;

const readers: { readonly [Kind in SchemeSpec['kind']]: Reader<Kind> } = {
  bearer: (_scheme, { headers }): BearerCredential | null => {
    const token = afterScheme(headers.get('authorization'), 'bearer');
    return token === null ? null : { token };
  },
  basic: (_scheme, { headers }): BasicCredential | null => {
    const encoded = afterScheme(headers.get('authorization'), 'basic');
    return encoded === null ? null : splitBasic(encoded);
  },
  key: ({ in: place, parameter }, request): KeyCredential | null => {
    const value = keyReaders[place](parameter, request);
    return typeof value === 'string' && value !== '' ? { value } : null;
  },
  other: (_scheme, { headers }): OtherCredential => ({ authorization: headers.get('authorization') }),
};

type KeyPlace = Extract<SchemeSpec, { kind: 'key' }>['in'];

const keyReaders: { readonly [Place in KeyPlace]: (name: string, request: HttpRequest) => unknown } = {
  header: (name, { headers }) => headers.get(name.toLowerCase()),
  query: (name, { query }) => splitQuery(query).get(name)?.[0],
  cookie: (name, { headers }) => splitCookies(headers.get('cookie')).get(name)?.[0],
};

/** Source: RFC 9110 11.4: the name of the scheme in any case, spaces, the credential. */
function afterScheme(authorization: string | null, scheme: string): string | null {
  if (authorization?.slice(0, scheme.length).toLowerCase() !== scheme) return null;
  const rest = authorization.slice(scheme.length);
  const credential = rest.trim();
  return rest.startsWith(' ') && credential !== '' ? credential : null;
}

/** Source: RFC 7617 2: Base64 of user, colon, password, as UTF-8. */
function splitBasic(encoded: string): BasicCredential | null {
  let text: string;
  try {
    text = new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
  const colon = text.indexOf(':');
  return colon === -1 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
