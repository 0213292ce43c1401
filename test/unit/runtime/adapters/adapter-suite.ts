/** Requirements for every adapter, tested over TCP with its framework. */
import { request, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServeRequest } from '../../../../templates/runtime/server/service.ts';
import { BODY_LIMIT, createSmallService, LONG_STREAM, type SmallService } from '../server/small-service.ts';

/** A framework that serves a service and listens. */
export interface Host {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<unknown>;
}

export type StartHost = (serve: ServeRequest) => Promise<Host>;

export function describeAdapter(name: string, start: StartHost): void {
  const hosts: Host[] = [];
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
  });

  async function open(): Promise<SmallService & { url: string }> {
    const service = createSmallService();
    const host = await start(service.serve);
    hosts.push(host);
    return { ...service, url: host.url };
  }

  describe(name, () => {
    test('passes on path, query and headers, and sends status, headers and body', async () => {
      const { url } = await open();
      const response = await fetch(`${url}/v1/things/a%20b?n=7`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.headers.get('x-kind')).toBe('a, b');
      expect(await response.json()).toEqual({ id: 'a b', n: 7 });
    });

    test('passes on a body', async () => {
      const { url } = await open();
      const response = await post(`${url}/v1/things`, '{"name":"Zoë"}');
      expect(response.status).toBe(201);
      expect(response.headers.get('location')).toBe('/v1/things/1');
      expect(await response.json()).toEqual({ name: 'Zoë' });
    });

    test('passes on a body without a Content-Length', async () => {
      const { url } = await open();
      const body = new Blob(['{"name":', '"piece by piece"}']).stream();
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/v1/things`, { method: 'POST', headers, body, duplex: 'half' });
      expect(await response.json()).toEqual({ name: 'piece by piece' });
    });

    test('passes on a body that is not JSON', async () => {
      const { url } = await open();
      const response = await post(`${url}/v1/things`, '{"name":');
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('is not valid JSON');
    });

    test('passes on a body of another media type', async () => {
      const { url } = await open();
      const response = await post(`${url}/v1/things`, 'a=1', 'application/x-www-form-urlencoded');
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('this operation takes application/json');
    });

    test('rejects a body that is too long', async () => {
      const { url } = await open();
      const response = await post(
        `${url}/v1/things`,
        JSON.stringify({ name: 'x'.repeat(BODY_LIMIT * 1_000) }),
      );
      expect(response.status).toBe(413);
    });

    test('passes on each item of a sequence as it arrives', async () => {
      const { url, record } = await open();
      const response = await postLines(url, async function* () {
        yield '{"n":1}\n{"n"';
        await until(() => record.taken === 1);
        yield ':2}\n{"n":3}';
      });
      expect(await response.json()).toEqual({ sum: 6 });
    });

    test('rejects a sequence at its first invalid item', async () => {
      const { url, record } = await open();
      const response = await post(`${url}/v1/lines`, '{"n":1}\n{"n":2}\n{}\n{"n":3}', 'application/jsonl');
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: '2.n is required' });
      expect([record.taken, record.errors]).toEqual([2, []]);
    });

    test('rejects a sequence with an item that is too long', async () => {
      const { url } = await open();
      const response = await post(
        `${url}/v1/lines`,
        `{"n":1}\n${'x'.repeat(2 * BODY_LIMIT)}`,
        'application/jsonl',
      );
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining(`1 is longer than ${BODY_LIMIT} characters`),
      ]);
    });

    test('responds if a handler leaves a sequence before its end', async () => {
      const { url } = await open();
      const response = await post(
        `${url}/v1/lines`,
        `{"n":-1}\n${'{"n":1}\n'.repeat(10_000)}`,
        'application/jsonl',
      );
      expect(await response.json()).toEqual({ sum: -1 });
    });

    test('applies the backpressure of a slow handler to a sequence', async () => {
      const { url, record } = await open();
      let sent = 0;
      const lines = '{"n":1}\n'.repeat(8_192);
      const response = postLines(url, async function* () {
        yield '{"n":0}\n';
        for (; sent < LONG_STREAM.events; sent++) yield await Promise.resolve(lines);
      });
      await settled(() => sent);
      expect(record.taken).toBe(1);
      expect(sent).toBeLessThan(LONG_STREAM.events / 2);
      void response.catch(() => undefined);
    });

    test('ends the sequence of a client that disconnects', async () => {
      const { url, record } = await open();
      const gone = new AbortController();
      const response = postLines(
        url,
        async function* () {
          yield '{"n":1}\n';
          await new Promise(() => undefined);
        },
        gone.signal,
      );
      await until(() => record.taken === 1);
      gone.abort();
      await expect(response).rejects.toThrow();
      await record.closed;
      expect(record.errors).toEqual([]);
    });

    test('sends no body if none is declared', async () => {
      const { url } = await open();
      const response = await fetch(`${url}/v1/things/1`, { method: 'DELETE' });
      expect(response.status).toBe(204);
      expect(response.headers.get('content-type')).toBeNull();
      expect(await response.text()).toBe('');
    });

    test('sends bytes unchanged', async () => {
      const { url } = await open();
      const response = await fetch(`${url}/v1/picture`);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([137, 80, 0, 255]);
    });

    test('responds to HEAD with headers only', async () => {
      const { url } = await open();
      const response = await fetch(`${url}/v1/picture`, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(await response.text()).toBe('');
    });

    test('responds to unknown paths and methods', async () => {
      const { url } = await open();
      expect((await fetch(`${url}/v1/nothing`)).status).toBe(404);
      const response = await fetch(`${url}/v1/things/1`, { method: 'PUT' });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
    });

    test.each(['/v1/fail', '/v1/invalid'])('hides internal errors from the client at %s', async (path) => {
      const { url, record } = await open();
      const response = await fetch(url + path);
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).not.toMatch(/secret|Error:|\.ts|node_modules/);
      expect(record.errors).toHaveLength(1);
    });

    test('sends a stream frame by frame', async () => {
      const { url } = await open();
      const response = await fetch(`${url}/v1/count`);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const frames = [1, 2, 3].map((n) => `event: count\ndata: {"type":"count","n":${n}}\n\n`);
      expect(await response.text()).toBe(frames.join(''));
    });

    test('releases a stream whose reader has disconnected, even while it waits', async () => {
      const { url, record } = await open();
      const gone = new AbortController();
      const response = await fetch(`${url}/v1/wait`, { signal: gone.signal });
      const first = await (response.body as ReadableStream<Uint8Array>).getReader().read();
      expect(new TextDecoder().decode(first.value)).toContain('waiting');
      gone.abort();
      await record.aborted;
      await record.closed;
      expect(record.errors).toEqual([]);
    });

    test.each(['/v1/break', '/v1/stray'])('closes the connection when a stream fails at %s', async (path) => {
      const { url, record } = await open();
      const response = await fetch(url + path);
      const text = await readUntilBroken(response);
      expect(text).toBe('event: last\ndata: {"type":"last"}\n\n');
      expect(record.errors).toHaveLength(1);
    });

    test('applies the backpressure of a slow reader to the source', async () => {
      const { url, record } = await open();
      const response = await openPaused(`${url}/v1/flood`);
      await settled(() => record.produced);
      expect(record.produced).toBeGreaterThan(0);
      expect(record.produced).toBeLessThan(LONG_STREAM.events / 2);
      let length = 0;
      for await (const chunk of response) length += (chunk as Uint8Array).length;
      expect(length).toBeGreaterThan(LONG_STREAM.events * LONG_STREAM.size);
      expect(record.produced).toBe(LONG_STREAM.events);
    });
  });
}

function post(url: string, body: string, contentType = 'application/json'): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
}

/** Posts lines as they are produced. */
function postLines(
  url: string,
  lines: () => AsyncGenerator<string>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Response> {
  const body = ReadableStream.from(lines()).pipeThrough(new TextEncoderStream());
  const headers = { 'content-type': 'application/jsonl' };
  return fetch(`${url}/v1/lines`, { method: 'POST', headers, body, duplex: 'half', signal });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function readUntilBroken(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<void> => {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) text += decoder.decode(chunk);
  };
  await expect(read()).rejects.toThrow();
  return text;
}

function openPaused(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, resolve).on('error', reject).end();
  });
}

/** Resolves when a number has not changed for many turns of the event loop. */
async function settled(value: () => number): Promise<void> {
  let last = -1;
  for (let quiet = 0; quiet < 300; quiet++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (value() === last && last > 0) continue;
    last = value();
    quiet = 0;
  }
}
