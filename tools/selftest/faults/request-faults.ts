/** Generic faults of how requests are understood: parameters, headers, properties and credentials. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import type { Mutation } from '../mutations/mutation.ts';
import {
  bodyOf,
  editQuery,
  mapRequest,
  parseBody,
  withBody,
  withHeader,
  withJson,
} from '../mutations/request-mutations.ts';
import { matchesRequest, matchesResponse } from '../mutations/request-matcher.ts';
import { isFields, jsonResponse, type Fields } from '../mutations/response-mutations.ts';
import { createFault, matcherOf, type Fault, type Where } from './fault.ts';
import { changeAt, resolvePlace, type Place } from './json-places.ts';

/** `Authorization` value of a key with all permissions. */
export const OPEN_KEY = 'Bearer rt_live_dev';

export function ignoreParameter(where: Where, name: string): Fault {
  return readParameter('ignores a parameter', where, name, () => null);
}

/** Reads a query parameter otherwise. Shape: values are `null` where the parameter is absent, or is ignored. */
export function readParameter(
  kind: string,
  where: Where,
  name: string,
  read: (value: string | null) => string | null,
): Fault {
  const mutation = editQuery(matcherOf(where), (query) => {
    const before = query.get(name);
    const value = read(before);
    if (value === null) query.delete(name);
    else if (value !== before) query.set(name, value);
  });
  return createFault(kind, where, mutation, name);
}

/** Reads the path of a request otherwise. */
export function readTarget(kind: string, where: Where, read: (path: string) => string): Fault {
  const mutation = mapRequest(matcherOf(where), (request) => ({ ...request, path: read(request.path) }));
  return createFault(kind, where, mutation);
}

export function ignoreHeader(where: Where, name: string): Fault {
  return readHeader('ignores a header', where, name, () => null);
}

/** Reads a header otherwise. Shape: as `readParameter`. */
export function readHeader(
  kind: string,
  where: Where,
  name: string,
  read: (value: string | null) => string | null,
): Fault {
  const mutation = mapRequest(matcherOf(where), (request) => {
    const before = request.headers.get(name);
    const value = read(before);
    return value === before ? request : withHeader(request, name, value);
  });
  return createFault(kind, where, mutation, name);
}

export function ignoreProperty(where: Where, place: Place): Fault {
  return readProperty('ignores a property of the body', where, place, () => undefined);
}

/** Reads the property of a body otherwise. Shape: `read` returns `undefined` to ignore it; absent ones stay absent. */
export function readProperty(
  kind: string,
  where: Where,
  place: Place,
  read: (value: unknown) => unknown,
): Fault {
  const detail = typeof place === 'string' ? place : '';
  return readBody(
    kind,
    where,
    (body) => {
      const at = resolvePlace(place, body);
      return at === null ? body : changeAt(body, at, read);
    },
    detail,
  );
}

/** Reads a value where a body has none. */
export function assumeProperty(where: Where, name: string, value: unknown): Fault {
  return readBody('has another default', where, (body) => ({ [name]: value, ...body }), name);
}

/** Reads JSON bodies differently. Shape: bodies that are objects. */
export function readBody(kind: string, where: Where, read: (body: Fields) => unknown, detail = ''): Fault {
  const mutation = mapRequest(matcherOf(where), async (request) => {
    const bytes = await bodyOf(request);
    const body = parseBody(bytes);
    if (!isFields(body)) return withBody(request, bytes);
    const changed = read(body);
    const isSame = JSON.stringify(changed) === JSON.stringify(body);
    return isSame ? withBody(request, bytes) : withJson(request, changed);
  });
  return createFault(kind, where, mutation, detail);
}

export function rejectBodies(
  kind: string,
  where: Where,
  matches: (body: Fields) => boolean,
  status = 400,
): Fault {
  const mutation = withParsedBody(where, (request, body, serve) =>
    isFields(body) && matches(body)
      ? Promise.resolve(jsonResponse(status, { error: 'Validation failed' }))
      : serve(request),
  );
  return createFault(kind, where, mutation);
}

/** Returns a success for rejected bodies that match. Shape: `body` is that of the success. */
export function acceptBodies(
  kind: string,
  where: Where,
  matches: (body: Fields) => boolean,
  body: unknown,
): Fault {
  const mutation = withParsedBody(where, async (request, sent, serve) => {
    const response = await serve(request);
    return response.status >= 400 && isFields(sent) && matches(sent) ? jsonResponse(200, body) : response;
  });
  return createFault(kind, where, mutation);
}

/** Sends another request after a response that matches. Shape: the first request has no body, or one of JSON. */
export function retryRejected(
  kind: string,
  where: Where,
  change: (request: HttpRequest) => HttpRequest,
): Fault {
  const matcher = matcherOf(where, 4);
  const mutation = withParsedBody(where, async (request, _, serve) => {
    const response = await serve(request);
    return matchesResponse(matcher, response) ? serve(change(request)) : response;
  });
  return createFault(kind, where, mutation);
}

function withParsedBody(
  where: Where,
  respond: (
    request: HttpRequest,
    body: unknown,
    serve: Parameters<Mutation>[0],
  ) => ReturnType<ReturnType<Mutation>>,
): Mutation {
  return (serve) => async (request) => {
    if (!matchesRequest(matcherOf(where), request)) return serve(request);
    const bytes = await bodyOf(request);
    return respond(withBody(request, bytes), parseBody(bytes), serve);
  };
}

/** Serves requests without a credential like those of the owner. */
export function admitEveryone(where: Where): Fault {
  return readHeader(
    'accepts requests without a credential',
    where,
    'authorization',
    (value) => value ?? OPEN_KEY,
  );
}

/** Serves requests with the credentials that match like those of the owner. */
export function serveAsOwner(
  where: Where,
  matches: (authorization: string) => boolean = (value) => value.startsWith('Bearer rt_live_'),
): Fault {
  return readHeader('serves every key as the owner', where, 'authorization', (value) =>
    value !== null && matches(value) ? OPEN_KEY : value,
  );
}

export function rejectCredentials(
  where: Where,
  matches: (authorization: string) => boolean,
  status: number,
): Fault {
  const mutation: Mutation = (serve) => async (request) =>
    matchesRequest(matcherOf(where), request) && matches(request.headers.get('authorization') ?? '')
      ? jsonResponse(status, { error: 'Rejected' })
      : serve(request);
  return createFault('rejects valid credentials', where, mutation, String(status));
}
