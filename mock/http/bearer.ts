/** Reads the one form of `Authorization` that the service takes. */

const SCHEME = 'bearer';

/**
 * Takes the token out of `Authorization: Bearer <token>`.
 *
 * Shape: `null` when the header is missing, names another scheme or holds no single token.
 * Source: RFC 9110 11.4 (the scheme's case does not matter); RFC 6750 2.1.
 */
export function bearerToken(authorization: string | null): string | null {
  if (authorization === null || authorization.charCodeAt(SCHEME.length) !== SPACE) return null;
  if (authorization.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  const token = authorization.slice(SCHEME.length).trim();
  return token === '' || token.includes(' ') ? null : token;
}

const SPACE = 0x20;
