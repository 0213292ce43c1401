import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../../../../templates/runtime/http.ts';
import { serve } from '../../../../templates/runtime/server/serve.ts';
import {
  authenticated,
  forbidden,
  unauthenticated,
  type BearerCredential,
} from '../../../../templates/runtime/server/security.ts';
import type {
  AnyServerOptions,
  Call,
  ServiceDescription,
} from '../../../../templates/runtime/server/service.ts';
import { anything, operation, response } from '../support.ts';
import { createSmallService, requestTo } from './small-service.ts';

function bodyOf({ body }: HttpResponse): unknown {
  return body.kind === 'text' ? JSON.parse(body.text) : body;
}

describe('a server', () => {
  test('responds to OPTIONS with the allowed methods', async () => {
    const response = await createSmallService().serve(requestTo('OPTIONS', '/v1/things/1'));
    expect(response).toEqual({
      status: 204,
      headers: { allow: 'DELETE, GET, HEAD, OPTIONS' },
      body: { kind: 'none' },
    });
  });

  test('responds with 501 for an operation without a handler', async () => {
    const response = await createSmallService().serve(requestTo('GET', '/v1/unfinished'));
    expect(response.status).toBe(501);
  });

  test('serves only paths below its base path', async () => {
    const { serve: respond } = createSmallService({ basePath: '/api' });
    expect((await respond(requestTo('GET', '/api/v1/things/1'))).status).toBe(200);
    expect((await respond(requestTo('GET', '/v1/things/1'))).status).toBe(404);
    expect((await respond(requestTo('GET', '/apiv1/things/1'))).status).toBe(404);
  });

  test('sends invalid responses when validation is disabled', async () => {
    const { serve: respond, record } = createSmallService({ checkResponses: false });
    const response = await respond(requestTo('GET', '/v1/invalid'));
    expect([response.status, bodyOf(response)]).toEqual([200, { secret: 1 }]);
    expect(record.errors).toEqual([]);
  });

  test('reports which part of the contract a response violates', async () => {
    const { serve: respond, record } = createSmallService();
    await respond(requestTo('GET', '/v1/invalid'));
    expect(String(record.errors[0])).toMatch(/invalid: The body is wrong.*spec\/small\.yaml#\/subject/);
  });

  test('formats errors with `writeError`, or with the default if it returns null', async () => {
    const { serve: respond } = createSmallService({
      writeError: ({ kind, status }) =>
        kind === 'unknown-path'
          ? { status, headers: {}, body: { kind: 'text', text: '{"nothing":"here"}' } }
          : null,
    });
    expect(bodyOf(await respond(requestTo('GET', '/nowhere')))).toEqual({ nothing: 'here' });
    expect(bodyOf(await respond(requestTo('GET', '/v1/unfinished')))).toMatchObject({ status: 501 });
  });

  test('reports a truncated body unless the client has disconnected', async () => {
    const { serve: respond, record } = createSmallService();
    expect((await respond(requestTo('POST', '/v1/things'))).status).toBe(500);
    expect(record.errors).toHaveLength(1);
    await respond({ ...requestTo('POST', '/v1/things'), signal: AbortSignal.abort() });
    expect(record.errors).toHaveLength(1);
  });

  test('closes the stream of a HEAD request without reading it', async () => {
    const { serve: respond, record } = createSmallService();
    const response = await respond(requestTo('HEAD', '/v1/wait'));
    expect(response.body).toEqual({ kind: 'none' });
    await record.closed;
  });
});

describe('a frame', () => {
  const responses = [response({ mediaType: 'text/event-stream', kind: 'eventStream', check: null })];
  const follow = operation({
    ...{ id: 'follow', path: '/v1/follow', responses },
    stream: { stream: 'Event', parameter: null, channels: [] },
  });

  test.each<[unknown, string]>([
    [{ seq: 7 }, 'id: 7\ndata: {"seq":7}\n\n'],
    [{ seq: '12345678901234567890' }, 'id: 12345678901234567890\ndata: {"seq":"12345678901234567890"}\n\n'],
    [{ seq: -1 }, 'data: {"seq":-1}\n\n'],
    [{ seq: 'a' }, 'data: {"seq":"a"}\n\n'],
    [{}, 'data: {}\n\n'],
  ])('for %j uses the declared position as its id if it is numeric', async (event, frame) => {
    const respond = serve(
      {
        operations: [follow],
        securitySchemes: [],
        streams: { Event: { check: anything, tag: null, position: 'seq' } },
        handlerNames: {},
      },
      { follow: () => ({ status: 200, stream: { batches: once([event]) } }) },
      { context: () => null, authenticate: {}, onError: () => undefined },
    );
    const { body } = await respond(requestTo('GET', '/v1/follow'));
    expect(body.kind === 'frames' ? await Array.fromAsync(body.frames) : body).toEqual([frame]);
  });
});

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield await Promise.resolve(value);
}

describe('a handler', () => {
  const security = [{ schemes: [{ name: 'key', scopes: ['things:read'] }] }];
  const description: ServiceDescription = {
    operations: [operation({ path: '/v1/things', security })],
    securitySchemes: [{ name: 'key', kind: 'bearer' }],
    streams: {},
    handlerNames: {},
  };
  const holders = new Map([
    ['good', authenticated('Ada')],
    ['poor', forbidden],
  ]);

  function start(options: Partial<AnyServerOptions> = {}) {
    const calls: Call<unknown, unknown>[] = [];
    const handlers = {
      greeting: 'hello',
      getThing(this: { greeting: string }, _values: never, call: Call<unknown, unknown>) {
        calls.push(call);
        return { status: 200, body: this.greeting };
      },
    };
    const authenticate = { key: ({ token }: BearerCredential) => holders.get(token) ?? unauthenticated };
    const respond = serve(description, handlers as never, {
      context: ({ caller }) => ({ for: caller }),
      authenticate: authenticate,
      onError: (error) => {
        throw error;
      },
      ...options,
    });
    return { respond, calls };
  }

  test('receives the caller and its context, and keeps its `this`', async () => {
    const { respond, calls } = start();
    const response = await respond(requestTo('GET', '/v1/things', { authorization: 'Bearer good' }));
    expect(bodyOf(response)).toBe('hello');
    expect(calls[0]).toMatchObject({
      caller: { key: 'Ada' },
      context: { for: { key: 'Ada' } },
      operation: { id: 'getThing' },
      request: { path: '/v1/things' },
    });
  });

  test.each([
    [{}, 401],
    [{ authorization: 'Bearer bad' }, 401],
    [{ authorization: 'Bearer poor' }, 403],
  ])('is not called for headers %j (%d)', async (headers, status) => {
    const { respond, calls } = start();
    const response = await respond(requestTo('GET', '/v1/things', headers));
    expect(response.status).toBe(status);
    expect(response.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    expect(calls).toEqual([]);
  });
});
