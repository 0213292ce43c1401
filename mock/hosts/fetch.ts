/**
 * Lets anything that speaks `fetch` call the mock: tests in the same process, a service worker, a framework's route.
 * Converts a Request to the neutral pair and back, and does nothing else.
 */
import type { HttpResponse, HttpRequest } from '../../generated/runtime/http.ts';
import type { Exposure } from '../http/access.ts';
import { internalError } from '../http/error-responses.ts';
import type { Serve } from '../http/pipeline.ts';
import { writeError } from '../http/respond.ts';

/** Calls like the global `fetch`; a path alone is taken relative to `baseUrl`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes a `fetch` that never leaves the process. */
export function createFetch(serve: Serve, baseUrl: string, exposure: Exposure = 'process'): Fetch {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, baseUrl) : input, init);
    const client = request.signal;
    client.throwIfAborted();
    const gone = new AbortController();
    client.addEventListener('abort', () => gone.abort(client.reason), { once: true });
    const response = await serve(neutralRequest(request, gone.signal), exposure);
    if (client.aborted) await closeFrames(response);
    client.throwIfAborted();
    return respond(response, gone);
  };
}

/**
 * Makes a `fetch` that always calls one world, whatever origin an address names: what comes behind the origin is taken relative to
 * the world's base address.
 *
 * Shape: `prefix` is `/w/{id}`, empty for the world at the root.
 * Errors: throws a TypeError for an address below another world.
 */
export function worldFetch(fetch: Fetch, rootUrl: () => string, prefix: string): Fetch {
  return async (input, init) => {
    const root = rootUrl();
    const asked = new URL(input instanceof Request ? input.url : input, `${root}/`);
    const named = /^\/w\/[^/]+(?=\/|$)/.exec(asked.pathname)?.[0];
    if (named !== undefined && named !== prefix) {
      const own = prefix === '' ? 'the default world' : `the world at ${prefix}`;
      throw new TypeError(`fetch of ${own} was called with ${asked.pathname}, which is below another world.`);
    }
    const path = named === undefined ? prefix + asked.pathname : asked.pathname;
    const address = root + path + asked.search;
    return fetch(input instanceof Request ? new Request(address, input) : address, init);
  };
}

function neutralRequest(request: Request, signal: AbortSignal): HttpRequest {
  const url = new URL(request.url);
  const implied: Readonly<Record<string, string>> = {
    host: url.host,
    'x-forwarded-proto': url.protocol.slice(0, -1),
  };
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: {
      get: (name) =>
        request.headers.get(name) ?? (Object.hasOwn(implied, name) ? (implied[name] ?? null) : null),
      entries: () => request.headers.entries(),
    },
    readBody: (limit) => readBody(request, limit),
    remoteAddress: null,
    signal,
  };
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  const body: AsyncIterable<Uint8Array> | null = request.body;
  if (body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) return null;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A header that HTTP can't carry is a bug of ours and answered as one. */
function respond(response: HttpResponse, gone: AbortController): Response {
  try {
    return webResponse(response, gone);
  } catch {
    void closeFrames(response);
    return webResponse(writeError(null, internalError()), gone);
  }
}

function webResponse({ status, headers, body }: HttpResponse, gone: AbortController): Response {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(webBody(body, gone), { status, headers: fields });
}

function webBody(
  body: HttpResponse['body'],
  gone: AbortController,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'text':
      return body.text;
    case 'bytes':
      return new Uint8Array(body.bytes);
    case 'frames':
      return frameBody(body.frames[Symbol.asyncIterator](), gone);
  }
}

/** Asks for a frame when the reader does, and lets go of the source when the reader goes. */
function frameBody(frames: AsyncIterator<string>, gone: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      gone.signal.addEventListener('abort', () => {
        controller.error(gone.signal.reason);
        void frames.return?.();
      });
    },
    async pull(controller) {
      const frame = await frames.next();
      if (gone.signal.aborted) return;
      if (frame.done === true) controller.close();
      else controller.enqueue(encoder.encode(frame.value));
    },
    cancel(reason) {
      gone.abort(reason);
    },
  });
}

async function closeFrames({ body }: HttpResponse): Promise<void> {
  if (body.kind === 'frames') await body.frames[Symbol.asyncIterator]().return?.();
}
