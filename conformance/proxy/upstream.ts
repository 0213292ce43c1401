/** The host that requests are forwarded to, with a pool of keep-alive connections. */
import { Agent as HttpAgent, ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** The host behind the proxy. */
export interface Upstream {
  /** Value of `Host`; `null` keeps that of the client. */
  readonly host: string | null;
  /** Starts a request. Errors: throws if Node rejects its method, path or headers. */
  send(method: string, path: string, headers: readonly string[]): ClientRequest;
  close(): void;
}

/**
 * The maximum size of a message head. Why: above Node's default, so that the proxy rejects no request. Units: bytes.
 */
export const MAX_HEAD_LENGTH = 128 * 1024;

/** How long an idle connection is kept. Why: many servers close it after five seconds. Units: milliseconds. */
const IDLE = 4_000;

/** Creates an upstream. Does not open a connection. */
export function createUpstream(origin: URL, keepsHost: boolean): Upstream {
  const Agent = origin.protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, timeout: IDLE, maxFreeSockets: 256 });
  const target = {
    agent,
    protocol: origin.protocol,
    host: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: origin.port || (origin.protocol === 'https:' ? 443 : 80),
    maxHeaderSize: MAX_HEAD_LENGTH,
    // Forwards the headers of the client only; those for the connection were added before.
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

/** Removes a base path. */
export interface BasePaths {
  /** Returns a path, with its query, below its base path; `null` if no base path matches. */
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
 * Reads base paths such as `/api` and `/w/{world}`, in which a name in braces matches any one segment.
 *
 * Shape: the longest match is removed; without base paths the contract begins at the root.
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
  for (let at = from; at < path.length; at++) if (path[at] === '/' || path[at] === '?') return at;
  return path.length;
}

function isTemplate(segment: string): boolean {
  return /^\{[^{}]+\}$/.test(segment);
}
