/**
 * Authenticates callers: reads credentials as the security schemes define, and passes them to the authenticators of the
 * service.
 */
import type { HttpRequest } from '../http.ts';
import { thenDo, type MaybePromise } from '../maybe-promise.ts';
import type { OperationSpec, SecurityAlternativeSpec } from '../operation-spec.ts';
import { splitCookies, splitQuery } from '../request-texts.ts';

/** A security scheme and the location of its credential. */
export type SchemeSpec =
  | { readonly name: string; readonly kind: 'bearer' | 'basic' | 'other' }
  | {
      readonly name: string;
      readonly kind: 'key';
      readonly in: 'header' | 'query' | 'cookie';
      readonly parameter: string;
    };

/** The token after `Bearer` in the `Authorization` header. */
export interface BearerCredential {
  readonly token: string;
}

/** The credential of HTTP Basic. */
export interface BasicCredential {
  readonly user: string;
  readonly password: string;
}

/** The value of a header, a query parameter or a cookie. */
export interface KeyCredential {
  readonly value: string;
}

/** The credential of any other scheme: the `Authorization` header, `null` if there is none. */
export interface OtherCredential {
  readonly authorization: string | null;
}

/** The second argument of an authenticator. */
export interface AuthenticationCall {
  readonly operation: OperationSpec;
  /** The scopes that the operation requires of this scheme. */
  readonly scopes: readonly string[];
  readonly request: HttpRequest;
}

/** The result of checking a credential: valid, invalid, or valid without the required permission. */
export type Verdict<Identity> =
  | { readonly kind: 'authenticated'; readonly identity: Identity }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' };

/** Checks a credential. */
export type Authenticator<Credential, Identity> = (
  credential: Credential,
  call: AuthenticationCall,
) => MaybePromise<Verdict<Identity>>;

/**
 * The identities of one alternative, by scheme.
 *
 * Shape: the schemes of `Used` have identities, and those of the other alternatives are `undefined`, so that
 * `caller.apiKey !== undefined` distinguishes the alternatives.
 */
export type Caller<Identities, Used extends keyof Identities> = {
  readonly [Scheme in Used]: Identities[Scheme];
} & { readonly [Scheme in Exclude<keyof Identities, Used>]?: undefined };

/** Creates the verdict for a valid credential. */
export function authenticated<Identity>(identity: Identity): Verdict<Identity> {
  return { kind: 'authenticated', identity };
}

/** The verdict for an unknown, expired or revoked credential: 401. */
export const unauthenticated: Verdict<never> = { kind: 'unauthenticated' };

/** The verdict for a valid credential without the required permission: 403. */
export const forbidden: Verdict<never> = { kind: 'forbidden' };

/** The caller of an operation, or why there is none. */
export type Authentication =
  | { readonly kind: 'authenticated'; readonly caller: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' };

type Authenticators = Readonly<Record<string, Authenticator<never, unknown>>>;
type CredentialCall = Omit<AuthenticationCall, 'scopes'>;

const ANONYMOUS: Authentication = { kind: 'authenticated', caller: Object.freeze({}) };

/** Authenticates the callers of a service. */
export class CallerAuthentication {
  readonly #schemes: ReadonlyMap<string, SchemeSpec>;
  readonly #authenticators: Authenticators;

  constructor(schemes: ReadonlyMap<string, SchemeSpec>, authenticators: Authenticators) {
    this.#schemes = schemes;
    this.#authenticators = authenticators;
  }

  /**
   * Authenticates the caller of an operation.
   *
   * Shape: the first alternative whose schemes all accept their credentials wins; an alternative without schemes is
   * tried last. `forbidden` if a credential was valid but lacks the permission.
   */
  authenticate(call: CredentialCall): MaybePromise<Authentication> {
    const { security } = call.operation;
    return security.length === 0 ? ANONYMOUS : this.#tryFrom(0, call, { kind: 'unauthenticated' });
  }

  #tryFrom(start: number, call: CredentialCall, failure: Authentication): MaybePromise<Authentication> {
    const { security } = call.operation;
    let worst = failure;
    for (let place = start; place < security.length; place++) {
      const { schemes } = security[place] ?? NO_SCHEMES;
      if (schemes.length === 0) continue;
      const result = this.#checkFrom(0, schemes, call, NO_IDENTITIES);
      if (result instanceof Promise)
        return result.then((later) =>
          later.kind === 'authenticated' ? later : this.#tryFrom(place + 1, call, worseOf(worst, later)),
        );
      if (result.kind === 'authenticated') return result;
      worst = worseOf(worst, result);
    }
    return security.some(({ schemes }) => schemes.length === 0) ? ANONYMOUS : worst;
  }

  /** Checks the schemes of one alternative, all of which must accept their credentials. */
  #checkFrom(
    place: number,
    schemes: SecurityAlternativeSpec['schemes'],
    call: CredentialCall,
    caller: Readonly<Record<string, unknown>>,
  ): MaybePromise<Authentication> {
    const required = schemes[place];
    if (required === undefined) return { kind: 'authenticated', caller };
    return thenDo(this.#check(required, call), (verdict) =>
      verdict.kind === 'authenticated'
        ? this.#checkFrom(place + 1, schemes, call, { ...caller, [required.name]: verdict.identity })
        : verdict,
    );
  }

  #check(
    { name, scopes }: SecurityAlternativeSpec['schemes'][number],
    call: CredentialCall,
  ): MaybePromise<Verdict<unknown>> {
    const scheme = this.#schemes.get(name);
    const authenticator = Object.hasOwn(this.#authenticators, name) ? this.#authenticators[name] : undefined;
    if (scheme === undefined || authenticator === undefined) return unauthenticated;
    const { operation, request } = call;
    const credential = readers[scheme.kind](scheme as never, request);
    return credential === null
      ? unauthenticated
      : authenticator(credential as never, { operation, request, scopes });
  }
}

const NO_SCHEMES: SecurityAlternativeSpec = { schemes: [] };
const NO_IDENTITIES: Readonly<Record<string, unknown>> = Object.freeze({});

function worseOf(before: Authentication, next: Authentication): Authentication {
  return before.kind === 'forbidden' ? before : next;
}

type Reader<Kind> = (scheme: Extract<SchemeSpec, { kind: Kind }>, request: HttpRequest) => object | null;

const readers: { readonly [Kind in SchemeSpec['kind']]: Reader<Kind> } = {
  bearer: (_scheme, { headers }): BearerCredential | null => {
    const token = bearerToken(headers.get('authorization'));
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

/** Reads the token of `Authorization: Bearer`; `null` for anything else. Source: RFC 6750 section 2.1. */
export function bearerToken(authorization: string | null): string | null {
  const token = afterScheme(authorization, 'bearer');
  return token === null || token.includes(' ') ? null : token;
}

/** Returns the credential after the scheme name, which may be in any case. Source: RFC 9110 11.4. */
function afterScheme(authorization: string | null, scheme: string): string | null {
  if (authorization?.slice(0, scheme.length).toLowerCase() !== scheme) return null;
  const rest = authorization.slice(scheme.length);
  const credential = rest.trim();
  return rest.startsWith(' ') && credential !== '' ? credential : null;
}

/** Decodes user and password. Source: RFC 7617 2: Base64 of user, colon, password, as UTF-8. */
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
