/**
 * The cryptography that the domain needs: signatures of texts, and the tokens of identity providers. The mock's own key
 * pair is not a record but derived from a seed, so that a dumped and loaded world still accepts earlier signatures.
 */
import type { Result } from './transaction/result.ts';
import type { DurationMs, EpochMs } from './time/time.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A public key as a JSON Web Key. Source: RFC 7517. */
export type PublicJwk = Readonly<Record<string, unknown>> & { readonly kty: string };

/** An issuer and the keys that verify its tokens. Shape: a token has at least one of `audiences`. */
export interface IssuerTrust {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keys: readonly PublicJwk[];
}

/**
 * The requirements for every token, whatever its issuer. Shape: `maxAge` counts from `iat`; `required` lists claims.
 */
export interface JwtPolicy {
  readonly maxAge: DurationMs;
  readonly required: readonly string[];
}

/** The reason why a token is rejected: the missing or wrong claim; `null` if its signature or format is wrong. */
export interface JwtProblem {
  readonly code: 'JWT_REFUSED';
  readonly claim: string | null;
}

/** The reason why a key can't be used. Shape: `reason` is a sentence without its full stop. */
export interface KeyProblem {
  readonly code: 'KEY_INVALID';
  readonly reason: string;
}

/** Signs tokens as an identity provider, and verifies tokens of trusted providers. */
export interface JwtIssuer {
  /** Signs claims with the key pair derived from a seed. */
  sign(seed: string, claims: Claims): Promise<string>;
  publicKey(seed: string): Promise<PublicJwk>;
  /**
   * Reads a public key from PEM or a JSON Web Key.
   *
   * Errors: KEY_INVALID (returned) for private and symmetric keys and for those of an unsupported algorithm.
   */
  readKey(key: string | PublicJwk): Promise<Result<PublicJwk, KeyProblem>>;
  /**
   * Verifies signature, issuer, audience, age and time of a token, and returns its claims.
   *
   * Errors: JWT_REFUSED (returned).
   */
  verify(
    token: string,
    trusted: readonly IssuerTrust[],
    policy: JwtPolicy,
    at: EpochMs,
  ): Promise<Result<Claims, JwtProblem>>;
}

/** Signs texts, so that a text with its signature proves that it comes from this mock. */
export interface Signer {
  /** Returns the HMAC-SHA256 of a text. Shape: 64 lower-case hexadecimal digits. */
  sign(secret: string, text: string): Promise<string>;
  /** Returns whether a signature matches a text; takes the same time for every wrong signature of the right length. */
  verify(secret: string, text: string, signature: string): Promise<boolean>;
}
