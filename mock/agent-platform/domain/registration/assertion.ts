/**
 * Identity assertions: which ones the service accepts, and which claims the trusted provider of a world writes.
 * Signatures are verified through a port.
 */
import type { Claims, IssuerTrust, JwtPolicy, JwtProblem } from '../../../kernel/signing.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { minutes, type EpochMs } from '../../../kernel/time/time.ts';
import { isEmail, type RegistrationErrorOf } from './registration.ts';

/** The mock's own agent identity provider, which every world trusts. */
export const ownIssuer = 'https://agents.identity.test';

/** Maximum age of an assertion. Source: F-5-080. */
export const assertionAge = minutes(10);

/** Why: longer than the accepted age, so that an old assertion is rejected for its age, not as expired. */
const assertionLife = minutes(15);

/** An accepted assertion. Shape: `id` is its `jti`. */
export interface UsedAssertion {
  readonly id: string;
  readonly usedAt: EpochMs;
}

/** Accepted assertions by `jti`. */
export const usedAssertions = defineCollection<UsedAssertion>('usedAssertion');

/** The claims about a person in an accepted assertion. */
export interface AssertedIdentity {
  readonly email: string;
  readonly jti: string;
}

/**
 * Returns the seed of the provider's keys; derived from the seed of the world, so that forks and loaded dumps keep it.
 */
export function issuerSeed(worldSeed: number): string {
  return `backlot identity provider of seed ${worldSeed}`;
}

/** The requirements for every assertion. Source: F-5-078, F-5-080. */
export const assertionPolicy: JwtPolicy = { maxAge: assertionAge, required: ['jti', 'iat'] };

/** Returns the audiences of assertions for a service at a URL. Source: F-5-075; assumption A-105. */
export function serviceAudiences(baseUrl: string): readonly string[] {
  return [registrationAddress(baseUrl), baseUrl];
}

/** Returns why a token was rejected, as a sentence that lists the accepted issuers. */
export function assertionError(
  { claim }: JwtProblem,
  trusted: readonly IssuerTrust[] = [],
): RegistrationErrorOf<'ASSERTION_REFUSED'> {
  if (claim === null) return { code: 'ASSERTION_REFUSED', reason: unreadable };
  const issuers = [...new Set(trusted.map(({ issuer }) => issuer))];
  const reason =
    claim === 'iss' && issuers.length > 0
      ? `iss must be a trusted provider, ${issuers.slice(0, listedIssuers).join(' or ')}`
      : (reasons[claim] ?? `${claim} is missing or wrong`);
  return { code: 'ASSERTION_REFUSED', reason };
}

/**
 * Reads the person from the claims of a verified token.
 *
 * Errors: ASSERTION_REFUSED.
 * Source: F-5-076 to F-5-078.
 */
export function readAssertion(
  claims: Claims,
): Result<AssertedIdentity, RegistrationErrorOf<'ASSERTION_REFUSED'>> {
  const { email, email_verified: isVerified, jti } = claims;
  if (typeof email !== 'string' || !isEmail(email)) return err(assertionError(wrong('email')));
  if (isVerified !== true) return err(assertionError(wrong('email_verified')));
  if (typeof jti !== 'string' || jti === '') return err(assertionError(wrong('jti')));
  return ok({ email, jti });
}

/** The options for an assertion. Shape: by default the values that the service requires. */
export interface AssertionOptions {
  readonly email: string;
  readonly emailVerified?: boolean | undefined;
  readonly issuer?: string | undefined;
  readonly audience?: string | readonly string[] | undefined;
  readonly issuedAt?: EpochMs | undefined;
  readonly jti: string;
  readonly omit?: readonly string[] | undefined;
}

/** Creates the claims of an assertion as the trusted provider does, with the given options. */
export function writeAssertion(options: AssertionOptions, baseUrl: string, now: EpochMs): Claims {
  const issuedAt = options.issuedAt ?? now;
  const claims: Claims = {
    iss: options.issuer ?? ownIssuer,
    sub: `person:${options.email}`,
    aud: options.audience ?? registrationAddress(baseUrl),
    email: options.email,
    email_verified: options.emailVerified ?? true,
    iat: secondsOf(issuedAt),
    exp: secondsOf(issuedAt + assertionLife),
    jti: options.jti,
  };
  const omitted = options.omit ?? [];
  return Object.fromEntries(Object.entries(claims).filter(([claim]) => !omitted.includes(claim)));
}

export function registrationAddress(baseUrl: string): string {
  return `${baseUrl}/agent/auth`;
}

const listedIssuers = 5;

const unreadable = 'The assertion is not a JWT that the trusted provider has signed';

const reasons: Readonly<Record<string, string>> = {
  aud: 'aud must be the address of this service or of its registration, or an audience of its issuer',
  iat: 'iat must be there, not in the future, and not older than 10 minutes',
  exp: 'The assertion has run out',
  nbf: 'The assertion is not valid yet',
  jti: 'jti must be there, a text',
  email: 'email must be there, an email address',
  email_verified: 'email_verified must be true',
};

function wrong(claim: string): JwtProblem {
  return { code: 'JWT_REFUSED', claim };
}

function secondsOf(at: number): number {
  return Math.floor(at / 1000);
}
