/**
 * Tokens by `jose` on Web Crypto. The library is loaded with the first token: most runs of the mock never see one.
 */
import type { CryptoKey, JWK } from 'jose';
import type { JwtIssuer, JwtProblem } from '../kernel/jwt.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Refused } from '../kernel/result.ts';

const algorithm = 'EdDSA';
const curve = { name: 'Ed25519' } as const;

/** What stands before the 32 bytes of a key in PKCS #8. Source: RFC 8410 section 7. */
const pkcs8Prefix = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

interface IssuerKeys {
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK & { readonly kid: string };
}

/** Makes an issuer whose keys follow from the seeds that it is given. */
export function createWebJwtIssuer(): JwtIssuer {
  const known = new Map<string, Promise<IssuerKeys>>();

  function keysOf(seed: string): Promise<IssuerKeys> {
    const keys = known.get(seed) ?? deriveKeys(seed);
    known.set(seed, keys);
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

    async verify(seed, token, policy, at) {
      const { createLocalJWKSet, jwtVerify, errors } = await import('jose');
      const { publicJwk } = await keysOf(seed);
      const { issuer, audiences, maxAge, required } = policy;
      try {
        const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [publicJwk] }), {
          algorithms: [algorithm],
          issuer,
          audience: [...audiences],
          maxTokenAge: maxAge / 1000,
          requiredClaims: [...required],
          currentDate: new Date(at),
        });
        return ok(payload);
      } catch (error) {
        if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
          return refused(error.claim);
        if (error instanceof errors.JOSEError) return refused(null);
        throw error;
      }
    },
  };
}

function refused(claim: string | null): Refused<JwtProblem> {
  return refuse({ code: 'JWT_REFUSED', claim });
}

async function deriveKeys(seed: string): Promise<IssuerKeys> {
  const secret = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seed)));
  const pkcs8 = Uint8Array.from([...pkcs8Prefix, ...secret]);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, curve, true, ['sign']);
  const { kty = 'OKP', crv = curve.name, x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return { privateKey, publicJwk: { kty, crv, x, alg: algorithm, use: 'sig', kid: x.slice(0, 8) } };
}
