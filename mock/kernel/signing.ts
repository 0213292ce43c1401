/**
 * What the domain needs of cryptography: signatures of texts, and the tokens of identity providers. The mock's own key pair is
 * not a record: it follows from a seed, so that a world that is dumped and loaded still trusts what was signed before.
 */
import type { Result } from './transaction/result.ts';
import type { DurationMs, EpochMs } from './time/time.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A public key as a JSON Web Key. Source: RFC 7517. */
export type PublicJwk = Readonly<Record<string, unknown>> & { readonly kty: string };

/** An issuer and the keys that its tokens are verified with. Shape: a token has one of `audiences` at least. */
export interface IssuerTrust {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keys: readonly PublicJwk[];
}

/** What every token needs, whoever issued it. Shape: `maxAge` counts from `iat`; `required` names claims. */
export interface JwtPolicy {
  readonly maxAge: DurationMs;
  readonly required: readonly string[];
}

/** Why a token is not accepted: the claim that is missing or wrong, or `null` for its signature or form. */
export interface JwtProblem {
  readonly code: 'JWT_REFUSED';
  readonly claim: string | null;
}

/** Why a key can't be used. Shape: `reason` is a sentence without its full stop. */
export interface KeyProblem {
  readonly code: 'KEY_INVALID';
  readonly reason: string;
}

/** Signs tokens as an identity provider, and verifies those of providers that are trusted. */
export interface JwtIssuer {
  /** Signs claims with the key pair of a seed. */
  sign(seed: string, claims: Claims): Promise<string>;
  publicKey(seed: string): Promise<PublicJwk>;
  /**
   * Reads a public key from PEM or a JSON Web Key.
   *
   * Errors: KEY_INVALID (returned) for private and symmetric keys and for those that no supported algorithm takes.
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

/** Signs texts, so that whoever shows one with its signature proves that it came from here. */
export interface Signer {
  /** Returns the HMAC-SHA256 of a text. Shape: 64 lower-case hexadecimal digits. */
  sign(secret: string, text: string): Promise<string>;
  /** Returns whether a signature is that of a text; takes the same time for every wrong one of the right length. */
  verify(secret: string, text: string, signature: string): Promise<boolean>;
}
