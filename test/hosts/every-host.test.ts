/** What a client receives, the same on every host; the tests of the adapters cover what HTTP itself needs. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hosts, type Hosted } from './support/hosts.ts';
import { startNotes, type NotesService } from './support/notes.ts';
import { until } from './support/until.ts';

const KEY = { authorization: 'Bearer any' };
const JSON_KEY = { ...KEY, 'content-type': 'application/json' };
const OUTSIDE = 'backlot-outside-contract';

describe.each(hosts)('on the host $name', ({ start }) => {
  let service: NotesService;
  let host: Hosted;

  beforeEach(async () => {
    service = await startNotes();
    host = await start(service.engine.handle);
  });
  afterEach(async () => {
    await host.close();
    await service.engine.close();
  });

  const post = (body: NonNullable<RequestInit['body']>) =>
    host.fetch('/v1/notes', { method: 'POST', headers: JSON_KEY, body, duplex: 'half' });

  test('it responds to HEAD with the headers of GET and nothing else', async () => {
    const reply = await host.fetch('/v1/notes/7', { method: 'HEAD', headers: KEY });
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '27', '']);
  });

  test('it responds to OPTIONS with the allowed methods of the path', async () => {
    const reply = await host.fetch('/v1/notes', { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });

  test('it responds in the world of the path', async () => {
    await service.engine.createWorld({ id: 'other' });
    await host.fetch('/w/other/v1/notes', { headers: KEY });
    expect([service.seen?.world.id, service.seen?.baseUrl, service.seen?.rootUrl]).toEqual([
      'other',
      `${host.url}/w/other`,
      host.url,
    ]);
  });

  test.each([
    ['an unknown world', '/w/nowhere/v1/notes', {}, 404, 'unknown-world'],
    ['an unknown path', '/v1/nothing', {}, 404, 'unknown-route'],
    ['a path with a broken encoding', '/v1/notes/%zz', {}, 404, 'unknown-route'],
    ['another method', '/v1/notes', { method: 'PATCH' }, 405, 'method-not-allowed'],
    ['an operation of the root below a world', '/w/default/_mock/health', {}, 404, 'unknown-route'],
  ])('it rejects %s', async (_, path, init, status, reason) => {
    const reply = await host.fetch(path, init);
    expect([reply.status, reply.headers.get(OUTSIDE)]).toEqual([status, reason]);
    expect(typeof ((await reply.json()) as { error: unknown }).error).toBe('string');
  });

  test.each([
    ['of known length', () => new Uint8Array(1_500_000)],
    ['in chunks', () => streamOf(new Uint8Array(300_000), 5)],
  ])('it rejects a body %s that is too long, and responds to the next call', async (_, body) => {
    const reply = await post(body());
    expect([reply.status, reply.headers.get(OUTSIDE)]).toEqual([413, 'body-too-large']);
    await reply.text();
    expect((await post('{"title":"Tea"}')).status).toBe(201);
  });

  test('a response that violates the contract is a 500 with the path', async () => {
    const reply = await host.fetch('/v1/broken');
    const { error } = (await reply.json()) as { error: string };
    expect([reply.status, reply.headers.get(OUTSIDE)]).toEqual([500, 'reply-violation']);
    expect(error).toContain('getBroken');
    expect(service.reports).toHaveLength(1);
    const { requests } = await service.engine.world().control.listRequests({});
    expect(requests.at(-1)?.violations[0]?.in).toBe('response');
  });

  test('a handler that throws is a 500 without details', async () => {
    const reply = await host.fetch('/v1/crash');
    expect([reply.status, await reply.json()]).toEqual([500, { error: 'Internal server error' }]);
    expect(service.reports).toEqual(['getCrash failed']);
  });

  test('it aborts a stream that violates the contract instead of ending it', async () => {
    const reply = await host.fetch('/v1/notes/wrong/events');
    await expect(reply.text()).rejects.toThrow();
    expect(service.reports[0]).toContain('followNote');
    expect(service.streams.closed).toBe(1);
  });

  test('it releases streams whose readers disconnect or cancel', async () => {
    const gone = new AbortController();
    await host.fetch('/v1/notes/silent/events', { signal: gone.signal });
    gone.abort();
    for (let count = 0; count < 200; count++)
      await (await host.fetch('/v1/notes/silent/events')).body?.cancel();
    await until(() => service.streams.closed === 201);
  });

  test('it notifies a handler when its client disconnects', async () => {
    const gone = new AbortController();
    const call = host.fetch('/v1/wait', { signal: gone.signal });
    await until(() => service.waiting === 1);
    gone.abort();
    await expect(call).rejects.toThrow();
    await until(() => service.created.includes('gone'));
  });
});

function streamOf(chunk: Uint8Array<ArrayBuffer>, times: number): ReadableStream<Uint8Array> {
  let left = times;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
