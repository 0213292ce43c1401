/** Mutations of responses: status, headers, body. Streams are not changed. */
import type { HttpResponse, HttpRequest, ResponseBody } from '../../../templates/runtime/http.ts';
import type { Mutation } from './mutation.ts';
import { matchesResponse, matchesRequest, type RequestMatcher } from './request-matcher.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

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

export function jsonResponse(status: number, value: unknown): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: writeJson(value) };
}

/** Parses a JSON body; `undefined` for invalid JSON. */
export function readJson(body: ResponseBody): unknown {
  if (body.kind !== 'text' && body.kind !== 'bytes') return undefined;
  return parseJson(body.kind === 'text' ? body.text : new TextDecoder().decode(body.bytes));
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
