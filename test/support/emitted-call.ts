/**
 * Calls the mock by method and path, through the emitted client of whichever contract has such an
 * operation: the client writes the request and reads the response. What no client would send is sent
 * unchanged: unknown paths, parameters that no operation has, unexpected bodies.
 */
import { isDeepStrictEqual } from 'node:util';
import * as control from '../../control/client.ts';
import { operations as platformOperations } from '../../generated/control-agent-platform/operations.ts';
import { operations as controlOperations } from '../../generated/control/operations.ts';
import type { OperationSpec, ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import { splitQuery } from '../../templates/runtime/request-texts.ts';
import { createRouter } from '../../templates/runtime/router.ts';
import * as service from '../../generated/service/client.ts';
import { operations as serviceOperations } from '../../generated/service/operations.ts';

/** What to call, and with what. Shape: `credential` null for none; a header replaces what the client would send. */
export interface Wanted {
  readonly method: string;
  /** Query included; may begin with the `/w/<id>` of a world. */
  readonly path: string;
  readonly body: unknown;
  readonly credential: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it was received. */
  readonly text: string;
  /**
   * The result of the emitted client: a value, a text, the events of a stream; `undefined` when it
   * rejected the response.
   */
  readonly read: unknown;
  /** Whether the client wrote the request. */
  readonly isEmitted: boolean;
}

export type MockFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A function of the client that makes one call. */
type Operation = (
  client: service.Client,
  request: object,
  options: service.SequenceOptions,
) => Promise<service.AnyApiResponse> | service.EventSequence<unknown, service.AnyApiResponse>;

const router = createRouter<OperationSpec>([
  ...serviceOperations,
  ...controlOperations,
  ...platformOperations,
]);
const functions: Readonly<Record<string, unknown>> = { ...control, ...service };

/** Makes one call; nothing is repeated. Errors: throws when the client reads another body than was sent. */
export async function callOperation(fetch: MockFetch, wanted: Wanted, baseUrl: string): Promise<Heard> {
  const [, world = '', path = ''] = /^(\/w\/[^/]+)?(.*)$/.exec(wanted.path) ?? [];
  const request = requestFor(wanted, path);
  if (request === null) return callAsIs(fetch, wanted);
  let copy: Response | null = null;
  const { credential, headers } = wanted;
  const client = service.createClient({
    baseUrl: baseUrl + world,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      copy = response.clone();
      return response;
    },
    auth: credential === null ? {} : { apiKey: credential, sessionToken: credential },
    timeoutMs: null,
    retry: false,
  });
  const given = credential === null ? headers : { authorization: `Bearer ${credential}`, ...headers };
  const answer = await answerOf(request, client, given);
  const heard = copy as Response | null;
  if (heard === null) return callAsIs(fetch, wanted);
  const text = await heard.text();
  const read = await readBody(answer, heard, text);
  return { status: heard.status, headers: heard.headers, text, read, isEmitted: true };
}

interface Request {
  readonly spec: OperationSpec;
  readonly parts: object;
}

/** Returns the input of the emitted function; `null` when no client could write such a request. */
function requestFor({ method, body }: Wanted, target: string): Request | null {
  const [path = '', query = ''] = target.split('?');
  const match = router.match(method, path);
  if (match.kind !== 'found') return null;
  const { operation: spec, params } = match;
  const values = valuesOf(spec.parameters, query);
  if (values === null || (spec.body === null && body !== undefined)) return null;
  return {
    spec,
    parts: { path: params, query: values, ...(body === undefined ? {} : { body }) },
  };
}

function valuesOf(parameters: readonly ParameterSpec[], query: string): object | null {
  const values: Record<string, unknown> = {};
  for (const [name, texts] of splitQuery(query)) {
    const known = parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
    const isSingle = texts.length === 1;
    if (known === undefined || !texts.every((text) => typeof text === 'string')) return null;
    if (!known.repeated && (!isSingle || known.kind === 'json')) return null;
    values[name] = known.repeated ? texts : texts[0];
  }
  return values;
}

/**
 * Errors: none for a response that is outside the contract; it is `null` then, and for a request that
 * cannot be written.
 */
async function answerOf(
  { spec, parts }: Request,
  client: service.Client,
  headers: Readonly<Record<string, string>>,
): Promise<service.AnyApiResponse | null> {
  const call = functions[spec.id] as Operation;
  try {
    const called = call(client, parts, { headers, resume: false });
    return await (Symbol.asyncIterator in called ? called.opened() : called);
  } catch (error) {
    const isOutside =
      error instanceof service.UnexpectedStatusError ||
      error instanceof service.MalformedResponseError ||
      error instanceof service.RequestError;
    if (isOutside) return null;
    throw error;
  }
}

/** Reads the events of a stream; compares every other body with what was sent. */
async function readBody(
  answer: service.AnyApiResponse | null,
  { headers }: Response,
  text: string,
): Promise<unknown> {
  if (answer === null) return undefined;
  if (answer.contentType === 'text/event-stream')
    return Array.fromAsync(answer.body as AsyncIterable<unknown>);
  const isJson = headers.get('content-type')?.includes('json') === true;
  if (answer.body instanceof Uint8Array) return answer.body;
  if (isJson && !isDeepStrictEqual(answer.body, JSON.parse(text)))
    throw new Error(`The client read ${JSON.stringify(answer.body)} where ${text} was sent`);
  return answer.body;
}

async function callAsIs(fetch: MockFetch, wanted: Wanted): Promise<Heard> {
  const { method, path, body, credential, headers } = wanted;
  const response = await fetch(path, {
    method,
    headers: {
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  return {
    status,
    headers: response.headers,
    text: await response.text(),
    read: undefined,
    isEmitted: false,
  };
}
