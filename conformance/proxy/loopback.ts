/**
 * Tells names and addresses of this computer from others, and so a page of somebody else's from our own.
 */

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
