/** Random faults of how requests are understood: parameters, properties, credentials, headers, repeated writes, time. */
import type { OperationId, PlatformOperation } from '../../conformance/agent-platform/contract.ts';
import type { HttpRequest, HttpResponse } from '../../templates/runtime/http.ts';
import { OPEN_KEY } from '../selftest/mutants/access.ts';
import type { Mutation } from '../selftest/mutations/mutant.ts';
import {
  bodyOf,
  parseBody,
  withBody,
  withHeader,
  withJson,
} from '../selftest/mutations/request-mutations.ts';
import { matchesRequest } from '../selftest/mutations/request-matcher.ts';
import { isFields } from '../selftest/mutations/response-mutations.ts';
import type { Act, Fault } from './try-fault.ts';
import { changeTexts } from '../selftest/faults/json-places.ts';
import { createRandom, type Random } from './random.ts';

/** Changes the requests of an operation. Shape: `change` returns `null` for a request that stays as it is. */
function changeRequest(
  operation: OperationId,
  act: Act,
  change: (request: HttpRequest) => HttpRequest | null | Promise<HttpRequest | null>,
): Mutation {
  return (serve) => async (request) => {
    if (!matchesRequest({ operation }, request)) return serve(request);
    const bytes = request.method === 'GET' ? null : await bodyOf(request);
    const original = bytes === null ? request : withBody(request, bytes);
    const changed = await change(original);
    if (changed === null) return serve(original);
    const response = await serve(changed);
    // Why: a changed request is only a fault for a client if the response is another one, which can be tried for GET.
    if (bytes !== null || !isSame(response, await serve(original))) act();
    return response;
  };
}

function isSame(one: HttpResponse, other: HttpResponse): boolean {
  return one.status === other.status && JSON.stringify(one.body) === JSON.stringify(other.body);
}

function changeBody(
  operation: OperationId,
  act: Act,
  change: (body: Readonly<Record<string, unknown>>) => unknown,
): Mutation {
  return changeRequest(operation, act, async (request) => {
    const body = parseBody(await bodyOf(request));
    if (!isFields(body)) return null;
    const changed = change(body);
    return JSON.stringify(changed) === JSON.stringify(body) ? null : withJson(request, changed);
  });
}

/** Faults of requests, as functions of an operation; `null` where a kind does not apply. */
export const requestFaults: readonly ((operation: PlatformOperation, random: Random) => Fault | null)[] = [
  ({ id, parameters }, random) => {
    const queries = parameters.filter((parameter) => parameter.in === 'query');
    if (queries.length === 0) return null;
    const { name } = random.pick(queries);
    return {
      kind: 'ignores a parameter',
      place: `${id} ${name}`,
      mutate: (act) =>
        changeRequest(id, act, (request) => {
          const query = new URLSearchParams(request.query);
          if (!query.has(name)) return null;
          query.delete(name);
          return { ...request, query: query.toString() };
        }),
    };
  },
  ({ id, body }, random) => {
    if (body === null) return null;
    const seed = Math.floor(random.next() * 2 ** 31);
    return {
      kind: 'ignores a property of the body',
      place: id,
      mutate(act) {
        const own = createRandom(seed);
        let name: string | null = null;
        return changeBody(
          id,
          (place) => act(place ?? `${id} ${name ?? ''}`),
          (sent) => {
            const optional = Object.keys(sent);
            if (optional.length > 1) name ??= own.pick(optional);
            if (name === null || !(name in sent)) return sent;
            const { [name]: _, ...others } = sent;
            return others;
          },
        );
      },
    };
  },
  ({ id, body }) =>
    body === null
      ? null
      : {
          kind: 'stores texts in lower case',
          place: id,
          mutate: (act) =>
            changeBody(id, act, (sent) => {
              const { name, description, ...others } = sent;
              const changed = changeTexts({ name, description }, (text) => text.toLowerCase());
              return { ...others, ...(isFields(changed) ? defined(changed) : {}) };
            }),
        },
  ({ id, security }) =>
    security.length === 0
      ? null
      : {
          kind: 'accepts requests without a credential',
          place: id,
          mutate: (act) =>
            changeRequest(id, act, (request) =>
              request.headers.get('authorization') === null
                ? withHeader(request, 'authorization', OPEN_KEY)
                : null,
            ),
        },
  ({ id, security }) =>
    security.length === 0
      ? null
      : {
          kind: 'serves every key as the owner',
          place: id,
          mutate: (act) =>
            changeRequest(id, act, (request) =>
              request.headers.get('authorization')?.startsWith('Bearer rt_live_') === true &&
              request.headers.get('authorization') !== OPEN_KEY
                ? withHeader(request, 'authorization', OPEN_KEY)
                : null,
            ),
        },
  ({ id, parameters }, random) => {
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    if (headers.length === 0) return null;
    const name = random.pick(headers).name.toLowerCase();
    return {
      kind: 'ignores a header',
      place: `${id} ${name}`,
      mutate: (act) =>
        changeRequest(id, act, (request) =>
          request.headers.get(name) === null ? null : withHeader(request, name, null),
        ),
    };
  },
  ({ id, method }) =>
    method === 'GET'
      ? null
      : {
          kind: 'forgets what it has accepted',
          place: id,
          mutate: (act) => forgetWrites(id, act),
        },
  ({ id }) => ({
    kind: 'is slow',
    place: id,
    mutate: (act) => (serve) => async (request) => {
      if (!matchesRequest({ operation: id }, request)) return serve(request);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      act();
      return serve(request);
    },
  }),
];

function defined(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}

/** Responds to later writes like to the first one that was accepted, without carrying them out. */
function forgetWrites(operation: OperationId, act: Act): Mutation {
  return (serve) => {
    let accepted: HttpResponse | null = null;
    return async (request) => {
      if (!matchesRequest({ operation }, request)) return serve(request);
      if (accepted !== null) {
        act();
        return accepted;
      }
      const response = await serve(request);
      if (response.status < 300 && response.body.kind === 'text') accepted = response;
      return response;
    };
  };
}
