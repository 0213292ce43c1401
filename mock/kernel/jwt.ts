/**
 * What the domain needs of cryptography to take the word of an issuer for something. Keys are no records: an issuer's
 * key pair follows from a text, so that a world that is dumped and loaded still trusts what was signed before.
 */
import type { Result } from './result.ts';
import type { DurationMs, EpochMs } from './units.ts';

/** Is what a JWT says, claim by claim. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Says which tokens are taken.
 *
 * Shape: one of `audiences` must be among those of the token; `maxAge` counts from `iat`.
 */
export interface JwtPolicy {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly maxAge: DurationMs;
  readonly required: readonly string[];
}

/** Says why a token is not taken: the claim that is missing or wrong, or the signature or form of the whole. */
export interface JwtProblem {
  readonly code: 'JWT_REFUSED';
  readonly claim: string | null;
}

/** Signs tokens as an issuer does, and checks them as those do who trust it. */
export interface JwtIssuer {
  /** Signs claims with the key that follows from a seed. */
  sign(seed: string, claims: Claims): Promise<string>;
  /**
   * Checks signature, issuer, audience, age and time of a token against the public key of a seed, and gives its claims.
   *
   * Errors: JWT_REFUSED (returned).
   */
  verify(seed: string, token: string, policy: JwtPolicy, at: EpochMs): Promise<Result<Claims, JwtProblem>>;
}
