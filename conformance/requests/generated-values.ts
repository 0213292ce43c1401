/** Values that `x-test` can generate: URLs of internal addresses, and an unsigned token. */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';

/**
 * Lists URLs of internal addresses and URLs that are not HTTP, with their names. Shape: `path` is that of most URLs.
 */
export function internalAddresses(path: string): readonly (readonly [name: string, url: string])[] {
  return [
    ['the loopback address', `http://127.0.0.1${path}`],
    ['a short loopback address', `http://127.1${path}`],
    ['the loopback address as one number', `http://2130706433${path}`],
    ['the loopback address in hexadecimal', `http://0x7f000001${path}`],
    ['the loopback address in octal', `http://0177.0.0.1${path}`],
    ['the unspecified address', `http://0.0.0.0${path}`],
    ['localhost', `http://localhost${path}`],
    ['the loopback address of IPv6', `http://[::1]${path}`],
    ['an IPv4-mapped loopback address', `http://[::ffff:127.0.0.1]${path}`],
    ['a unique local address', `http://[fd00::1]${path}`],
    ['a private address', `http://10.0.0.1${path}`],
    ['another private address', `http://192.168.0.1${path}`],
    ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    [
      'an internal address after user info that looks like a public host',
      `http://example.com@127.0.0.1${path}`,
    ],
    [
      'an internal address with a fragment that looks like a public host',
      `http://127.0.0.1#@example.com${path}`,
    ],
    ['a file URL', 'file:///etc/passwd'],
    ['an FTP server', `ftp://example.com${path}`],
    ['a data URL', 'data:application/json,%7B%7D'],
  ];
}

/** Creates an unsigned JWT with these claims and plausible times. */
export function createUnsignedToken(claims: JsonValue): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  const payload = {
    ...(isObject(claims) ? claims : {}),
    jti: `backlot-check-${iat}`,
    iat,
    exp: iat + 300,
  };
  return `${part({ alg: 'ES256', typ: 'JWT' })}.${part(payload)}.${Buffer.alloc(64, 7).toString('base64url')}`;
}
