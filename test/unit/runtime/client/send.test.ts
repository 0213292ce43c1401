import { inHeader } from '../../../../templates/runtime/client/parameter-places.ts';
import {
  readBytes,
  readText,
  readTextOrJson,
  headerInteger,
  headerText,
} from '../../../../templates/runtime/client/read-values.ts';
import { coversJson, coversMediaType } from '../../../../templates/runtime/media-type.ts';
import { describe, expect, it } from 'vitest';
import { isOk, ok, type AnyApiResponse } from '../../../../templates/runtime/client/api-response.ts';
import type { Call } from '../../../../templates/runtime/client/call.ts';
import type { CallOptions } from '../../../../templates/runtime/client/client.ts';
import {
  AbortError,
  ApiError,
  isApiErrorOf,
  MalformedResponseError,
  NetworkError,
  TimeoutError,
  UnexpectedStatusError,
} from '../../../../templates/runtime/client/errors.ts';
import { keyOrNew } from '../../../../templates/runtime/client/write-body.ts';
import { send } from '../../../../templates/runtime/client/send.ts';
import { callOf, fakeClient, jsonResponse, rejection, type Fake, type Reaction } from './support.ts';

function responseOf(
  { client }: Fake,
  call: Call = callOf(),
  options: CallOptions = {},
): Promise<AnyApiResponse> {
  return send<AnyApiResponse>(client, call, {}, options);
}

function responseTo(reaction: Reaction, call: Call = callOf()): Promise<AnyApiResponse> {
  return responseOf(fakeClient([reaction], { retry: false }), call);
}

describe('a response', () => {
  it('has status, media type, body, documented headers and metadata', async () => {
    const responses: Call['responses'] = [
      {
        statuses: [200],
        mediaType: 'application/json',
        headers: {
          'X-Left': headerInteger,
          'X-Odd': headerInteger,
          'X-Name': headerText,
          'X-None': headerText,
        },
      },
    ];
    const headers = { 'x-left': '3', 'x-odd': 'many', 'x-name': 'a', 'x-request-id': 'req_1' };
    const got = await responseTo(jsonResponse(200, { a: 1 }, headers), callOf({ responses }));
    expect(got).toMatchObject({ status: 200, contentType: 'application/json', body: { a: 1 } });
    expect(got.headers).toEqual({ 'X-Left': 3, 'X-Name': 'a' });
    expect(got.response).toMatchObject({ operationId: 'getThing', requestId: 'req_1' });
    expect(got.response.headers.get('x-odd')).toBe('many');
  });

  const responses: Call['responses'] = [
    { statuses: [200], mediaType: 'application/json' },
    { statuses: [200], read: readText, mediaType: 'text/plain' },
    { statuses: [200], read: readBytes, covers: coversMediaType, mediaType: 'image/*' },
    { statuses: [204] },
    { statuses: [404, '5XX'], mediaType: 'application/problem+json' },
    { statuses: ['failure'], read: readText, mediaType: 'text/plain' },
  ];
  it.each([
    [200, 'application/json; charset=utf-8', '{"a":1}', 'application/json', { a: 1 }],
    [200, 'TEXT/PLAIN', 'hi', 'text/plain', 'hi'],
    [200, 'image/png', 'p', 'image/png', Uint8Array.of(112)],
    [204, null, null, null, undefined],
    [404, 'application/problem+json', '{}', 'application/problem+json', {}],
    [599, null, '{}', 'application/problem+json', {}],
    [418, 'text/plain', 'tea', 'text/plain', 'tea'],
  ])(
    'with status %d and type %s is read by its declaration',
    async (status, type, text, contentType, body) => {
      const response = new Response(text === null ? null : new TextEncoder().encode(text), {
        status,
        headers: type === null ? {} : { 'content-type': type },
      });
      const got = await responseTo(response, callOf({ responses }));
      expect({ contentType: got.contentType, body: got.body }).toEqual({ contentType, body });
    },
  );

  it('with an undeclared status is unexpected, even a success next to a default', async () => {
    const got = await rejection(responseTo(jsonResponse(201, {}), callOf({ responses })));
    expect(got).toBeInstanceOf(UnexpectedStatusError);
    expect(got).toMatchObject({ status: 201, text: '{}', operationId: 'getThing' });
  });

  it.each([
    [jsonResponse(418, { error: 'Tea only' }), 'getThing returned 418, which it does not document: Tea only'],
    [
      new Response('Bad gateway\n', { status: 418 }),
      'getThing returned 418, which it does not document: Bad gateway',
    ],
    [new Response('<html>', { status: 418 }), 'getThing returned 418, which it does not document'],
    [
      new Response('No', { headers: { 'content-type': 'text/plain' } }),
      'getThing returned 200 with text/plain instead of application/json: No',
    ],
  ])('that is undocumented is rejected with its reason', async (response, message) => {
    expect((await rejection(responseTo(response))).message).toBe(message);
  });

  it.each([
    [
      { error: 'Invalid', details: [{ message: 'name is required', path: 'name' }] },
      'Invalid (name is required)',
    ],
    [
      { title: 'Bad Request', errors: [{ message: 'n is no number' }, { message: 'm' }] },
      'Bad Request (n is no number)',
    ],
    [{ error: { message: 'Inner', code: 'X' }, details: [] }, 'Inner'],
    [{ message: 'Plain', details: 'none' }, 'Plain (none)'],
    [{ detail: [{ loc: ['body'], msg: 'Field required' }] }, 'Field required'],
  ])('with the error body %j is reported with its reason', async (body, reason) => {
    const rejected = await responseTo(jsonResponse(404, body));
    expect((await rejection(new Promise(() => ok(rejected)))).message).toBe(
      `getThing returned 404: ${reason}`,
    );
  });

  it.each([
    ['another media type', new Response('<p>', { headers: { 'content-type': 'text/html' } })],
    ['broken JSON', new Response('{', { headers: { 'content-type': 'application/json' } })],
    ['a stream', new Response('data: a\n\n', { headers: { 'content-type': 'text/event-stream' } })],
  ])('with %s is malformed', async (_name, response) => {
    expect(await rejection(responseTo(response))).toBeInstanceOf(MalformedResponseError);
  });

  it('with an error status makes ok throw an error that belongs to its operation', async () => {
    const got = await responseTo(jsonResponse(404, { error: 'Thing not found' }, { 'request-id': 'r' }));
    expect(isOk(got)).toBe(false);
    const error = await rejection(new Promise(() => ok(got)));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'getThing returned 404: Thing not found',
      status: 404,
      body: { error: 'Thing not found' },
      requestId: 'r',
    });
    expect([isApiErrorOf(error, 'getThing'), isApiErrorOf(error, 'other')]).toEqual([true, false]);
  });
});

