/** Generic faults of responses: of their status, headers, properties and lists. Streams are not changed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import {
  isFields,
  jsonResponse,
  listOf,
  mapResponse,
  readJson,
  writeJson,
  type Fields,
} from '../mutations/response-mutations.ts';
import { createFault, matcherOf, type Fault, type Where } from './fault.ts';
import {
  alter,
  changeAt,
  changeLists,
  changeTexts,
  resolvePlace,
  retype,
  type Place,
} from './json-places.ts';

/** The classes of statuses that faults affect by default. */
const [success, failure] = [2, 4];

/** Changes JSON bodies. Shape: successful responses, unless the place has a status; an equal value changes nothing. */
export function changeJson(
  kind: string,
  where: Where,
  change: (value: unknown, request: HttpRequest) => unknown,
  detail = '',
): Fault {
  const mutation = mapResponse(matcherOf(where, success), (response, request) => {
    const value = readJson(response.body);
    const changed = value === undefined ? undefined : change(value, request);
    const isSame = value === undefined || JSON.stringify(changed) === JSON.stringify(value);
    return isSame ? response : { ...response, body: writeJson(changed) };
  });
  return createFault(kind, where, mutation, detail);
}

/** Changes the property at a place. Shape: `change` returns `undefined` to omit it. */
export function changeProperty(
  kind: string,
  where: Where,
  place: Place,
  change: (value: unknown) => unknown,
): Fault {
  const detail = typeof place === 'string' ? place : '';
  return changeJson(
    kind,
    where,
    (value) => {
      const at = resolvePlace(place, value);
      return at === null ? value : changeAt(value, at, change);
    },
    detail,
  );
}

export function omitProperty(where: Where, place: Place): Fault {
  return changeProperty('omits a property', where, place, () => undefined);
}

/** Returns another value where the property is present. Shape: without a value, one of the same type. */
export function returnOther(where: Where, place: Place, ...values: readonly unknown[]): Fault {
  return changeProperty('returns another value', where, place, (value) =>
    values.length > 0 ? values[0] : alter(value),
  );
}

export function returnType(where: Where, place: Place): Fault {
  return changeProperty('returns another type', where, place, retype);
}

export function returnNull(where: Where, place: Place): Fault {
  return changeProperty('returns null', where, place, (value) => (value === null ? undefined : null));
}

/** Returns the value of one property instead of another one. */
export function swapValue(where: Where, place: Place, from: unknown, to: unknown): Fault {
  return changeProperty(`returns \`${String(to)}\` for \`${String(from)}\``, where, place, (value) =>
    value === from ? to : value,
  );
}

/** Adds a property to bodies that are objects, or replaces it. */
export function addProperty(where: Where, name: string, value: unknown): Fault {
  return changeJson('adds a property', where, (body) => ({ ...(body as object), [name]: value }), name);
}

export function changeObject(kind: string, where: Where, change: (body: Fields) => unknown): Fault {
  return changeJson(kind, where, (body) => (isFields(body) ? change(body) : body));
}

export function returnBody(where: Where, body: unknown): Fault {
  return changeJson('returns another body', where, () => body);
}

type Items = readonly unknown[];

function changeItems(
  kind: string,
  where: Where,
  place: Place | null,
  change: (items: Items) => Items,
): Fault {
  if (place === null) return changeJson(kind, where, (value) => changeLists(value, change));
  return changeProperty(kind, where, place, (value) => (Array.isArray(value) ? change(value) : value));
}

export function loseFirst(where: Where, place: Place | null = null): Fault {
  return changeItems('loses the first item of lists', where, place, (items) => items.slice(1));
}

export function loseLast(where: Where, place: Place | null = null): Fault {
  return changeItems('loses the last item of lists', where, place, (items) => items.slice(0, -1));
}

export function repeatFirst(where: Where, place: Place | null = null): Fault {
  return changeItems('repeats the first item of lists', where, place, (items) => [
    ...items.slice(0, 1),
    ...items,
  ]);
}

export function reverseItems(where: Where, place: Place | null = null): Fault {
  return changeItems('reverses lists', where, place, (items) => items.toReversed());
}

export function emptyList(where: Where, place: Place | null = null): Fault {
  return changeItems('returns empty lists', where, place, () => []);
}

export function loseItems(
  kind: string,
  where: Where,
  place: Place,
  matches: (item: Fields, request: HttpRequest) => boolean,
): Fault {
  return changeJson(kind, where, (value, request) =>
    changeAt(value, resolvePlace(place, value) ?? [], (items) =>
      listOf(items).filter((item) => !matches(item, request)),
    ),
  );
}

export function changeText(kind: string, where: Where, change: (text: string) => string): Fault {
  return changeJson(kind, where, (value) => changeTexts(value, change));
}

/** Returns a status for another one. Shape: `from` is a status, a class of them or several. */
export function returnStatus(where: Where, from: number | readonly number[], to: number): Fault {
  const mutation = mapResponse({ ...matcherOf(where), status: from }, (response) => ({
    ...response,
    status: to,
  }));
  return createFault('returns another status', where, mutation, `${[from].flat().join(', ')} → ${to}`);
}

/** Returns a success for errors. Shape: errors with a status of 400 to 499, unless the place has one. */
export function acceptRejected(where: Where, body: unknown = {}, status = 200): Fault {
  const mutation = mapResponse(matcherOf(where, failure), () => jsonResponse(status, body));
  return createFault('returns a success for errors', where, mutation);
}

/** Returns an error for every request, without carrying it out. */
export function rejectAll(where: Where, status: number, body: unknown = { error: 'Rejected' }): Fault {
  return createFault('rejects requests', where, respondAlways(where, status, body), String(status));
}

/** Returns a success for every request, without carrying it out. */
export function pretendSuccess(where: Where, body: unknown = { success: true }): Fault {
  return createFault('reports a success and does nothing', where, respondAlways(where, 200, body));
}

function respondAlways(where: Where, status: number, body: unknown): Fault['mutation'] {
  return (serve) => (request) =>
    matchesRequest(matcherOf(where), request) ? Promise.resolve(jsonResponse(status, body)) : serve(request);
}

/** Fails for every request with this number in its count, and for its multiples. */
export function failSometimes(where: Where, every: number, status = 500): Fault {
  return createFault('fails now and then', where, (serve) => {
    let count = 0;
    return async (request) =>
      matchesRequest(matcherOf(where), request) && ++count % every === 0
        ? jsonResponse(status, { error: 'Internal server error' })
        : serve(request);
  });
}

/** Responds later. Units: milliseconds. */
export function delayResponse(where: Where, ms: number): Fault {
  return createFault('is slow', where, (serve) => async (request) => {
    if (matchesRequest(matcherOf(where), request)) await pause(ms);
    return serve(request);
  });
}

export function omitHeader(where: Where, name: string): Fault {
  return changeHeader('omits a header', where, name, null);
}

export function sendHeader(where: Where, name: string, value: string): Fault {
  return changeHeader('sends another header', where, name, value);
}

function changeHeader(kind: string, where: Where, name: string, value: string | null): Fault {
  const mutation = mapResponse(matcherOf(where), (response) => {
    const { [name]: _, ...others } = response.headers;
    return { ...response, headers: value === null ? others : { ...others, [name]: value } };
  });
  return createFault(kind, where, mutation, name);
}

/** Sends a text instead of the body. */
export function sendText(where: Where, text: string): Fault {
  const mutation = mapResponse(matcherOf(where), (response) => ({
    ...response,
    body: { kind: 'text', text },
  }));
  return createFault('sends another body', where, mutation);
}
