/**
 * Serves through anything that speaks `Request` and `Response`: Deno, Bun, workers, route handlers of frameworks.
 * Converts and does nothing else.
 */
import type { HttpResponse, HttpRequest, ResponseBody } from '../http.ts';
import type { ServeRequest } from '../server/service.ts';

/** Answers a `Request`; `remoteAddress` where the host knows it. */
export type FetchHandler = (request: Request, remoteAddress?: string | null) => Promise<Response>;

/** Makes a handler for `fetch` events. */
export function fetchHandler(serve: ServeRequest): FetchHandler {
  return async (request, remoteAddress = null) => {
    const gone = new AbortController();
    if (request.signal.aborted) gone.abort(request.signal.reason);
    else request.signal.addEventListener('abort', () => gone.abort(request.signal.reason), { once: true });
    const response = await serve(neutralRequest(request, remoteAddress, gone.signal));
    return webResponse(response, gone);
  };
}

function neutralRequest(request: Request, remoteAddress: string | null, signal: AbortSignal): HttpRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: { get: (name) => request.headers.get(name), entries: () => fieldsOf(request.headers) },
    readBody: (limit) => readBody(request, limit),
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

/** Stops reading, and lets go of the rest, as soon as the body is too long. */
async function readBody({ body }: Request, limit: number): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array(0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > limit) {
      void reader.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  return joinChunks(chunks, length);
}

/** Puts the pieces of a body together. */
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

function webResponse({ status, headers, body }: HttpResponse, gone: AbortController): Response {
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
      return frameBody(body.frames, (reason) => gone.abort(reason));
  }
}

/**
 * Makes a web stream of frames.
 *
 * Shape: a frame is asked for when the reader asks; a reader that goes lets go of the source and tells `onCancel`.
 */
export function frameBody(
  frames: AsyncIterable<string>,
  onCancel: (reason: unknown) => void = () => undefined,
): ReadableStream<Uint8Array> {
  const source = frames[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const frame = await source.next();
        if (frame.done === true) controller.close();
        else controller.enqueue(encoder.encode(frame.value));
      },
      async cancel(reason) {
        onCancel(reason);
        await source.return?.();
      },
    },
    // Why: the usual mark of 1 would ask for a frame before anyone reads.
    { highWaterMark: 0 },
  );
}