describe('a retry', () => {
  const busy = (headers: Record<string, string> = {}): Response => jsonResponse(503, {}, headers);
  const fine = jsonResponse(200, {});

  it.each([429, 502, 503, 504])('follows %d, and an undocumented one too', async (status) => {
    const fake = fakeClient([jsonResponse(status, {}), fine]);
    expect(await responseOf(fake)).toMatchObject({ status: 200 });
    expect(fake.timing.waits).toEqual([500]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('is made for %s', async (method) => {
    const fake = fakeClient([new TypeError('fetch failed'), fine]);
    await responseOf(fake, callOf({ method }));
    expect(fake.sent).toHaveLength(2);
  });

  it.each(['POST', 'PATCH'])('is not made for %s', async (method) => {
    const fake = fakeClient([busy(), fine]);
    expect(await responseOf(fake, callOf({ method }))).toMatchObject({ status: 503 });
    expect(fake.sent).toHaveLength(1);
  });

  it('is made for POST with an idempotency key, which is unique per call', async () => {
    const fake = fakeClient([busy(), fine]);
    const call = callOf({
      method: 'POST',
      isRepeatable: true,
      parameters: [{ name: 'idempotency-key', in: inHeader, convert: keyOrNew }],
    });
    await responseOf(fake, call);
    await responseOf(fake, call);
    const keys = fake.sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('keeps the key set by the caller', async () => {
    const fake = fakeClient([fine]);
    const call = callOf({
      method: 'POST',
      isRepeatable: true,
      parameters: [{ name: 'Idempotency-Key', in: inHeader, convert: keyOrNew }],
    });
    await send(fake.client, call, { headers: { 'Idempotency-Key': 'mine' } });
    expect(fake.sent[0]?.headers.get('idempotency-key')).toBe('mine');
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    [new Date(Date.parse('2026-01-05T09:00:09Z')).toUTCString(), 9_000],
    [new Date(Date.parse('2026-01-05T08:00:00Z')).toUTCString(), 0],
    ['-1', 500],
    ['soon', 500],
  ])('waits as long as Retry-After %s requests', async (text, delay) => {
    const fake = fakeClient([busy({ 'retry-after': text }), fine]);
    await responseOf(fake);
    expect(fake.timing.waits).toEqual(delay === 0 ? [] : [delay]);
    expect(fake.sent).toHaveLength(2);
  });

  it('is not made if Retry-After is too long', async () => {
    const fake = fakeClient([busy({ 'retry-after': '61' }), fine]);
    expect(await responseOf(fake)).toMatchObject({ status: 503 });
  });

  it('doubles the delay each time, up to eight times, with jitter', async () => {
    const fake = fakeClient([busy()], { retry: { attempts: 6, baseMs: 100 } });
    expect(await responseOf(fake)).toMatchObject({ status: 503 });
    expect(fake.timing.waits).toEqual([100, 200, 400, 800, 800]);
    fake.timing.waits.length = 0;
    fake.timing.chance = 0.5;
    await responseOf(fake);
    expect(fake.timing.waits).toEqual([75, 150, 300, 600, 600]);
  });

  it('is not made if disabled by the client or the call', async () => {
    const fake = fakeClient([busy()]);
    await responseOf(fake, callOf(), { retry: false });
    expect(fake.sent).toHaveLength(1);
  });

  it('reports the last failure', async () => {
    const fake = fakeClient([new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })]);
    const error = await rejection(responseOf(fake));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe('getThing failed: ECONNREFUSED');
    expect(fake.sent).toHaveLength(3);
  });
});

describe('a failure before the response', () => {
  const never: Reaction = ({ init }) =>
    new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });

  it('occurs when the timeout expires', async () => {
    const fake = fakeClient([never], { timeoutMs: 5_000, retry: false });
    const error = await rejection(responseOf(fake));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 5_000, operationId: 'getThing' });
  });

  it('occurs when the body is too slow', async () => {
    const slow: Reaction = ({ init }) => {
      const body = new ReadableStream({
        start: (controller) =>
          init.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const fake = fakeClient([slow], { timeoutMs: 5_000, retry: false });
    expect(await rejection(responseOf(fake))).toBeInstanceOf(TimeoutError);
  });

  it('occurs when the caller aborts before, during or between attempts', async () => {
    const before = fakeClient([never]);
    expect(await rejection(responseOf(before, callOf(), { signal: AbortSignal.abort('no') }))).toMatchObject({
      name: 'AbortError',
      cause: 'no',
    });
    expect(before.sent).toEqual([]);

    const during = new AbortController();
    const pending = rejection(responseOf(fakeClient([never]), callOf(), { signal: during.signal }));
    await Promise.resolve();
    during.abort();
    expect(await pending).toBeInstanceOf(AbortError);

    const between = new AbortController();
    const fake = fakeClient([jsonResponse(503, {})]);
    fake.timing.isEager = false;
    const waiting = rejection(responseOf(fake, callOf(), { signal: between.signal }));
    while (fake.timing.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    between.abort();
    expect(await waiting).toBeInstanceOf(AbortError);
    expect(fake.timing.pending).toBe(0);
    expect(fake.sent).toHaveLength(1);
  });

  it('leaves no listener and no timer behind', async () => {
    const listeners = { added: 0, removed: 0 };
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>): void => {
      listeners.added++;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>): void => {
      listeners.removed++;
      remove(...given);
    };
    const fake = fakeClient([jsonResponse(503, {}), jsonResponse(200, {})], { timeoutMs: 5_000 });
    fake.timing.isEager = false;
    const done = responseOf(fake, callOf(), { signal });
    while (fake.sent.length < 2) {
      await new Promise((resolve) => setImmediate(resolve));
      fake.timing.advance(500);
    }
    await done;
    expect(listeners.added).toBeGreaterThan(0);
    expect(listeners.removed).toBe(listeners.added);
    expect(fake.timing.pending).toBe(0);
  });
});

describe('a response declared with a media range', () => {
  const json = (mediaType: string): Call =>
    callOf({ responses: [{ statuses: [200], mediaType, covers: coversJson }] });
  const text = callOf({
    responses: [{ statuses: [200], mediaType: '*/*', covers: coversMediaType, read: readTextOrJson }],
  });
  const typed = (body: string, type: string): Response =>
    new Response(body, { headers: { 'content-type': type } });

  it.each(['application/json', 'application/hal+json; charset=utf-8', 'text/json'])(
    'is read as JSON if its type is %s',
    async (type) => {
      expect(await responseTo(typed('{"a":1}', type), json('*/*'))).toMatchObject({ body: { a: 1 } });
    },
  );

  it('is malformed if it should be JSON but has another type', async () => {
    const error = await rejection(responseTo(typed('<a/>', 'application/xml'), json('application/*')));
    expect(error).toBeInstanceOf(MalformedResponseError);
  });

  it('is read as plain text, or as the string that JSON contains', async () => {
    expect(await responseTo(typed('1', 'text/plain'), text)).toMatchObject({ body: '1' });
    expect(await responseTo(typed('"1"', 'application/json'), text)).toMatchObject({ body: '1' });
  });
});
