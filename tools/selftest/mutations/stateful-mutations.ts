/** Mutations with state: earlier responses are repeated, or changes are forgotten. */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import type { Mutation } from './mutation.ts';
import { bodyOf, withBody } from './request-mutations.ts';
import { matchesResponse, matchesRequest, type RequestMatcher } from './request-matcher.ts';

/** Returns the key of a request, equal for repeated ones; `null` for one to ignore. */
export type KeyOf = (request: HttpRequest, body: string) => string | null;

/** Treats requests with the same request line and body as equal. */
export const sameRequest: KeyOf = ({ method, path, query }, body) => `${method} ${path}?${query} ${body}`;

/** Repeats the first matching response for every later request with the same key. */
export function repeatResponse(where: RequestMatcher, keyOf: KeyOf = sameRequest): Mutation {
  return (serve) => {
    const responses = new Map<string, HttpResponse>();
    return async (request) => {
      if (!matchesRequest(where, request)) return serve(request);
      const body = await bodyOf(request);
      const key = keyOf(request, new TextDecoder().decode(body));
      const before = key === null ? undefined : responses.get(key);
      if (before !== undefined) return again(before);
      const response = await keep(await serve(withBody(request, body)));
      if (key !== null && matchesResponse(where, response)) responses.set(key, response);
      return again(response);
    };
  };
}

async function keep(response: HttpResponse): Promise<HttpResponse> {
  if (response.body.kind !== 'frames') return response;
  let text = '';
  for await (const frame of response.body.frames) text += frame;
  return { ...response, body: { kind: 'text', text } };
}

/** Copies a response. */
function again(response: HttpResponse): HttpResponse {
  return { ...response };
}
