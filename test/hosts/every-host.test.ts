/** What a client receives, the same on every host. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hosts, type Hosted } from './support/hosts.ts';
import { startNotes, type NotesService } from './support/notes-service.ts';
import { until } from './support/until.ts';

const KEY = { authorization: 'Bearer rt_live_all' };
const JSON_KEY = { ...KEY, 'content-type': 'application/json' };
const OUTSIDE = 'backlot-outside-contract';

describe.each(hosts)('on the host $name', ({ start }) => {
  let service: NotesService;
  let host: Hosted;

  beforeEach(async () => {
    service = await startNotes();
    host = await start(service.serve);
  });
  afterEach(() => host.close());

  const post = (body: string, headers: Record<string, string> = JSON_KEY) =>
    host.fetch('/v1/notes', { method: 'POST', headers, body });

  describe('it responds to', () => {
    test('a read with JSON', async () => {
      const reply = await host.fetch('/v1/notes/7', { headers: KEY });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('application/json');
      expect(reply.headers.has(OUTSIDE)).toBe(false);
      expect(await reply.json()).toEqual({ id: '7', title: 'Note 7' });
    });

    test('a create with the new record', async () => {
      const reply = await post('{"title":"Tea"}');
      expect(reply.status).toBe(201);
      expect(await reply.json()).toEqual({ id: 'note_1', title: 'Tea' });
    });

    test('a delete without a body', async () => {
      const reply = await host.fetch('/v1/notes/7', { method: 'DELETE', headers: KEY });
      expect([reply.status, await reply.text(), reply.headers.get('content-type')]).toEqual([204, '', null]);
    });

    test('a request for bytes of any type', async () => {
      const reply = await host.fetch('/v1/files/1');
      expect(reply.headers.get('content-type')).toBe('image/png');
      expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([1, 2, 250]);
    });

    test('a request for text with its headers', async () => {
      const reply = await host.fetch('/v1/page');
      expect(reply.headers.get('content-security-policy')).toBe('sandbox');
      expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await reply.text()).toBe('<p>Zoë</p>');
    });

    test('HEAD with the headers of GET and nothing else', async () => {
      const reply = await host.fetch('/v1/notes/7', { method: 'HEAD', headers: KEY });
      expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([
        200,
        '27',
        '',
      ]);
    });

    test('OPTIONS with the allowed methods of the path', async () => {
      const reply = await host.fetch('/v1/notes', { method: 'OPTIONS' });
      expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    });

    test('a request in the world of the path', async () => {
      await host.fetch('/w/other/v1/notes', { headers: KEY });
      expect([service.seen?.world.id, service.seen?.baseUrl, service.seen?.rootUrl]).toEqual([
        'other',
        `${host.url}/w/other`,
        host.url,
      ]);
    });
  });

  describe('it rejects', () => {
    test.each([
      ['an unknown world', '/w/nowhere/v1/notes', {}, 404, 'unknown-world'],
      ['an unknown path', '/v1/nothing', {}, 404, 'unknown-route'],
      ['a path with a broken encoding', '/v1/notes/%zz', {}, 404, 'unknown-route'],
      ['another method', '/v1/notes', { method: 'PATCH' }, 405, 'method-not-allowed'],
      ['an operation of the root below a world', '/w/other/_mock/health', {}, 404, 'unknown-route'],
    ])('%s', async (_, path, init, status, reason) => {
      const reply = await host.fetch(path, init);
      expect([reply.status, reply.headers.get(OUTSIDE)]).toEqual([status, reason]);
      expect(typeof ((await reply.json()) as { error: unknown }).error).toBe('string');
    });

    test('another method, with the supported ones', async () => {
      const reply = await host.fetch('/v1/notes/7', { method: 'PUT' });
      expect(reply.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
    });

    test.each([
      ['no credential', {}],
      ['another scheme', { authorization: 'Basic rt_live_all' }],
      ['no token', { authorization: 'Bearer ' }],
      ['an unknown key', { authorization: 'Bearer rt_live_unknown' }],
    ])('%s', async (_, headers) => {
      const reply = await host.fetch('/v1/notes', { headers });
      expect(reply.status).toBe(401);
      expect(await reply.json()).toEqual({ error: 'Unauthorized' });
      expect(reply.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${host.url}/.well-known/oauth-protected-resource"`,
      );
      expect(reply.headers.has(OUTSIDE)).toBe(false);
    });

    test('a key without the permission, before it reads the body', async () => {
      const reply = await post('{', { ...JSON_KEY, authorization: 'Bearer rt_live_read' });
      expect([reply.status, await reply.json()]).toEqual([403, { error: 'Insufficient permissions' }]);
    });

    test.each([
      ['of known length', () => new Uint8Array(1_500_000)],
      ['in chunks', () => streamOf(new Uint8Array(300_000), 5)],
    ])('a body %s that is too long, and responds to the next call', async (_, body) => {
      const reply = await host.fetch('/v1/notes', {
        method: 'POST',
        headers: JSON_KEY,
        body: body(),
        duplex: 'half',
      });
      expect([reply.status, reply.headers.get(OUTSIDE)]).toEqual([413, 'body-too-large']);
      await reply.text();
      expect((await post('{"title":"Tea"}')).status).toBe(201);
    });

    test('a chunked body only when any other would be rejected', async () => {
      const body = streamOf(new TextEncoder().encode('{"title":"Tea"}'), 1);
      const reply = await host.fetch('/v1/notes', {
        method: 'POST',
        headers: JSON_KEY,
        body,
        duplex: 'half',
      });
      expect(reply.status).toBe(201);
    });
  });

  describe('it hides internal errors:', () => {
    test('a response that violates the contract and has no sample is a 500 with the path', async () => {
      const reply = await host.fetch('/v1/broken');
      const { error } = (await reply.json()) as { error: string };
      expect([reply.status, reply.headers.get(OUTSIDE)]).toEqual([500, 'reply-violation']);
      expect(error).toContain('getBroken');
      expect(error).toContain('notes.yaml#/UnsampledNote');
      expect(service.logged).toHaveLength(1);
      expect(service.journal.list().at(-1)?.violations[0]?.in).toBe('response');
    });

    test('a handler that throws is a 500 without details', async () => {
      const reply = await host.fetch('/v1/crash');
      expect([reply.status, await reply.json()]).toEqual([500, { error: 'Internal server error' }]);
      expect(service.logged).toEqual(['getCrash failed']);
    });
  });

  describe('it streams', () => {
    test('events as frames, and ends', async () => {
      const reply = await host.fetch('/v1/notes/three/events');
      expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-cache, no-transform');
      const frame = (seq: number) =>
        `event: tick\nid: ${seq}\ndata: {"type":"tick","seq":${seq},"filler":""}\n\n`;
      expect(await reply.text()).toBe(frame(0) + frame(1) + frame(2));
      expect(service.streams).toMatchObject({ opened: 1, closed: 1 });
    });

    test('the head before the first event', async () => {
      const gone = new AbortController();
      const reply = await host.fetch('/v1/notes/silent/events', { signal: gone.signal });
      expect(reply.status).toBe(200);
      gone.abort();
      await until(() => service.streams.closed === 1);
    });

    test('only until its reader disconnects', async () => {
      const gone = new AbortController();
      const reply = await host.fetch('/v1/notes/endless/events', { signal: gone.signal });
      await reply.body?.getReader().read();
      gone.abort();
      await until(() => service.streams.closed === 1);
      const asked = service.streams.asked;
      await host.fetch('/v1/notes/7', { headers: KEY });
      expect(service.streams.asked).toBe(asked);
    });

    test('only until its reader cancels', async () => {
      const reply = await host.fetch('/v1/notes/silent/events');
      await reply.body?.cancel();
      await until(() => service.streams.closed === 1);
    });

    test('only as fast as it is read', async () => {
      const reply = await host.fetch('/v1/notes/endless/events');
      const reader = reply.body?.getReader();
      await reader?.read();
      let before = -1;
      await until(() => {
        const isStill = service.streams.asked === before;
        before = service.streams.asked;
        return isStill;
      });
      expect(before).toBeLessThan(20_000);
      await reader?.cancel();
      await until(() => service.streams.closed === 1);
    });

    test('nothing that violates the contract, and aborts instead of ending', async () => {
      const reply = await host.fetch('/v1/notes/wrong/events');
      await expect(reply.text()).rejects.toThrow();
      expect(service.logged[0]).toContain('followNote');
      expect(service.streams.closed).toBe(1);
    });

    test('a thousand times without leaking a reader', async () => {
      for (let i = 0; i < 1_000; i++) await (await host.fetch('/v1/notes/silent/events')).body?.cancel();
      await until(() => service.streams.closed === 1_000);
    });

    test('nothing for HEAD', async () => {
      const reply = await host.fetch('/v1/notes/silent/events', { method: 'HEAD' });
      expect([reply.status, await reply.text()]).toEqual([200, '']);
      await until(() => service.streams.closed === service.streams.opened);
    });
  });

  test('it notifies a handler when its client disconnects', async () => {
    const gone = new AbortController();
    const call = host.fetch('/v1/wait', { signal: gone.signal });
    await until(() => service.waiting === 1);
    gone.abort();
    await expect(call).rejects.toThrow();
    await until(() => service.created.includes('gone'));
  });

  describe('it applies a fault', () => {
    const fault = {
      latency: 0,
      status: null,
      code: null,
      headers: {},
      streamFault: { cutAfter: null, corruptAt: null },
    };

    test('with a header that HTTP does not allow, and responds nevertheless', async () => {
      service.fault = { ...fault, status: 503, headers: { 'x-broken': 'a\r\nb' } };
      expect((await host.fetch('/v1/notes/7', { headers: KEY })).status).toBe(500);
    });

    test('that cuts the stream after an event', async () => {
      service.fault = { ...fault, streamFault: { cutAfter: 2, corruptAt: null } };
      const reply = await host.fetch('/v1/notes/three/events');
      const { text, isBroken } = await readAll(reply);
      expect([text.match(/^id: /gm)?.length, isBroken]).toEqual([2, true]);
    });
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

async function readAll(reply: Response): Promise<{ text: string; isBroken: boolean }> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of reply.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
    return { text, isBroken: false };
  } catch {
    return { text, isBroken: true };
  }
}
