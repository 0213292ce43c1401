/**
 * Header fields as Node has them, names and values in turn and as they were written: which of them end at a proxy, and which
 * go on. Source: RFC 9110 7.6.1.
 */

/** Names and values in turn, in the order in which they came. */
export type RawHeaders = readonly string[];

/** The head of a message as it is passed on. */
export interface PassedHead {
  /** Names and values in turn, in the order in which they came. */
  readonly headers: string[];
  /** Whether the head says that a body follows; a response may have one all the same, up to the end of its connection. */
  readonly hasBody: boolean;
}

/** Fields that are about one connection, whether `Connection` names them or not. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
]);

/** Why: a message without one of these is another message, so `Connection` can't take them away. */
const neverRemoved: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'host']);

/**
 * Makes the head of a request for the upstream.
 *
 * Shape: `host` takes the place of what the client sent, `null` leaves that; `TE: trailers` goes on, since trailers do.
 */
export function requestHeadFor(raw: RawHeaders, host: string | null): PassedHead {
  const head = forwardHead(raw, true, host);
  const takesTrailers = valuesOf(raw, 'te').some((value) => /(?:^|,)\s*trailers\s*(?:$|[,;])/i.test(value));
  if (takesTrailers) head.headers.push('TE', 'trailers', 'Connection', 'TE');
  return head;
}

/** Creates the head of a response for the client. Shape: `takesChunks` is false for a client of HTTP/1.0. */
export function responseHeadFor(raw: RawHeaders, takesChunks: boolean): PassedHead {
  return forwardHead(raw, takesChunks, null);
}

/** Creates pairs of trailers, which is how Node takes them. */
export function pairUp(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** The values of all fields of a name, which is given in lower case. */
export function valuesOf(raw: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const written = raw[at] ?? '';
    if (written.length === name.length && written.toLowerCase() === name) values.push(raw[at + 1] ?? '');
  }
  return values;
}

/** The values of a name joined as one, `null` where there is none. */
export function valueOf(raw: RawHeaders, name: string): string | null {
  const values = valuesOf(raw, name);
  return values.length === 0 ? null : values.join(', ');
}

function forwardHead(raw: RawHeaders, takesChunks: boolean, host: string | null): PassedHead {
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

/** What `Connection` names beside the usual; `null` where it names nothing else, which is nearly always. */
function namedByConnection(raw: RawHeaders): ReadonlySet<string> | null {
  const named = valuesOf(raw, 'connection')
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'keep-alive' && name !== 'close' && !neverRemoved.has(name));
  return named.length === 0 ? null : new Set(named);
}

/** Why: only a chunked message has trailers, and Node refuses to announce them in another one. */
function withoutTrailerNames(headers: string[]): string[] {
  if (valuesOf(headers, 'trailer').length === 0) return headers;
  return pairUp(headers)
    .filter(([name]) => name.toLowerCase() !== 'trailer')
    .flat();
}
