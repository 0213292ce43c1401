/** Random faults of responses: of their bodies, statuses and headers, of lists, of records that are mixed up. */
import type { OperationId } from '../../conformance/agent-platform/contract.ts';
import type { HttpRequest, HttpResponse } from '../../templates/runtime/http.ts';
import type { Mutation } from '../selftest/mutations/mutant.ts';
import { matchesRequest } from '../selftest/mutations/request-matcher.ts';
import { jsonResponse, mapResponse, readJson, writeJson } from '../selftest/mutations/response-mutations.ts';
import type { Act, Fault } from './try-fault.ts';
import {
  alter,
  changeAt,
  changeLists,
  changeTexts,
  pickPlace,
  type JsonPlace,
} from '../selftest/faults/json-places.ts';
import { createRandom, type Random } from './random.ts';

/** Changes the JSON of successful responses of an operation. */
function changeJson(
  operation: OperationId,
  act: Act,
  change: (value: unknown, request: HttpRequest) => unknown,
  place?: () => string,
): Mutation {
  return mapResponse({ operation, status: 2 }, (response, request) => {
    const value = readJson(response.body);
    if (value === undefined) return response;
    const changed = change(value, request);
    if (JSON.stringify(changed) === JSON.stringify(value)) return response;
    act(place?.());
    return { ...response, body: writeJson(changed) };
  });
}

/** Changes one property, which is picked from the first response that has any. */
function changeProperty(
  kind: string,
  change: (value: unknown) => unknown,
): (operation: OperationId, random: Random) => Fault {
  return (operation, random) => {
    const seed = Math.floor(random.next() * 2 ** 31);
    return {
      kind,
      place: operation,
      mutate(act) {
        const own = createRandom(seed);
        let place: JsonPlace | null = null;
        return changeJson(
          operation,
          act,
          (value) => {
            place ??= pickPlace(value, (items) => own.pick(items));
            return place === null ? value : changeAt(value, place, change);
          },
          () => `${operation} ${(place ?? []).join('.')}`,
        );
      },
    };
  };
}

function changeList(
  kind: string,
  change: (items: readonly unknown[]) => readonly unknown[],
): (operation: OperationId) => Fault {
  return (operation) => ({
    kind,
    place: operation,
    mutate: (act) => changeJson(operation, act, (value) => changeLists(value, change)),
  });
}

/** Responds to matching requests with an earlier response. */
function respondAgain(
  operation: OperationId,
  act: Act,
  keyOf: (request: HttpRequest) => string,
  isDue: (response: HttpResponse) => boolean,
): Mutation {
  return (serve) => {
    const kept = new Map<string, HttpResponse>();
    return async (request) => {
      const response = await serve(request);
      if (!matchesRequest({ operation }, request)) return response;
      const key = keyOf(request);
      const before = kept.get(key);
      if (before !== undefined && isDue(response) && isOther(before, response)) {
        act();
        return before;
      }
      if (response.status < 300 && response.body.kind === 'text') kept.set(key, response);
      return response;
    };
  };
}

function isOther(one: HttpResponse, other: HttpResponse): boolean {
  return one.status !== other.status || JSON.stringify(one.body) !== JSON.stringify(other.body);
}

/** Faults of responses, as functions of an operation. */
export const responseFaults: readonly ((operation: OperationId, random: Random) => Fault)[] = [
  changeProperty('omits a property', () => undefined),
  changeProperty('returns another value', alter),
  changeProperty('returns another type', (value) => (typeof value === 'string' ? 7 : String(value))),
  changeProperty('returns null', (value) => (value === null ? undefined : null)),
  changeList('loses the last item of lists', (items) => items.slice(0, -1)),
  changeList('repeats the first item of lists', (items) => [...items.slice(0, 1), ...items]),
  changeList('reverses lists', (items) => items.toReversed()),
  (operation) => ({
    kind: 'cuts texts',
    place: operation,
    mutate: (act) => changeJson(operation, act, (value) => changeTexts(value, (text) => text.slice(0, 24))),
  }),
  (operation) => ({
    kind: 'returns texts in lower case',
    place: operation,
    mutate: (act) => changeJson(operation, act, (value) => changeTexts(value, (text) => text.toLowerCase())),
  }),
  (operation, random) => {
    const status = random.pick([200, 201, 202, 203, 206]);
    return {
      kind: 'returns another success',
      place: `${operation} ${status}`,
      mutate: (act) =>
        mapResponse({ operation, status: 2 }, (response) => {
          if (response.status !== status) act();
          return { ...response, status };
        }),
    };
  },
  (operation, random) => {
    const status = random.pick([400, 401, 403, 404, 409, 500]);
    return {
      kind: 'returns another error',
      place: `${operation} ${status}`,
      mutate: (act) =>
        mapResponse({ operation, status: 4 }, (response) => {
          if (response.status !== status) act();
          return { ...response, status };
        }),
    };
  },
  (operation) => ({
    kind: 'returns a success for every error',
    place: operation,
    mutate: (act) =>
      mapResponse({ operation, status: 4 }, () => {
        act();
        return jsonResponse(200, {});
      }),
  }),
  (operation) => ({
    kind: 'has errors without an error object',
    place: operation,
    mutate: (act) =>
      mapResponse({ operation, status: 4 }, (response) => {
        act();
        return { ...response, body: { kind: 'text', text: '{"message":"That did not work."}' } };
      }),
  }),
  (operation) => ({
    kind: 'fails now and then',
    place: operation,
    mutate: (act) => (serve) => {
      let count = 0;
      return async (request) => {
        if (!matchesRequest({ operation }, request) || ++count % 4 !== 0) return serve(request);
        act();
        return jsonResponse(500, { error: 'Internal server error' });
      };
    },
  }),
  (operation) => ({
    kind: 'declares another media type',
    place: operation,
    mutate: (act) =>
      mapResponse({ operation, status: 2 }, (response) => {
        act();
        return { ...response, headers: { ...response.headers, 'content-type': 'text/html' } };
      }),
  }),
  (operation) => ({
    kind: 'returns a stale response',
    place: operation,
    mutate: (act) =>
      respondAgain(
        operation,
        act,
        ({ path, query }) => `${path}?${query}`,
        () => true,
      ),
  }),
  (operation) => ({
    kind: 'returns the record that was read first',
    place: operation,
    mutate: (act) =>
      respondAgain(
        operation,
        act,
        () => operation,
        ({ status }) => status < 300,
      ),
  }),
  (operation) => ({
    kind: 'accepts what it has rejected before',
    place: operation,
    mutate: (act) =>
      respondAgain(
        operation,
        act,
        () => operation,
        ({ status }) => status >= 400 && status < 500,
      ),
  }),
];
