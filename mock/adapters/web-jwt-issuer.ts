/**
 * Issues and verifies tokens with `jose` on Web Crypto. The library is loaded on first use, since most mocks need no
 * tokens.
 */
import type { CryptoKey, JWK, JWTVerifyOptions, ProtectedHeaderParameters } from 'jose';
import type { Claims, IssuerTrust, JwtIssuer, JwtPolicy, JwtProblem, PublicJwk } from '../kernel/signing.ts';
import { ok, err, type Err, type Result } from '../kernel/transaction/result.ts';
import type { EpochMs } from '../kernel/time/time.ts';
import { keysForHeader, readPublicKey, verifyingAlgorithms } from './public-keys.ts';

const algorithm = 'EdDSA';
const curve = { name: 'Ed25519' } as const;

/** The PKCS #8 prefix of the 32 bytes of a key. Source: RFC 8410 section 7. */
const pkcs8Prefix = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

interface IssuerKeys {
  readonly privateKey: CryptoKey;
  readonly publicJwk: PublicJwk & { readonly kid: string };
}

/** Creates an issuer that derives its keys from seeds. */
export function createWebJwtIssuer(): JwtIssuer {
  const cache = new Map<string, Promise<IssuerKeys>>();

  function keysOf(seed: string): Promise<IssuerKeys> {
    const keys = cache.get(seed) ?? deriveKeys(seed);
    cache.set(seed, keys);
    return keys;
  }

  return {
    async sign(seed, claims) {
      const { SignJWT } = await import('jose');
      const { privateKey, publicJwk } = await keysOf(seed);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: 'oauth-id-jag+jwt', kid: publicJwk.kid })
        .sign(privateKey);
    },

    async publicKey(seed) {
      return (await keysOf(seed)).publicJwk;
    },

    readKey: readPublicKey,

    async verify(token, trusted, policy, at) {
      const { decodeJwt, decodeProtectedHeader, errors } = await import('jose');
      try {
        const { iss } = decodeJwt(token);
        const header = decodeProtectedHeader(token);
        const candidates = trusted.filter(({ issuer }) => issuer === iss);
        if (candidates.length === 0) return rejected('iss');
        return await verifyWithAny(token, candidates, header, policy, at);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return rejected(null);
        throw error;
      }
    },
  };
}

/**
 * Verifies a token with each issuer of that name until one accepts it; a wrong claim is reported before a wrong
 * signature.
 */
async function verifyWithAny(
  token: string,
  candidates: readonly IssuerTrust[],
  header: ProtectedHeaderParameters,
  policy: JwtPolicy,
  at: EpochMs,
): Promise<Result<Claims, JwtProblem>> {
  let problem = rejected(null);
  for (const { issuer, audiences, keys } of candidates) {
    const options = {
      algorithms: [...verifyingAlgorithms],
      issuer,
      audience: [...audiences],
      maxTokenAge: policy.maxAge / 1000,
      requiredClaims: [...policy.required],
      currentDate: new Date(at),
    };
    for (const key of keysForHeader(keys, header)) {
      const result = await verifyWithKey(token, key, options);
      if (result.ok) return result;
      if (result.error.claim !== null) problem = result;
    }
  }
  return problem;
}

async function verifyWithKey(
  token: string,
  key: JWK,
  options: JWTVerifyOptions,
): Promise<Result<Claims, JwtProblem>> {
  const { createLocalJWKSet, jwtVerify, errors } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [key] }), options);
    return ok(payload);
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      return rejected(error.claim);
    if (error instanceof errors.JOSEError) return rejected(null);
    throw error;
  }
}

function rejected(claim: string | null): Err<JwtProblem> {
  return err({ code: 'JWT_REFUSED', claim });
}

async function deriveKeys(seed: string): Promise<IssuerKeys> {
  const secret = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seed)));
  const pkcs8 = Uint8Array.from([...pkcs8Prefix, ...secret]);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, curve, true, ['sign']);
  const { kty = 'OKP', crv = curve.name, x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return { privateKey, publicJwk: { kty, crv, x, alg: algorithm, use: 'sig', kid: x.slice(0, 8) } };
}
