/**
 * Reads the target of a request: a path, or an absolute address, which has to name the proxy or its upstream.
 * Source: RFC 9112 3.2.
 */
import { isLoopbackName } from './loopback.ts';

/** Where a request goes: to the upstream, to the proxy itself, somewhere else, or nowhere. */
export type Target =
  | { readonly kind: 'upstream'; readonly path: string }
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'garbage' };

/** Where the connection came in, and what the proxy stands in front of. */
export interface TestEnvironment {
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly upstream: URL;
}

/** Paths below this are answered by the proxy. */
export const ownPrefix = '/_proxy';

/** Reads a target. Shape: paths are not changed by one byte. */
export function readTarget(target: string, environment: TestEnvironment): Target {
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

function sort(path: string): Target {
  const isOwn = path === ownPrefix || path.startsWith(`${ownPrefix}/`) || path.startsWith(`${ownPrefix}?`);
  return { kind: isOwn ? 'own' : 'upstream', path };
}

function isMeant(named: URL, { localAddress, localPort, upstream }: TestEnvironment): boolean {
  if (named.origin === upstream.origin) return true;
  if (named.protocol !== 'http:' || Number(named.port || 80) !== localPort) return false;
  const host = named.hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopbackName(host) || host === localAddress?.replace(/^::ffff:/, '');
}
