/**
 * Parses the target of a request: a path, or an absolute URL of the proxy or its upstream.
 * Source: RFC 9112 3.2.
 */

/** The target of a request: the upstream, the proxy itself, a different host, or an invalid target. */
export type RequestTarget =
  | { readonly kind: 'upstream'; readonly path: string }
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'garbage' };

/** The local address of the connection, and the upstream of the proxy. */
export interface ProxyAddress {
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly upstream: URL;
}

/** Path prefix that the proxy serves itself. */
export const ownPrefix = '/_proxy';

/** Parses a target. Shape: paths are returned unchanged. */
export function readTarget(target: string, environment: ProxyAddress): RequestTarget {
  if (target.startsWith('/')) return sort(target);
  if (target === '*') return { kind: 'upstream', path: target };
  const [, scheme = '', authority, rest = ''] = /^(https?):\/\/([^/?#]*)(|[/?][^#]*)$/i.exec(target) ?? [];
  if (authority === undefined || authority === '') return { kind: 'garbage' };
  const address = `${scheme.toLowerCase()}://${authority}`;
  const named = URL.parse(address);
  if (named === null) return { kind: 'garbage' };
  if (authority.includes('@') || !isOwnOrigin(named, environment)) return { kind: 'elsewhere', address };
  return sort(rest.startsWith('/') ? rest : `/${rest}`);
}

function sort(path: string): RequestTarget {
  const isOwn = path === ownPrefix || path.startsWith(`${ownPrefix}/`) || path.startsWith(`${ownPrefix}?`);
  return { kind: isOwn ? 'own' : 'upstream', path };
}

function isOwnOrigin(named: URL, { localAddress, localPort, upstream }: ProxyAddress): boolean {
  if (named.origin === upstream.origin) return true;
  if (named.protocol !== 'http:' || Number(named.port || 80) !== localPort) return false;
  const host = named.hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopbackName(host) || host === localAddress?.replace(/^::ffff:/, '');
}

/** Checks whether a host name, without port and brackets, is a loopback name or address. */
export function isLoopbackName(name: string): boolean {
  const host = name.toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Checks whether a `Host` header names a loopback host. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const named = /^\[([^\]]*)\](?::\d+)?$|^([^:]*)(?::\d+)?$/.exec(host);
  return named !== null && isLoopbackName(named[1] ?? named[2] ?? '');
}

/** Checks whether an `Origin` header is absent or names a loopback host. */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && isLoopbackName(url.hostname.replace(/^\[(.*)\]$/, '$1'));
}
