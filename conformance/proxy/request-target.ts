/**
 * Reads the target of a request: a path, or an absolute address, which has to name the proxy or its upstream.
 * Source: RFC 9112 3.2.
 */

/** Where a request goes: to the upstream, to the proxy itself, somewhere else, or nowhere. */
export type RequestTarget =
  | { readonly kind: 'upstream'; readonly path: string }
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'garbage' };

/** Where the connection came in, and what the proxy stands in front of. */
export interface ProxyAddress {
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly upstream: URL;
}

/** Paths below this are answered by the proxy. */
export const ownPrefix = '/_proxy';

/** Reads a target. Shape: paths are not changed by one byte. */
export function readTarget(target: string, environment: ProxyAddress): RequestTarget {
  if (target.startsWith('/')) return sort(target);
  if (target === '*') return { kind: 'upstream', path: target };
  const [, scheme = '', authority, rest = ''] = /^(https?):\/\/([^/?#]*)([^#]*)$/i.exec(target) ?? [];
  if (authority === undefined || authority === '') return { kind: 'garbage' };
  const address = `${scheme.toLowerCase()}://${authority}`;
  const named = URL.parse(address);
  if (named === null) return { kind: 'garbage' };
  if (authority.includes('@') || !isMeant(named, environment)) return { kind: 'elsewhere', address };
  return sort(rest.startsWith('/') ? rest : `/${rest}`);
}

function sort(path: string): RequestTarget {
  const isOwn = path === ownPrefix || path.startsWith(`${ownPrefix}/`) || path.startsWith(`${ownPrefix}?`);
  return { kind: isOwn ? 'own' : 'upstream', path };
}

function isMeant(named: URL, { localAddress, localPort, upstream }: ProxyAddress): boolean {
  if (named.origin === upstream.origin) return true;
  if (named.protocol !== 'http:' || Number(named.port || 80) !== localPort) return false;
  const host = named.hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopbackName(host) || host === localAddress?.replace(/^::ffff:/, '');
}

/** Checks whether a host name, without port and brackets, can only mean this computer. */
export function isLoopbackName(name: string): boolean {
  const host = name.toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Checks whether a `Host` header names this computer. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const named = /^\[([^\]]*)\](?::\d+)?$|^([^:]*)(?::\d+)?$/.exec(host);
  return named !== null && isLoopbackName(named[1] ?? named[2] ?? '');
}

/** Checks whether a request comes from a page of this computer, or from no page. */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && isLoopbackName(url.hostname.replace(/^\[(.*)\]$/, '$1'));
}
