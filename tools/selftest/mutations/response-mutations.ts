/** Mutations of responses: status, headers, body. Streams are not changed. */
import type { HttpResponse, HttpRequest, ResponseBody } from '../../../templates/runtime/http.ts';
import type { Mutation } from './mutation.ts';
import { matchesResponse, matchesRequest, type RequestMatcher } from './request-matcher.ts';

/** A JSON object that is edited in place. */
export type Fields = Record<string, unknown>;

export function mapResponse(
  where: RequestMatcher,
  change: (response: HttpResponse, request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
): Mutation {
  return (serve) => async (request) => {
    const response = await serve(request);
    if (!matchesRequest(where, request) || !matchesResponse(where, response)) return response;
    return change(response, request);
  };
}

export function changeStatus(where: RequestMatcher, status: number): Mutation {
  return mapResponse(where, (response) => ({ ...response, status }));
}

/** Removes a header. */
export function dropHeader(where: RequestMatcher, name: string): Mutation {
  return setHeader(where, name, null);
}

/** Sets a header; `null` removes it. */
export function setHeader(where: RequestMatcher, name: string, value: string | null): Mutation {
  return mapResponse(where, (response) => {
    const { [name]: _, ...others } = response.headers;
    return { ...response, headers: value === null ? others : { ...others, [name]: value } };
  });
}

/**
 * Edits a JSON body that is an object.
 *
 * Shape: `edit` changes the value in place or returns another one; other bodies are unchanged.
 */
export function editJson(
  where: RequestMatcher,
  edit: (value: Fields, request: HttpRequest) => unknown,
): Mutation {
  return mapResponse(where, (response, request) => {
    const value = readJson(response.body);
    return isFields(value) ? { ...response, body: writeJson(edit(value, request) ?? value) } : response;
  });
}

/** Edits each object of a JSON body, the inner ones first. */
export function editObjects(where: RequestMatcher, edit: (value: Fields) => void): Mutation {
  return editJson(where, (value) => {
    walkObjects(value, edit);
  });
}

export function replaceBody(where: RequestMatcher, text: string): Mutation {
  return mapResponse(where, (response) => ({ ...response, body: { kind: 'text', text } }));
}

/** Responds with a status and a JSON body without calling the service. */
export function respondWith(where: RequestMatcher, status: number, value: unknown): Mutation {
  return (serve) => (request) =>
    matchesRequest(where, request) ? Promise.resolve(jsonResponse(status, value)) : serve(request);
}

export function jsonResponse(status: number, value: unknown): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: writeJson(value) };
}

/** Parses a JSON body; `undefined` for invalid JSON. */
export function readJson(body: ResponseBody): unknown {
  if (body.kind !== 'text' && body.kind !== 'bytes') return undefined;
  const text = body.kind === 'text' ? body.text : new TextDecoder().decode(body.bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function writeJson(value: unknown): ResponseBody {
  return { kind: 'text', text: JSON.stringify(value) };
}

/** Checks whether a JSON value is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object; an empty one for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Returns the objects of a list; an empty list for any other value. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function walkObjects(value: unknown, edit: (value: Fields) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) walkObjects(inner, edit);
  if (isFields(value)) edit(value);
}
