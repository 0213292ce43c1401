/** Public keys of identity providers: which keys can verify tokens, and which keys of a set match a token. */
import type { JWK, ProtectedHeaderParameters } from 'jose';
import type { KeyProblem, PublicJwk } from '../kernel/signing.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';

/**
 * The algorithms for verifying tokens.
 *
 * Why: asymmetric algorithms only. With HMAC, anyone who knows a public key could sign with its text as the secret.
 */
export const verifyingAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** One algorithm for each key type: enough to detect the type of a key. */
const importAlgorithms = ['EdDSA', 'ES256', 'ES384', 'ES512', 'RS256'];

/** Units: bits. Source: RFC 7518 section 3.3. */
const MIN_RSA_BITS = 2048;

/** Reads a public key from PEM or a JSON Web Key; errors are documented at the port. */
export function readPublicKey(key: string | PublicJwk): Promise<Result<PublicJwk, KeyProblem>> {
  return typeof key === 'string' ? readPem(key.trim()) : readJwk(key);
}

async function readPem(pem: string): Promise<Result<PublicJwk, KeyProblem>> {
  if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    return invalid('This is a private key; give the public one');
  const isCertificate = pem.startsWith('-----BEGIN CERTIFICATE-----');
  if (!isCertificate && !pem.startsWith('-----BEGIN PUBLIC KEY-----'))
    return invalid('A key as text must be PEM that starts with BEGIN PUBLIC KEY or BEGIN CERTIFICATE');
  const { exportJWK, importSPKI, importX509 } = await import('jose');
  for (const algorithm of importAlgorithms) {
    try {
      const read = isCertificate ? importX509 : importSPKI;
      const { kty = '', alg: _, ...jwk } = await exportJWK(await read(pem, algorithm, { extractable: true }));
      return await readJwk({ ...jwk, kty });
    } catch {
      // Why: the key is of another type; the next algorithm may accept it.
    }
  }
  return invalid('The PEM contains no RSA, EC (P-256, P-384, P-521) or Ed25519 key');
}

async function readJwk(jwk: PublicJwk): Promise<Result<PublicJwk, KeyProblem>> {
  if (jwk.kty === 'oct') return invalid('A symmetric key (kty oct) is not supported; give a public key');
  if (jwk['d'] !== undefined) return invalid('This is a private key (it has d); give the public one');
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig')
    return invalid('The key is not for signatures (use must be sig)');
  const { alg } = jwk as JWK;
  if (alg !== undefined && !verifyingAlgorithms.includes(alg))
    return invalid(`alg must be one of ${verifyingAlgorithms.join(', ')}`);
  const { importJWK } = await import('jose');
  for (const algorithm of alg === undefined ? importAlgorithms : [alg]) {
    try {
      const key = await importJWK(jwk as JWK, algorithm);
      return 'algorithm' in key && rsaBits(key.algorithm) < MIN_RSA_BITS
        ? invalid(`An RSA key must have ${MIN_RSA_BITS} bits at least`)
        : ok(jwk);
    } catch {
      // Why: as for PEM.
    }
  }
  return invalid('The key is not a complete RSA, EC (P-256, P-384, P-521) or Ed25519 key');
}

/**
 * Returns the keys of a set that may have signed a token with the given header.
 *
 * Shape: a key without `kid` matches every header, so that a single PEM verifies tokens with a `kid`.
 */
export function keysForHeader(keys: readonly PublicJwk[], { kid }: ProtectedHeaderParameters): JWK[] {
  return keys
    .filter((key) => key['kid'] === undefined || kid === undefined || key['kid'] === kid)
    .map((key) => ({ ...(key as JWK), ...(kid !== undefined && { kid }) }));
}

function rsaBits(algorithm: object): number {
  return 'modulusLength' in algorithm ? Number(algorithm.modulusLength) : Infinity;
}

function invalid(reason: string): Result<PublicJwk, KeyProblem> {
  return err({ code: 'KEY_INVALID', reason });
}
