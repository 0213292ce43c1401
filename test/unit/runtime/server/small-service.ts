/** A small service for the server and adapter tests, with things to read, create and follow. */
import { eventStream } from '../../../../templates/runtime/event-stream.ts';
import type { HttpRequest } from '../../../../templates/runtime/http.ts';
import type { OperationSpec } from '../../../../templates/runtime/operation-spec.ts';
import { serve } from '../../../../templates/runtime/server/serve.ts';
import type {
  AnyServerOptions,
  Call,
  HandlerResponse,
  ServeRequest,
  ServiceDescription,
} from '../../../../templates/runtime/server/service.ts';
import type { RequestValues } from '../../../../templates/runtime/server/read-request.ts';
import { checkThat, jsonBody, operation, parameter, response } from '../support.ts';

/** Creates a request without a body. */
export function requestTo(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest {
  return {
    method,
    path,
    query: '',
    headers: { get: (name) => headers[name] ?? null, entries: () => Object.entries(headers) },
    readBody: () => Promise.reject(new Error('the client went away')),
    remoteAddress: null,
    signal: new AbortController().signal,
  };
}

/** A record of the handlers' actions, for assertions. */
export interface ServiceRecord {
  readonly errors: unknown[];
  /** The number of events read from the endless stream. */
  produced: number;
  /** The number of lines that a handler has read. */
  taken: number;
  /** Resolves when the source of a stream has been released. */
  readonly closed: Promise<void>;
  /** Resolves when the signal of a call is aborted. */
  readonly aborted: Promise<void>;
}

export interface SmallService {
  readonly serve: ServeRequest;
  readonly record: ServiceRecord;
}

/** Units: events in the long stream, characters per event. */
export const LONG_STREAM = { events: 500, size: 65_536 };

/** Units: bytes of a body. */
export const BODY_LIMIT = 1_000;

const isNamed = checkThat(
  (value) => typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string',
  { keyword: 'required', params: { missingProperty: 'name' } },
);
const isCounted = checkThat(
  (value) => typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number',
  { keyword: 'required', params: { missingProperty: 'n' } },
);
const isTyped = checkThat((value) => typeof value === 'object' && value !== null && 'type' in value);

function streamOperation(id: string, path: string): OperationSpec {
  const responses = [response({ mediaType: 'text/event-stream', kind: 'eventStream', check: null })];
  return operation({ id, path, responses, stream: { stream: 'Event', parameter: null, channels: [] } });
}

const problem = (status: number) => response({ status, check: checkThat(hasError) });

function hasError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string';
}

export const description: ServiceDescription = {
  operations: [
    operation({
      parameters: [
        parameter('id', { in: 'path', required: true }),
        parameter('n', { kind: 'integer', default: 1 }),
      ],
      responses: [response(), problem(400), problem(500)],
    }),
    operation({
      ...{ id: 'make-thing', method: 'POST', path: '/v1/things', body: jsonBody({}, isNamed) },
      responses: [response({ status: 201, check: isNamed }), problem(400), problem(413)],
    }),
    operation({
      ...{ id: 'addLines', method: 'POST', path: '/v1/lines' },
      body: { required: true, content: [{ mediaType: 'application/jsonl', check: null, items: isCounted }] },
      responses: [response(), problem(400)],
    }),
    operation({
      id: 'removeThing',
      method: 'DELETE',
      responses: [response({ status: 204, mediaType: null, kind: 'none' })],
    }),
    operation({
      ...{ id: 'getPicture', path: '/v1/picture' },
      responses: [response({ mediaType: 'image/png', kind: 'bytes', check: null })],
    }),
    operation({ id: 'fail', path: '/v1/fail', responses: [response(), problem(500)] }),
    operation({ id: 'invalid', path: '/v1/invalid', responses: [response({ check: isNamed })] }),
    operation({ id: 'unfinished', path: '/v1/unfinished' }),
    streamOperation('count', '/v1/count'),
    streamOperation('flood', '/v1/flood'),
    streamOperation('wait', '/v1/wait'),
    streamOperation('breakDown', '/v1/break'),
    streamOperation('stray', '/v1/stray'),
  ],
  securitySchemes: [],
  streams: { Event: { check: isTyped, tag: 'type', position: null } },
  handlerNames: { 'make-thing': 'makeThing' },
};

