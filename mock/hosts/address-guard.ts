/**
 * Which addresses a mock may request: public ones on the usual ports, and those that the user has allowed. Checks
 * strings and IP addresses only; the caller must connect to exactly the address that was checked.
 *
 * Source: OWASP, Server-Side Request Forgery Prevention; the IANA special-purpose address registries.
 */
import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '../http/addresses.ts';

/** The reason why an address is rejected, null for an address that is allowed. */
export type AddressProblem = string | null;

export interface AddressGuard {
  /** Checks everything about a URL that needs no DNS lookup. */
  checkUrl(url: URL): AddressProblem;
  /** Checks an IP address that the host of a URL resolves to. */
  checkAddress(url: URL, address: string): AddressProblem;
}

/** Ports that public servers use. Shape: the default port of the scheme is the empty string, as in `URL.port`. */
const publicPorts = ['', '80', '443'];

/** Names of hosts inside a network, regardless of their IP addresses. */
const insideNames = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
  'kubernetes.default',
];

/** Public addresses that return a cloud's secrets to requests from inside that cloud. */
const metadataAddresses = ['168.63.129.16'];

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Creates a guard.
 *
 * Shape: `allowed` lists hosts: `api.test` for every port, `127.0.0.1:9000` for one. They are not checked any
 * further.
 * Errors: throws for an entry that is not a host.
 */
export function createAddressGuard(
  allowed: readonly string[] = [],
  others: 'public' | 'loopback' = 'public',
): AddressGuard {
  const entries = allowed.map(readEntry);
  const isAllowed = (url: URL) =>
    entries.some(({ host, port }) => host === url.hostname && (port === null || port === portOf(url)));
  return {
    checkUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return `the scheme ${url.protocol} is not fetched`;
      if (url.username !== '' || url.password !== '') return 'it names a user';
      if (isAllowed(url)) return null;
      if (others === 'loopback') return isLoopbackHost(url.host) ? null : `${url.host} is not this computer`;
      if (!publicPorts.includes(url.port)) return `port ${url.port} is not fetched`;
      const address = literalOf(url);
      return address === null ? checkName(url.hostname) : checkIp(address);
    },
    checkAddress(url, address) {
      if (isAllowed(url)) return null;
      if (others === 'public') return checkIp(address);
      const isLoopback = ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
      return isLoopback ? null : `${address} is not this computer`;
    },
  };
}

/** Returns the IP address if the host of a URL is written as one, null for a name. */
export function literalOf({ hostname }: URL): string | null {
  const text = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(text) ? text : null;
}

function checkName(hostname: string): AddressProblem {
  const name = withoutFinalDots(hostname);
  if (!name.includes('.')) return `${name} is a name inside a network`;
  const inside = insideNames.find((ending) => name === ending || name.endsWith(`.${ending}`));
  return inside === undefined ? null : `${name} is a name inside a network`;
}

/** Why: `/\.+$/` takes quadratic time on a name that consists of dots. */
function withoutFinalDots(name: string): string {
  let end = name.length;
  while (name[end - 1] === '.') end -= 1;
  return name.slice(0, end);
}

function checkIp(text: string): AddressProblem {
  if (!ipaddr.isValid(text)) return `${text} is not an IP address`;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range !== 'unicast') return `${text} is not a public address (${range})`;
  if (address.kind() === 'ipv6' && !address.match(globalIpv6)) return `${text} is not a public address`;
  return metadataAddresses.includes(address.toString())
    ? `${text} is an address of a cloud's metadata`
    : null;
}

function readEntry(entry: string): { readonly host: string; readonly port: string | null } {
  const url = URL.parse(`http://${entry}`);
  if (
    url === null ||
    url.host === '' ||
    url.pathname !== '/' ||
    `${url.username}${url.search}${url.hash}` !== ''
  )
    throw new Error(`${entry} is not a valid host. Write it as host or host:port.`);
  return { host: url.hostname, port: /:\d+$/.test(entry) ? portOf(url) : null };
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}
