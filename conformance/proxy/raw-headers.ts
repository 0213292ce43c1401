/**
 * Raw headers as in Node's `rawHeaders`, and which of them a proxy removes or forwards. Source: RFC 9110 7.6.1.
 */

/** Alternating names and values, in the order of the message. */
export type RawHeaders = readonly string[];

/** The forwarded head of a message. */
export interface ForwardedHead {
  readonly headers: string[];
  /** Whether the headers announce a body. A response without them may have one, up to the end of its connection. */
  readonly hasBody: boolean;
}

/** Hop-by-hop headers, whether `Connection` lists them or not. */
const hopByHopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
]);

/** Headers that `Connection` cannot remove. Why: without one of these the message has a different meaning. */
const neverRemoved: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'host']);

/**
 * Creates the head of a request for the upstream.
 *
 * Shape: `host` replaces the `Host` of the client, `null` keeps it; `TE: trailers` is forwarded, because trailers are.
 */
export function requestHeadFor(raw: RawHeaders, host: string | null): ForwardedHead {
  const { headers, hasBody } = forwardHead(raw, { host, allowsChunked: true });
  const acceptsTrailers = valuesOf(raw, 'te').some((value) => /(?:^|,)\s*trailers\s*(?:$|[,;])/i.test(value));
  return { headers: acceptsTrailers ? [...headers, 'TE', 'trailers', 'Connection', 'TE'] : headers, hasBody };
}

/** Creates the head of a response for the client. Shape: `allowsChunked` is false for an HTTP/1.0 client. */
export function responseHeadFor(raw: RawHeaders, allowsChunked: boolean): ForwardedHead {
  return forwardHead(raw, { host: null, allowsChunked });
}

/** Converts to pairs of name and value, the form that Node accepts for trailers. */
export function toPairs(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** Returns the values of all headers with a name. Shape: `name` is in lower case. */
export function valuesOf(raw: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const written = raw[at] ?? '';
    if (written.length === name.length && written.toLowerCase() === name) values.push(raw[at + 1] ?? '');
  }
  return values;
}

/** Returns the joined values of a header; `null` if it is absent. Shape: `name` is in lower case. */
export function valueOf(raw: RawHeaders, name: string): string | null {
  const values = valuesOf(raw, name);
  return values.length === 0 ? null : values.join(', ');
}

function forwardHead(
  raw: RawHeaders,
  { host, allowsChunked }: { readonly host: string | null; readonly allowsChunked: boolean },
): ForwardedHead {
  const removed = headersInConnection(raw);
  const headers: string[] = [];
  let hasBody = false;
  let isChunked = false;
  let hasHost = false;
  for (const [name, value] of toPairs(raw)) {
    const lowerName = name.toLowerCase();
    if (hopByHopHeaders.has(lowerName) || removed.has(lowerName)) continue;
    if (lowerName === 'transfer-encoding') {
      hasBody = true;
      isChunked = allowsChunked;
      if (!allowsChunked) continue;
    } else if (lowerName === 'content-length') hasBody ||= value !== '0';
    else if (lowerName === 'host' && host !== null) {
      if (!hasHost) headers.push(name, host);
      hasHost = true;
      continue;
    }
    headers.push(name, value);
  }
  if (host !== null && !hasHost) headers.unshift('Host', host);
  return { headers: isChunked ? headers : withoutTrailer(headers), hasBody };
}

/** Returns the headers that `Connection` lists and that may be removed. */
function headersInConnection(raw: RawHeaders): ReadonlySet<string> {
  const names = valuesOf(raw, 'connection')
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !neverRemoved.has(name));
  return new Set(names);
}

/** Removes `Trailer`. Why: only a chunked message has trailers, and Node throws on the header in any other. */
function withoutTrailer(headers: string[]): string[] {
  if (valuesOf(headers, 'trailer').length === 0) return headers;
  return toPairs(headers)
    .filter(([name]) => name.toLowerCase() !== 'trailer')
    .flat();
}
