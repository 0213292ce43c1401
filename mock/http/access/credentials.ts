/**
 * Checks the credentials of requests: with the checks of the API, or by their form if the API does not define its
 * callers.
 */
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { thenDo, type MaybePromise } from '../../../templates/runtime/maybe-promise.ts';
import type {
  AuthenticationCall,
  Authenticator,
  OtherCredential,
  SchemeSpec,
} from '../../../templates/runtime/server/security.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { World } from '../../kernel/world/world.ts';
import { ANONYMOUS, type Caller } from '../context.ts';
import type { Addresses } from '../error-responses.ts';
import { contextOf } from '../request-context.ts';

/** The credentials of an API. */
export interface CredentialPolicy {
  /** By security scheme. */
  readonly checks: Readonly<Record<string, CredentialCheck<never>>>;
  /** Returns the `WWW-Authenticate` of a 401. */
  readonly challenge: (operation: OperationSpec, addresses: Addresses) => string;
}

/** Checks a credential of one scheme; its type is that of the shipped server. */
export type CredentialCheck<Credential> = (
  credential: Credential,
  call: CredentialCall,
) => MaybePromise<CredentialVerdict>;

/** The call for which a credential is checked. Units: `at` is the world's time. */
export interface CredentialCall extends Omit<AuthenticationCall, 'request'> {
  readonly request: { readonly world: World; readonly at: EpochMs };
}

/** Whether a credential is valid, invalid, or valid without the permission; `problem` is for the journal. */
export type CredentialVerdict =
  | { readonly kind: 'authenticated'; readonly identity: unknown }
  | { readonly kind: 'unauthenticated' | 'forbidden'; readonly problem: string | null };

export function createAuthenticators({
  checks,
}: CredentialPolicy): Readonly<Record<string, Authenticator<never, unknown>>> {
  return Object.fromEntries(
    Object.entries(checks).map(([scheme, check]) => [scheme, authenticatorOf(check)]),
  );
}

function authenticatorOf(check: CredentialCheck<never>): Authenticator<never, unknown> {
  return (credential, call) => {
    const context = contextOf(call.request);
    return thenDo(check(credential, call as AuthenticationCall & CredentialCall), (verdict) => {
      if (verdict.kind !== 'authenticated' && verdict.problem !== null)
        context.credentialProblem = verdict.problem;
      return verdict;
    });
  };
}

/** Returns the caller for the authenticated identities of a request: the first one if the operation needs several. */
export function callerOf(identities: Readonly<Record<string, unknown>>): Caller {
  for (const scheme in identities) return { scheme, identity: identities[scheme] };
  return ANONYMOUS;
}

/** Creates the policy of an API that does not define its callers: every credential of the right form is valid. */
export function acceptByForm(schemes: readonly SchemeSpec[]): CredentialPolicy {
  const kinds = new Map(schemes.map((scheme) => [scheme.name, scheme]));
  return {
    checks: Object.fromEntries(
      schemes.map(({ name, kind }) => [name, kind === 'other' ? acceptAny : accept]),
    ),
    challenge: ({ security }) => {
      const names = security.flatMap((alternative) => alternative.schemes.map(({ name }) => name));
      return challengeOf(names.map((name) => kinds.get(name)).find((scheme) => scheme !== undefined));
    },
  };
}

const accept: CredentialCheck<unknown> = (credential) => ({ kind: 'authenticated', identity: credential });

/** Accepts the credential of a scheme that the server cannot read, if there is an `Authorization` at all. */
const acceptAny: CredentialCheck<OtherCredential> = (credential) =>
  credential.authorization === null
    ? { kind: 'unauthenticated', problem: null }
    : { kind: 'authenticated', identity: credential };

/** Source: RFC 9110 11.6.1; there is no registered scheme for keys. */
function challengeOf(scheme: SchemeSpec | undefined): string {
  if (scheme?.kind === 'basic') return 'Basic realm="mock"';
  return scheme?.kind === 'key' ? `ApiKey name="${scheme.parameter}", in="${scheme.in}"` : 'Bearer';
}

/** Returns the problem of a request without a credential that its operation accepts. */
export function missingCredential({ security }: OperationSpec, schemes: readonly SchemeSpec[]): string {
  const names = new Set(security.flatMap((alternative) => alternative.schemes.map(({ name }) => name)));
  const places = new Set(schemes.filter(({ name }) => names.has(name)).map(placeOf));
  return `The request has no ${[...places].join(' or ') || 'credential'}.`;
}

function placeOf(scheme: SchemeSpec): string {
  switch (scheme.kind) {
    case 'bearer':
    case 'basic':
      return `${scheme.kind} credential in Authorization`;
    case 'key':
      return `key in the ${scheme.in} ${scheme.parameter}`;
    case 'other':
      return 'credential in Authorization';
  }
}
