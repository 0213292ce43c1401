/**
 * Raw headers as in Node's `rawHeaders`, and which of them a proxy removes or forwards. Source: RFC 9110 7.6.1.
 */

/** Alternating names and values, in the order of the message. */
export type RawHeaders = readonly string[];

/** The forwarded head of a message. */
export interface ForwardedHead {
  /** Alternating names and values, in the order of the message. */
  readonly headers: string[];
  /** Whether the headers announce a body; a response may have one without, up to the end of its connection. */
  readonly hasBody: boolean;
}

/** Hop-by-hop headers, whether `Connection` lists them or not. */
const ofConnection: ReadonlySet<string> = new Set([
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
  const head = forwardHead(raw, true, host);
  const takesTrailers = valuesOf(raw, 'te').some((value) => /(?:^|,)\s*trailers\s*(?:$|[,;])/i.test(value));
  if (takesTrailers) head.headers.push('TE', 'trailers', 'Connection', 'TE');
  return head;
}

/** Creates the head of a response for the client. Shape: `takesChunks` is false for an HTTP/1.0 client. */
export function responseHeadFor(raw: RawHeaders, takesChunks: boolean): ForwardedHead {
  return forwardHead(raw, takesChunks, null);
}

/** Converts to pairs of name and value, which is the form that Node accepts for trailers. */
export function pairUp(raw: RawHeaders): [name: string, value: string][] {
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

function forwardHead(raw: RawHeaders, takesChunks: boolean, host: string | null): ForwardedHead {
  const removed = namedByConnection(raw);
  const headers: string[] = [];
  let hasBody = false;
  let isChunked = false;
  let hasHost = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    const lowerName = name.toLowerCase();
    if (ofConnection.has(lowerName) || removed?.has(lowerName) === true) continue;
    if (lowerName === 'transfer-encoding') {
      hasBody = true;
      isChunked = takesChunks;
      if (!takesChunks) continue;
    } else if (lowerName === 'content-length') hasBody ||= value !== '0';
    else if (lowerName === 'host' && host !== null) {
      if (!hasHost) headers.push(name, host);
      hasHost = true;
      continue;
    }
    headers.push(name, value);
  }
  if (host !== null && !hasHost) headers.unshift('Host', host);
  return { headers: isChunked ? headers : withoutTrailerNames(headers), hasBody };
}

/** Returns the headers that `Connection` lists, except the usual ones; `null` for none, the common case. */
function namedByConnection(raw: RawHeaders): ReadonlySet<string> | null {
  const named = valuesOf(raw, 'connection')
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'keep-alive' && name !== 'close' && !neverRemoved.has(name));
  return named.length === 0 ? null : new Set(named);
}

/** Removes `Trailer`. Why: only a chunked message has trailers, and Node throws on the header in any other. */
function withoutTrailerNames(headers: string[]): string[] {
  if (valuesOf(headers, 'trailer').length === 0) return headers;
  return pairUp(headers)
    .filter(([name]) => name.toLowerCase() !== 'trailer')
    .flat();
}
