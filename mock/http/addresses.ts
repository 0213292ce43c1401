/** Reads host names and origins: which ones are this computer, and what address a client used. */

/**
 * Returns whether the value of a `Host` header names this computer.
 *
 * Shape: `localhost` and names below it, 127.0.0.0/8 and `[::1]`, each with any port or none.
 */
export function isLoopbackHost(host: string): boolean {
  const name = hostName(host);
  if (name === null) return false;
  if (name === '[::1]' || name === 'localhost') return true;
  return name.endsWith('.localhost') || isLoopbackV4(name);
}

/** Returns whether the value of an `Origin` header is a page served from this computer. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = hostOfOrigin(origin);
  return host !== null && isLoopbackHost(host);
}

/** Returns whether a listen address can only be reached from this computer. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || isLoopbackHost(address);
}

/** Returns whether a text can stand as a host with an optional port in an address we print. */
export function isHost(text: string): boolean {
  return hostName(text) !== null;
}

/** Takes the port off; `null` when the rest is no host name or address. */
function hostName(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? null;
}

function hostOfOrigin(origin: string): string | null {
  return /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1] ?? null;
}

function isLoopbackV4(name: string): boolean {
  const parts = name.split('.');
  return parts.length === 4 && parts[0] === '127' && parts.every(isOctet);
}

function isOctet(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= 255;
}
