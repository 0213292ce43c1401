/** The one host that requests are passed to, and the connections to it, which are kept open and used again. */
import { Agent as HttpAgent, ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** The host behind the proxy. */
export interface Upstream {
  /** What `Host` is set to; `null` leaves what the client sent. */
  readonly host: string | null;
  /** Begins a request. Errors: throws when Node can't write it. */
  send(method: string, path: string, headers: readonly string[]): ClientRequest;
  close(): void;
}

/** Units: bytes of the head of a message. Both sides take more than Node usually does, so that the proxy refuses nothing. */
export const LONGEST_HEAD = 128 * 1024;

/** Units: milliseconds that an unused connection is kept, less than the five seconds after which many servers close it. */
const IDLE = 4_000;

/** Creates the way to an upstream; nothing is sent yet. */
export function createUpstream(origin: URL, keepsHost: boolean): Upstream {
  const Agent = origin.protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, timeout: IDLE, maxFreeSockets: 256 });
  const target = {
    agent,
    protocol: origin.protocol,
    host: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: origin.port || (origin.protocol === 'https:' ? 443 : 80),
    maxHeaderSize: LONGEST_HEAD,
    // Nothing is added to what the client sent; what is needed for its connection was.
    setDefaultHeaders: false,
  };
  return {
    host: keepsHost ? null : origin.host,
    send(method, path, headers) {
      const request = new ClientRequest({ ...target, method, path, headers });
      request.maxHeadersCount = 0;
      return request;
    },
    close: () => agent.destroy(),
  };
}

/** Finds where the contract begins in a path. */
export interface BasePaths {
  /** Answers the rest of a path, with its query; `null` where the path lies elsewhere. */
  strip(path: string): string | null;
}

/** Validates a base path. Shape: the problem, `null` for a valid path. */
export function faultOfBasePath(text: string): string | null {
  if (!text.startsWith('/')) return 'begins with a slash';
  if (/[?#\s]/.test(text)) return 'is a path without a query';
  const isOdd = text.split('/').some((segment) => /[{}]/.test(segment) && !isTemplate(segment));
  return isOdd ? 'has names in braces that fill a segment: /w/{world}' : null;
}

/**
 * Reads base paths such as `/api` and `/w/{world}`, in which a name in braces stands for any one segment.
 *
 * Shape: of several that fit the longest is taken off; without any the contract begins at the root.
 */
export function readBasePaths(texts: readonly string[]): BasePaths {
  const templates = (texts.length === 0 ? ['/'] : texts)
    .map((text) => text.split('/').filter((segment) => segment !== ''))
    .toSorted((one, other) => other.length - one.length);
  return {
    strip(path) {
      for (const template of templates) {
        const rest = stripOne(path, template);
        if (rest !== null) return rest;
      }
      return null;
    },
  };
}

function stripOne(path: string, template: readonly string[]): string | null {
  let at = 0;
  for (const segment of template) {
    if (path[at] !== '/') return null;
    const end = endOfSegment(path, at + 1);
    const actual = path.slice(at + 1, end);
    if (isTemplate(segment) ? actual === '' : actual !== segment) return null;
    at = end;
  }
  const rest = path.slice(at);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function endOfSegment(path: string, from: number): number {
  for (let at = from; at < path.length; at++) {
    if (path[at] === '/' || path[at] === '?') return at;
  }
  return path.length;
}

function isTemplate(segment: string): boolean {
  return /^\{[^{}]+\}$/.test(segment);
}
