/**
 * An adapter for hosts with `Request` and `Response`: Deno, Bun, workers, route handlers of frameworks.
 * Only converts.
 */
import type { HttpResponse, HttpRequest, ResponseBody } from '../http.ts';
import type { ServeRequest } from '../server/service.ts';

/** Responds to a `Request`; `remoteAddress` if the host provides it. */
export type FetchHandler = (request: Request, remoteAddress?: string | null) => Promise<Response>;

/** Creates a handler for `fetch` events. */
export function fetchHandler(serve: ServeRequest): FetchHandler {
  return async (request, remoteAddress = null) => {
    const controller = new AbortController();
    if (request.signal.aborted) controller.abort(request.signal.reason);
    else
      request.signal.addEventListener('abort', () => controller.abort(request.signal.reason), { once: true });
    const response = await serve(readWebRequest(request, remoteAddress, controller.signal));
    return webResponse(response, controller);
  };
}

/** Converts a `Request`; `signal` fires when the client has disconnected. */
export function readWebRequest(
  request: Pick<Request, 'url' | 'method' | 'headers' | 'body'>,
  remoteAddress: string | null,
  signal: AbortSignal,
): HttpRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: { get: (name) => request.headers.get(name), entries: () => fieldsOf(request.headers) },
    readBody: (limit) => readBody(request, limit),
    readChunks: () => readChunks(request),
    remoteAddress,
    signal,
  };
}

/** Why: `Headers.entries` is missing from the types of some hosts. */
function fieldsOf(headers: Headers): readonly (readonly [string, string])[] {
  const fields: [string, string][] = [];
  headers.forEach((value, name) => fields.push([name, value]));
  return fields;
}

/** Reads a body; cancels it as soon as it is too long. */
async function readBody(request: Pick<Request, 'body'>, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(request)) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return joinChunks(chunks, length);
}

/** Reads a body in pieces. Why: not every host can iterate over its streams. */
async function* readChunks({ body }: Pick<Request, 'body'>): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Cancelling has no effect on a stream that has ended.
    reader.cancel().catch(() => undefined);
  }
}

/** Joins the chunks of a body. */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Converts a response to a `Response`; a reader that leaves its stream aborts `gone`.
 *
 * Errors: throws TypeError for a header that HTTP can't carry.
 */
export function webResponse({ status, headers, body }: HttpResponse, gone: AbortController): Response {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(webBody(body, gone), { status, headers: fields });
}

function webBody(
  body: ResponseBody,
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
      return frameBody(body.frames, gone);
  }
}

/**
 * Creates a web stream of frames.
 *
 * Shape: a frame is requested only when the reader requests one. A reader that cancels aborts `gone`; any abort of
 * `gone` releases the source and errors the stream with its reason.
 */
export function frameBody(
  frames: AsyncIterable<string>,
  gone: AbortController = new AbortController(),
): ReadableStream<Uint8Array> {
  const source = frames[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const leave = (): void => {
          controller.error(gone.signal.reason);
          source.return?.().then(undefined, () => undefined);
        };
        if (gone.signal.aborted) leave();
        else gone.signal.addEventListener('abort', leave, { once: true });
      },
      async pull(controller) {
        const frame = await source.next();
        if (gone.signal.aborted) return;
        if (frame.done === true) controller.close();
        else controller.enqueue(encoder.encode(frame.value));
      },
      cancel(reason) {
        gone.abort(reason);
      },
    },
    // Why: the default `highWaterMark` of 1 would request a frame before the reader does.
    { highWaterMark: 0 },
  );
}
