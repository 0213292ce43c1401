/** Mutations of several requests: requests are redirected, repeated or dropped. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import type { Mutation } from './mutant.ts';
import { editJson, fieldsOf, isFields, type Fields } from './response-mutations.ts';
import { bodyOf, parseBody, withBody, withJson } from './request-mutations.ts';
import { matchesResponse, matchesRequest, targetOf, type RequestMatcher } from './request-matcher.ts';

/** Composes mutations; the first one is nearest to the service. */
export function composeMutations(...mutations: readonly Mutation[]): Mutation {
  return (serve) => mutations.reduce((served, mutation) => mutation(served), serve);
}

export function replaceRequest(
  where: RequestMatcher,
  other: (request: HttpRequest) => HttpRequest,
): Mutation {
  return (serve) => (request) => serve(matchesRequest(where, request) ? other(request) : request);
}

/** Sends another request when a response matches. */
export function retryWith(where: RequestMatcher, other: (request: HttpRequest) => HttpRequest): Mutation {
  return (serve) => async (request) => {
    if (!matchesRequest(where, request)) return serve(request);
    const body = await bodyOf(request);
    const response = await serve(withBody(request, body));
    return matchesResponse(where, response) ? serve(other(withBody(request, body))) : response;
  };
}

/** Edits the responses of one operation with the bodies that were sent to another one. */
export function editFromRequests(
  to: OperationId,
  where: RequestMatcher,
  edit: (value: Fields, sent: readonly Fields[]) => void,
): Mutation {
  return (serve) => {
    const sent: Fields[] = [];
    const listening: Mutation = (next) => async (request) => {
      if (!matchesRequest({ operation: to }, request)) return next(request);
      const body = await bodyOf(request);
      sent.push(fieldsOf(parseBody(body)));
      return next(withBody(request, body));
    };
    return composeMutations(
      listening,
      editJson(where, (value) => {
        edit(value, sent);
      }),
    )(serve);
  };
}

/** Redirects a request. Shape: `change` takes the path below the world. */
export function atPath(request: HttpRequest, method: string, change: (path: string) => string): HttpRequest {
  const below = targetOf(request)?.path ?? request.path;
  const world = request.path.slice(0, request.path.length - below.length);
  return { ...request, method, path: world + change(below) };
}

/** Replaces text in every string of a JSON value. */
export function replaceTexts(value: unknown, from: string | RegExp, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, from, to));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceTexts(inner, from, to)]),
  );
}

/** Returns the test key of a request; `null` for every other request. */
export function testKeyOf({ headers }: HttpRequest): string | null {
  const value = headers.get('authorization');
  return value?.startsWith('Bearer rt_test_') === true ? value : null;
}

/** Renames the tool of a capability whose name is already in use. */
export const bindTwice: Mutation = (serve) => {
  let count = 1;
  return async (request) => {
    if (!matchesRequest({ operation: 'addAgentCapability' }, request)) return serve(request);
    const body = await bodyOf(request);
    const response = await serve(withBody(request, body));
    if (response.status !== 409) return response;
    const value = fieldsOf(parseBody(body));
    count += 1;
    return serve(withJson(request, { ...value, toolName: `${String(value['toolName'])}_${count}` }));
  };
};
