/** Serves the mock through `fetch`: for tests in the same process, a service worker, or a framework's route. */
import type { HttpResponse, HttpRequest } from '../../templates/runtime/http.ts';
import { readWebRequest, webResponse } from '../../templates/runtime/adapters/fetch.ts';
import type { Exposure } from '../http/access/access.ts';
import { internalError, writeError } from '../http/error-responses.ts';
import type { Serve } from '../http/pipeline.ts';

/**
 * The properties of a `Request` that the mock reads.
 *
 * Why: test environments such as jsdom and happy-dom replace the global class, so requests of Node are not instances of
 * it.
 */
export type WebRequest = Pick<Request, 'url' | 'method' | 'headers' | 'body' | 'signal'>;

/** Calls like the global `fetch`; a path without an origin is resolved against `baseUrl`. */
export type LocalFetch = (input: string | URL | WebRequest, init?: RequestInit) => Promise<Response>;

/** Creates a `fetch` that never leaves the process. */
export function createFetch(serve: Serve, baseUrl: string, exposure: Exposure = 'process'): LocalFetch {
  return async (input, init) => {
    const request = isWebRequest(input) && init === undefined ? input : createRequest(input, init, baseUrl);
    const client = request.signal;
    client.throwIfAborted();
    const controller = new AbortController();
    client.addEventListener('abort', () => controller.abort(client.reason), { once: true });
    const response = await serve(readRequest(request, controller.signal), exposure);
    if (client.aborted) await closeFrames(response);
    client.throwIfAborted();
    return respond(response, controller);
  };
}

/**
 * Creates a `fetch` that always calls one world, regardless of the origin of the URL: the rest of the URL is resolved
 * against the base URL of the world.
 *
 * Shape: `prefix` is `/w/{id}`, empty for the world at the root.
 * Errors: throws a TypeError for a URL of another world.
 */
export function worldFetch(fetch: LocalFetch, rootUrl: () => string, prefix: string): LocalFetch {
  return async (input, init) => {
    const root = rootUrl();
    const asked = new URL(isWebRequest(input) ? input.url : input, `${root}/`);
    const named = /^\/w\/[^/]+(?=\/|$)/.exec(asked.pathname)?.[0];
    if (named !== undefined && named !== prefix) {
      const own = prefix === '' ? 'the default world' : `the world at ${prefix}`;
      throw new TypeError(
        `fetch of ${own} was called with ${asked.pathname}, which belongs to another world.`,
      );
    }
    const path = named === undefined ? prefix + asked.pathname : asked.pathname;
    const address = root + path + asked.search;
    return fetch(isWebRequest(input) ? withUrl(input, address) : address, init);
  };
}

export function withUrl({ method, headers, body, signal }: WebRequest, url: string): WebRequest {
  return { url, method, headers, body, signal };
}

function isWebRequest(input: string | URL | WebRequest): input is WebRequest {
  return typeof input === 'object' && 'method' in input;
}

function createRequest(
  input: string | URL | WebRequest,
  init: RequestInit | undefined,
  baseUrl: string,
): Request {
  if (!isWebRequest(input)) return new Request(new URL(input, baseUrl), init);
  const { url, method, headers, body, signal } = input;
  const stream = body === null ? {} : { body, duplex: 'half' as const };
  return new Request(url, { method, headers, signal, ...stream, ...init });
}

/** Reads a `Request`; its URL replaces the information of a socket. */
function readRequest(request: WebRequest, signal: AbortSignal): HttpRequest {
  const { host, protocol } = new URL(request.url);
  const implied = new Map([
    ['host', host],
    ['x-forwarded-proto', protocol.slice(0, -1)],
  ]);
  const { headers } = request;
  return {
    ...readWebRequest(request, null, signal),
    headers: {
      get: (name) => headers.get(name) ?? implied.get(name) ?? null,
      entries: () => headers.entries(),
    },
  };
}

/** Creates a `Response`. A header that HTTP can't transport is a bug of the mock. */
function respond(response: HttpResponse, gone: AbortController): Response {
  try {
    return webResponse(response, gone);
  } catch {
    void closeFrames(response);
    return webResponse(writeError(null, internalError()), gone);
  }
}

async function closeFrames({ body }: HttpResponse): Promise<void> {
  if (body.kind === 'frames') await body.frames[Symbol.asyncIterator]().return?.();
}
