/** Fetches a document from a URL, with limits on time and size, and without access to private networks. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** The response of an address. */
export interface FetchedDocument {
  readonly text: string;
  readonly mediaType: string | null;
  /** The address after redirects, to which relative references refer. */
  readonly address: string;
}

/** Units: milliseconds for a whole document. */
const TIMEOUT = 30_000;

/** Units: bytes of a document from an address or the standard input. */
export const MAX_BODY_SIZE = 64 * 1024 * 1024;

const MAX_REDIRECTS = 5;

/**
 * Fetches a document; redirects to other hosts are followed only to public addresses.
 *
 * Errors: rejects with an `Error` whose message is the end of a sentence.
 */
export async function fetchDocument(address: string, timeout = TIMEOUT): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(timeout);
  let url = new URL(address);
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await fetch(url, { signal, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null)
        return { ...(await readBody(response)), address: url.href };
      await response.body?.cancel();
      url = await followRedirect(url, location);
    }
  } catch (error) {
    if (signal.aborted) throw new Error(`it took longer than ${timeout / 1000} seconds`, { cause: error });
    throw error instanceof TypeError ? new Error(networkReason(error), { cause: error }) : error;
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
}

async function followRedirect(from: URL, location: string): Promise<URL> {
  const url = new URL(location, from);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`it redirects to ${url.protocol}`);
  if (url.host !== from.host && (await isPrivate(url.hostname)))
    throw new Error('it redirects to a private address');
  return url;
}

/** Source: the registries of special-purpose addresses, RFC 6890; addresses of IPv4 inside IPv6 are checked as IPv4. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

async function isPrivate(hostname: string): Promise<boolean> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) ? [bare] : (await lookup(bare, { all: true })).map(({ address }) => address);
  return addresses.some((address) => privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
}

async function readBody(response: Response): Promise<Omit<FetchedDocument, 'address'>> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server returned ${response.status}`);
  }
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return { text: '', mediaType: null };
  const text = await readText(body);
  if (text === null) throw new Error(`it is larger than ${MAX_BODY_SIZE} bytes`);
  return { text, mediaType: response.headers.get('content-type') };
}

/** Reads a stream as text; `null` if it is larger than a document may be. */
export async function readText(stream: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_BODY_SIZE) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function networkReason({ cause, message }: TypeError): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  if (code === null) return cause instanceof Error ? cause.message : message;
  return `the server can't be reached (${code})`;
}
