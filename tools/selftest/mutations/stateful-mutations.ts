/** Mutations with state: earlier responses are repeated, or changes are forgotten. */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import type { Mutation, Serve } from './mutant.ts';
import { editJson, type Fields } from './response-mutations.ts';
import { bodyOf, withBody } from './request-mutations.ts';
import { matchesResponse, matchesRequest, worldOf, type RequestMatcher } from './request-matcher.ts';

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

/** Responds without calling the service from the second request with the same key on. */
export function respondToRepeats(
  where: RequestMatcher,
  keyOf: KeyOf,
  respond: (count: number) => HttpResponse | null,
): Mutation {
  return (serve) => {
    const counts = new Map<string, number>();
    return async (request) => {
      if (!matchesRequest(where, request)) return serve(request);
      const body = await bodyOf(request);
      const key = keyOf(request, new TextDecoder().decode(body));
      if (key === null) return serve(withBody(request, body));
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return (count > 1 ? respond(count) : null) ?? serve(withBody(request, body));
    };
  };
}

/** Edits the JSON of a response by the count of responses with the same key. */
export function editCounted(
  where: RequestMatcher,
  keyOf: (request: HttpRequest) => string,
  edit: (value: Fields, count: number) => void,
): Mutation {
  return (serve) => {
    const counts = new Map<string, number>();
    return editJson(where, (value, request) => {
      const key = keyOf(request);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      edit(value, count);
    })(serve);
  };
}

/** Changes the response of a request while another one with the same key is in flight. */
export function editWhileInFlight(
  where: RequestMatcher,
  keyOf: (request: HttpRequest) => string,
  change: (response: HttpResponse, others: number) => HttpResponse,
): Mutation {
  return (serve) => {
    const busy = new Map<string, number>();
    return async (request) => {
      if (!matchesRequest(where, request)) return serve(request);
      const key = keyOf(request);
      const others = busy.get(key) ?? 0;
      busy.set(key, others + 1);
      try {
        const response = await serve(request);
        return others > 0 && matchesResponse(where, response) ? change(response, others) : response;
      } finally {
        busy.set(key, (busy.get(key) ?? 1) - 1);
      }
    };
  };
}

/** Applies a mutation to each world separately, so that its state is not shared. */
export function perWorld(mutation: Mutation): Mutation {
  return (serve) => {
    const byWorld = new Map<string, Serve>();
    return (request) => {
      const world = worldOf(request);
      const mutated = byWorld.get(world) ?? mutation(serve);
      byWorld.set(world, mutated);
      return mutated(request);
    };
  };
}

/** Edits JSON responses with the last response that matched `of`; `undefined` before the first. */
export function rememberResponses(
  of: RequestMatcher,
  where: RequestMatcher,
  edit: (value: Fields, before: Fields | undefined) => void,
): Mutation {
  return (serve) => {
    let before: Fields | undefined;
    const listening = editJson(of, (value) => {
      before = value;
    })(serve);
    return editJson(where, (value) => {
      edit(value, before);
    })(listening);
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