/** Starts a service whose record is empty. */
export function createSmallService(options: Partial<AnyServerOptions> = {}): SmallService {
  const closed = Promise.withResolvers<undefined>();
  const aborted = Promise.withResolvers<undefined>();
  const record: ServiceRecord = {
    errors: [],
    produced: 0,
    taken: 0,
    closed: closed.promise,
    aborted: aborted.promise,
  };
  const handlers = {
    getThing: ({ path, query }: RequestValues): HandlerResponse => ({
      status: 200,
      headers: { 'X-Kind': ['a', 'b'] },
      body: { id: path['id'], n: query['n'] },
    }),
    makeThing: ({ body }: RequestValues): HandlerResponse => ({
      status: 201,
      headers: { Location: '/v1/things/1' },
      body,
    }),
    async addLines({ body }: RequestValues): Promise<HandlerResponse> {
      let sum = 0;
      try {
        for await (const { n } of body as AsyncIterable<{ readonly n: number }>) {
          record.taken++;
          sum += n;
          if (n < 0) break;
          if (n === 0) await new Promise(() => undefined);
        }
      } finally {
        closed.resolve(undefined);
      }
      return { status: 200, body: { sum } };
    },
    removeThing: (): HandlerResponse => ({ status: 204 }),
    getPicture: (): HandlerResponse => ({ status: 200, bytes: Uint8Array.of(137, 80, 0, 255) }),
    fail: (): never => {
      throw new Error('secret: the handler failed');
    },
    invalid: (): HandlerResponse => ({ status: 200, body: { secret: 1 } }),
    count: (): HandlerResponse => ({ status: 200, stream: eventStream(countTo(3)) }),
    flood: (): HandlerResponse => ({ status: 200, stream: eventStream(flood(record)) }),
    wait: (_values: RequestValues, { signal }: Call<unknown, unknown>): HandlerResponse => {
      signal.addEventListener('abort', () => aborted.resolve(undefined));
      return { status: 200, stream: eventStream(waitForever(() => closed.resolve(undefined))) };
    },
    breakDown: (): HandlerResponse => ({ status: 200, stream: eventStream(breakAfterOne()) }),
    stray: (): HandlerResponse => ({ status: 200, stream: eventStream(strayAfterOne()) }),
  };
  return {
    record,
    serve: serve(description, handlers, {
      context: () => null,
      authenticate: {},
      onError: (error) => record.errors.push(error),
      limits: { bytes: BODY_LIMIT },
      ...options,
    }),
  };
}

async function* countTo(last: number): AsyncGenerator<object> {
  for (let n = 1; n <= last; n++) yield await Promise.resolve({ type: 'count', n });
}

async function* flood(record: ServiceRecord): AsyncGenerator<object> {
  const text = 'x'.repeat(LONG_STREAM.size);
  for (; record.produced < LONG_STREAM.events; record.produced++)
    yield await Promise.resolve({ type: 'drop', text });
}

/**
 * Yields one event, then waits until `return` is called; not a generator, so that `return` takes effect immediately.
 */
function waitForever(onClose: () => void): AsyncIterable<object> {
  let isFirst = true;
  const iterator: AsyncIterator<object> = {
    next() {
      if (!isFirst) return new Promise(() => undefined);
      isFirst = false;
      return Promise.resolve({ done: false, value: { type: 'waiting' } });
    },
    return() {
      onClose();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* breakAfterOne(): AsyncGenerator<object> {
  yield { type: 'last' };
  await someTurns();
  throw new Error('secret: the source failed');
}

async function* strayAfterOne(): AsyncGenerator<object> {
  yield { type: 'last' };
  await someTurns();
  yield { untyped: true };
}

/** Waits until written data is flushed: a host may drop it when the connection breaks immediately. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
