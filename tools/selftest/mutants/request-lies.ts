/**
 * Lies about requests: the service is told something else than what was asked.
 */
import type { HttpRequest } from '../../../generated/runtime/http.ts';
import type { Lie } from './mutant.ts';
import { isFields, jsonResponse, type Fields } from './response-mutations.ts';
import { concernsRequest, type Where } from './where.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** Changes the requests that are meant before they are handled. */
export function changeRequest(
  where: Where,
  change: (request: HttpRequest) => HttpRequest | Promise<HttpRequest>,
): Lie {
  return (serve) => async (request) =>
    serve(concernsRequest(where, request) ? await change(request) : request);
}

/** Does not see a header of the request. */
export function overlookHeader(where: Where, name: string): Lie {
  return assumeHeader(where, name, null);
}

/** Takes a header of the request for another one; `null` for none. */
export function assumeHeader(where: Where, name: string, value: string | null): Lie {
  return changeRequest(where, (request) => withHeader(request, name, value));
}

/** Makes a request with another header; `null` for none. */
export function withHeader(request: HttpRequest, name: string, value: string | null): HttpRequest {
  const { headers } = request;
  const fields = [...headers.entries()].filter(([field]) => field !== name);
  if (value !== null) fields.push([name, value]);
  return {
    ...request,
    headers: {
      get: (field) => (field === name ? value : headers.get(field)),
      entries: () => fields,
    },
  };
}

/** Takes the query of a request for another one. */
export function editQuery(where: Where, edit: (query: URLSearchParams) => void): Lie {
  return changeRequest(where, (request) => {
    const query = new URLSearchParams(request.query);
    edit(query);
    return { ...request, query: query.toString() };
  });
}

/** Takes the JSON body of a request for another one. Shape: as `editJson`. */
export function editRequest(where: Where, edit: (value: Fields) => unknown): Lie {
  return changeRequest(where, async (request) => {
    const bytes = await bodyOf(request);
    const value = parseBody(bytes);
    return isFields(value) ? withJson(request, edit(value) ?? value) : withBody(request, bytes);
  });
}

/** Refuses requests by their body. */
export function refuseBodies(where: Where, isRefused: (body: Fields) => boolean): Lie {
  return (serve) => async (request) => {
    if (!concernsRequest(where, request)) return serve(request);
    const bytes = await bodyOf(request);
    const body = parseBody(bytes);
    if (isFields(body) && isRefused(body)) return jsonResponse(400, { error: 'Validation failed' });
    return serve(withBody(request, bytes));
  };
}

/** Reads the whole body of a request; afterwards it can only be read by `withBody`. */
export async function bodyOf(request: HttpRequest): Promise<Uint8Array> {
  return (await request.readBody(MOST_BYTES)) ?? new Uint8Array(0);
}

/** Makes a request with another body. */
export function withBody(request: HttpRequest, bytes: Uint8Array): HttpRequest {
  const sized = withHeader(request, 'content-length', bytes.length === 0 ? null : String(bytes.length));
  return { ...sized, readBody: (limit) => Promise.resolve(bytes.length > limit ? null : bytes) };
}

/** Makes a request with a JSON body. */
export function withJson(request: HttpRequest, value: unknown): HttpRequest {
  return withBody(request, new TextEncoder().encode(JSON.stringify(value)));
}

/** Reads a JSON body; `undefined` for one that is none. */
export function parseBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
