/** Mutations of requests. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import type { Mutation } from './mutation.ts';
import { matchesRequest, type RequestMatcher } from './request-matcher.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Changes matching requests before they are handled. */
export function mapRequest(
  where: RequestMatcher,
  change: (request: HttpRequest) => HttpRequest | Promise<HttpRequest>,
): Mutation {
  return (serve) => async (request) =>
    serve(matchesRequest(where, request) ? await change(request) : request);
}

/** Returns a copy of a request with a header replaced; `null` removes it. */
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

export function editQuery(where: RequestMatcher, edit: (query: URLSearchParams) => void): Mutation {
  return mapRequest(where, (request) => {
    const query = new URLSearchParams(request.query);
    edit(query);
    return { ...request, query: query.toString() };
  });
}

/** Reads the whole body of a request; afterwards it can only be read by `withBody`. */
export async function bodyOf(request: HttpRequest): Promise<Uint8Array> {
  return (await request.readBody(MAX_BYTES)) ?? new Uint8Array(0);
}

/** Returns a copy of a request with another body. */
export function withBody(request: HttpRequest, bytes: Uint8Array): HttpRequest {
  const sized = withHeader(request, 'content-length', bytes.length === 0 ? null : String(bytes.length));
  return { ...sized, readBody: (limit) => Promise.resolve(bytes.length > limit ? null : bytes) };
}

/** Returns a copy of a request with a JSON body. */
export function withJson(request: HttpRequest, value: unknown): HttpRequest {
  return withBody(request, new TextEncoder().encode(JSON.stringify(value)));
}

/** Parses a JSON body; `undefined` for invalid JSON. */
export function parseBody(bytes: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(bytes));
}
