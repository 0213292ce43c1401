import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../../../../templates/runtime/http.ts';
import { eventStream } from '../../../../templates/runtime/event-stream.ts';
import { serve } from '../../../../templates/runtime/server/serve.ts';
import type { ServerHooks } from '../../../../templates/runtime/server/hooks.ts';
import { immutable } from '../../../../templates/runtime/server/write-response.ts';
import type { AnyServerOptions } from '../../../../templates/runtime/server/service.ts';
import { checkThat, operation, response } from '../support.ts';
import { createSmallService, requestTo } from './small-service.ts';

const plain: HttpResponse = { status: 299, headers: {}, body: { kind: 'text', text: '"mine"' } };

async function statusWith(hooks: ServerHooks, method: string, path: string): Promise<number> {
  return (await createSmallService({ hooks }).serve(requestTo(method, path))).status;
}

describe('a hook responds', () => {
  test.each<[string, ServerHooks, string, string]>([
    ['to an unknown path', { onUnrouted: () => plain }, 'GET', '/v1/nothing'],
    ['to an unknown method', { onUnrouted: () => plain }, 'PATCH', '/v1/things/1'],
    ['instead of an operation', { aroundOperation: () => plain }, 'GET', '/v1/things/1'],
    ['after authentication', { afterAuthentication: () => plain }, 'GET', '/v1/things/1'],
    ['instead of a handler', { aroundHandler: () => plain }, 'GET', '/v1/things/1'],
  ])('%s', async (_, hooks, method, path) => {
    expect(await statusWith(hooks, method, path)).toBe(299);
    expect(await statusWith({}, method, path)).not.toBe(299);
  });

  test('and its response is validated', async () => {
    const hooks: ServerHooks = { aroundOperation: (call) => call.respond({ status: 299 }) };
    const { serve: server, record } = createSmallService({ hooks });
    expect((await server(requestTo('GET', '/v1/invalid'))).status).toBe(500);
    expect(String(record.errors[0])).toContain('Status 299 is not declared');
  });

  test('to an invalid request and receives its problems', async () => {
    const hooks: ServerHooks = {
      onInvalidRequest: (problems) => ({ status: 400, body: { error: `${problems.length} problems` } }),
    };
    const response = await createSmallService({ hooks }).serve({
      ...requestTo('GET', '/v1/things/1'),
      query: 'n=x',
    });
    expect(response).toMatchObject({ status: 400, body: { text: '{"error":"1 problems"}' } });
  });

  test('to an invalid response with a replacement', async () => {
    const seen: string[] = [];
    const hooks: ServerHooks = {
      onInvalidResponse: (_, { problem }) => {
        seen.push(problem);
        return { status: 200, body: { name: 'repaired' } };
      },
    };
    expect(await statusWith(hooks, 'GET', '/v1/invalid')).toBe(200);
    expect(seen[0]).toMatch(/^The body is wrong/);
  });

  test('to an invalid response that is sent unchanged', async () => {
    expect(await statusWith({ onInvalidResponse: (response) => response }, 'GET', '/v1/invalid')).toBe(200);
    expect(await statusWith({ onInvalidResponse: () => null }, 'GET', '/v1/invalid')).toBe(500);
  });
});

test('an error thrown by a hook becomes a server error', async () => {
  const { serve: server, record } = createSmallService({
    hooks: {
      aroundOperation: () => {
        throw new Error('secret');
      },
    },
  });
  expect((await server(requestTo('GET', '/v1/things/1'))).status).toBe(500);
  expect(record.errors).toHaveLength(1);
});

describe('the events of a stream', () => {
  const isGood = checkThat((value) => (value as { good?: boolean }).good === true);
  const responses = [response({ mediaType: 'text/event-stream', kind: 'eventStream', check: null })];
  const follow = operation({
    ...{ id: 'follow', path: '/v1/follow', responses },
    stream: { stream: 'Event', parameter: null, channels: [] },
  });

  async function frames(events: readonly object[], options: Partial<AnyServerOptions>): Promise<string[]> {
    const server = serve(
      {
        operations: [follow],
        securitySchemes: [],
        streams: { Event: { check: isGood, tag: null, position: null } },
        handlerNames: {},
      },
      { follow: () => ({ status: 200, stream: eventStream(each(events)) }) },
      { context: () => null, authenticate: {}, onError: () => undefined, ...options },
    );
    const { body } = await server(requestTo('GET', '/v1/follow'));
    return body.kind === 'frames' ? await Array.fromAsync(body.frames) : [];
  }

  test('can be changed, replaced and annotated', async () => {
    let ends = 0;
    const hooks: ServerHooks = {
      beforeEvent: (event) => ((event as { n: number }).n === 1 ? { event: { good: true, n: 10 } } : null),
      onInvalidEvent: () => Promise.resolve({ event: { good: true, n: 2 }, comment: 'replaced' }),
      onStreamEnd: () => {
        ends++;
      },
    };
    expect(await frames([{ good: true, n: 1 }, { n: 2 }, { good: true, n: 3 }], { hooks })).toEqual([
      'data: {"good":true,"n":10}\n\n',
      ': replaced\ndata: {"good":true,"n":2}\n\n',
      'data: {"good":true,"n":3}\n\n',
    ]);
    expect(ends).toBe(1);
  });

  test('are validated once for all streams if immutable', async () => {
    let checks = 0;
    const event = {
      get good() {
        checks++;
        return true;
      },
    };
    await frames([event, event], { immutableEvents: true });
    const once = checks;
    checks = 0;
    await frames([event, event], {});
    expect(checks).toBe(2 * once);
  });
});

test('an immutable body is serialized once', async () => {
  const body = immutable({ name: 'same' });
  const server = serve(
    { operations: [operation({ path: '/v1/same' })], securitySchemes: [], streams: {}, handlerNames: {} },
    { getThing: () => ({ status: 200, body }) },
    { context: () => null, authenticate: {}, onError: () => undefined },
  );
  const [first, second, third] = [
    await server(requestTo('GET', '/v1/same')),
    await server(requestTo('GET', '/v1/same')),
    await server(requestTo('GET', '/v1/same')),
  ];
  expect(first.body).toEqual({ kind: 'text', text: '{"name":"same"}' });
  expect(second.body).toMatchObject({ text: '{"name":"same"}', isReused: true });
  expect(third.body).toBe(second.body);
});

test('responses include the headers of their content type', async () => {
  const headers = (type: string | null): Record<string, string> =>
    type === 'application/json' ? { 'x-type': 'data' } : {};
  const { serve: server } = createSmallService({ headers });
  expect((await server(requestTo('GET', '/v1/things/1'))).headers['x-type']).toBe('data');
  expect((await server(requestTo('GET', '/v1/picture'))).headers['x-type']).toBeUndefined();
});

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  for (const value of values) yield await Promise.resolve(value);
}
