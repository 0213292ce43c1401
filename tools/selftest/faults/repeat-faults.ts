/** Generic faults that need a memory: responses are repeated or mixed up, writes forgotten, concurrent requests raced. */
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import type { HttpRequest, HttpResponse } from '../../../templates/runtime/http.ts';
import type { Serve } from '../mutations/mutation.ts';
import { bodyOf, parseBody, withBody } from '../mutations/request-mutations.ts';
import { matchesRequest, matchesResponse } from '../mutations/request-matcher.ts';
import {
  editJson,
  fieldsOf,
  jsonResponse,
  readJson,
  writeJson,
  type Fields,
} from '../mutations/response-mutations.ts';
import { createFault, matcherOf, type Fault, type Where } from './fault.ts';
import { alter, changeAt, resolvePlace, type Place } from './json-places.ts';

/** Returns the key of a request, equal for repeated ones; `null` for one to ignore. */
export type KeyOf = (request: HttpRequest, body: string) => string | null;

/** Treats all requests as equal. */
export const anyRequest: KeyOf = () => 'any';

/** Treats requests with the same method, target and body as equal. */
export const sameRequest: KeyOf = ({ method, path, query }, body) => `${method} ${path}?${query} ${body}`;

/** Treats requests with the same path as equal. */
export const samePath: KeyOf = ({ path }) => path;

/** Calls the service with a request that matches, and its key. */
function withKey(
  where: Where,
  keyOf: KeyOf,
  respond: (request: HttpRequest, key: string) => Promise<HttpResponse>,
): (serve: Serve) => Serve {
  return (serve) => async (request) => {
    if (!matchesRequest(matcherOf(where), request)) return serve(request);
    const bytes = await bodyOf(request);
    const read = withBody(request, bytes);
    const key = keyOf(read, new TextDecoder().decode(bytes));
    return key === null ? serve(read) : respond(read, key);
  };
}

/** Repeats the first response that matches for every later request with the same key. */
export function repeatResponse(where: Where, keyOf: KeyOf = sameRequest): Fault {
  return createFault('repeats an earlier response', where, (serve) => {
    const responses = new Map<string, HttpResponse>();
    return withKey(where, keyOf, async (request, key) => {
      const before = responses.get(key);
      if (before !== undefined) return { ...before };
      const response = await readFrames(await serve(request));
      if (matchesResponse(matcherOf(where, 2), response)) responses.set(key, response);
      return { ...response };
    })(serve);
  });
}

/** Returns an earlier success with the same key instead of a later response. */
export function returnEarlier(
  kind: string,
  where: Where,
  keyOf: KeyOf,
  isDue: (response: HttpResponse) => boolean = () => true,
): Fault {
  return createFault(kind, where, (serve) => {
    const successes = new Map<string, HttpResponse>();
    return withKey(where, keyOf, async (request, key) => {
      const response = await serve(request);
      const before = successes.get(key);
      if (before !== undefined && isDue(response)) return { ...before };
      if (response.status < 300 && response.body.kind === 'text') successes.set(key, response);
      return response;
    })(serve);
  });
}

/** Rejects requests without calling the service whose count is in a range. Shape: from 1; the second one and later ones. */
export function rejectRepeats(
  where: Where,
  keyOf: KeyOf,
  status: number,
  [from, to]: readonly [from: number, to: number] = [2, Infinity],
): Fault {
  return createFault('limits the number of requests', where, (serve) => {
    const counts = new Map<string, number>();
    return withKey(where, keyOf, async (request, key) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count < from || count > to) return serve(request);
      const response = jsonResponse(status, { error: 'Rejected' });
      return { ...response, headers: { ...response.headers, 'retry-after': '60' } };
    })(serve);
  });
}

/** Responds to concurrent requests for the same path as if each of them were alone. */
export function raceRequests(where: Where, status: number, body: unknown, keyOf: KeyOf = samePath): Fault {
  return createFault('accepts concurrent requests', where, (serve) => {
    const busy = new Map<string, number>();
    return withKey(where, keyOf, async (request, key) => {
      const others = busy.get(key) ?? 0;
      busy.set(key, others + 1);
      try {
        const response = await serve(request);
        return others > 0 ? jsonResponse(status, body) : response;
      } finally {
        busy.set(key, (busy.get(key) ?? 1) - 1);
      }
    })(serve);
  });
}

/** Returns a value of the last response of another operation. */
export function returnFrom(from: Where, where: Where, name: string): Fault {
  return createFault(
    'returns a value of an earlier response',
    where,
    (serve) => {
      let value: unknown;
      const listening = editJson(matcherOf(from, 2), (body) => {
        value = body[name];
      })(serve);
      return editJson(matcherOf(where, 2), (body) => ({ ...body, [name]: value ?? body[name] }))(listening);
    },
    name,
  );
}

/** Changes a value in every response but the first to requests with the same key. */
export function alterRepeated(
  where: Where,
  place: Place,
  keyOf: KeyOf,
  change: (value: unknown) => unknown = alter,
): Fault {
  return createFault(
    'returns another value when a request is repeated',
    where,
    (serve) => {
      const keys = new Set<string>();
      return withKey(where, keyOf, async (request, key) => {
        const response = await serve(request);
        const value = readJson(response.body);
        if (value === undefined || !matchesResponse(matcherOf(where, 2), response)) return response;
        const at = keys.has(key) ? resolvePlace(place, value) : null;
        keys.add(key);
        return at === null ? response : { ...response, body: writeJson(changeAt(value, at, change)) };
      })(serve);
    },
    typeof place === 'string' ? place : '',
  );
}

/** Adds to responses what the requests of another operation sent. Shape: `pick` gets their bodies, the last one last. */
export function leakRequests(
  from: OperationId,
  where: Where,
  name: string,
  pick: (sent: readonly Fields[]) => unknown,
): Fault {
  return changeFromRequests('adds what other requests sent', from, where, (body, sent) => ({
    ...body,
    [name]: pick(sent),
  }));
}

/** Changes responses by the bodies that requests of another operation sent. */
export function changeFromRequests(
  kind: string,
  from: OperationId,
  where: Where,
  change: (body: Fields, sent: readonly Fields[]) => Fields,
): Fault {
  return createFault(kind, where, (serve) => {
    const sent: Fields[] = [];
    const listening: Serve = async (request) => {
      if (!matchesRequest({ operation: from }, request)) return serve(request);
      const bytes = await bodyOf(request);
      sent.push(fieldsOf(parseBody(bytes)));
      return serve(withBody(request, bytes));
    };
    return editJson(matcherOf(where, 2), (body) => change(body, sent))(listening);
  });
}

async function readFrames(response: HttpResponse): Promise<HttpResponse> {
  if (response.body.kind !== 'frames') return response;
  const text = (await Array.fromAsync(response.body.frames)).join('');
  return { ...response, body: { kind: 'text', text } };
}
