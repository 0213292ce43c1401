/** Reading responses: every kind of body, and every limit that ends reading, with its cleanup. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestOf } from '../../../../conformance/http/body-bytes.ts';
import type { RecordedResponse, CaptureEnd } from '../../../../conformance/model/exchange.ts';
import { readResponse, type ReadOptions } from '../../../../conformance/http/read-response.ts';

const caps = { firstByteMs: 1_000, idleMs: 2_000, totalMs: 5_000, events: 10, bytes: 1_000 };
const encoder = new TextEncoder();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  expect(vi.getTimerCount(), 'pending timers').toBe(0);
  vi.useRealTimers();
});

/** A body that a test writes; `cancelled` is set when its reader cancels it. */
function openBody() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = { cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController;
    },
    cancel: () => {
      body.cancelled = true;
    },
  });
  return {
    stream,
    body,
    send: (text: string) => controller.enqueue(encoder.encode(text)),
    close: () => controller.close(),
    fail: () => controller.error(new Error('The connection was reset.')),
  };
}

function start(
  stream: ReadableStream | string | null,
  type: string | null,
  options: Partial<ReadOptions> = {},
) {
  const stop = new AbortController();
  const response = new Response(stream, { headers: type === null ? {} : { 'content-type': type } });
  if (type === null) response.headers.delete('content-type');
  const reading = readResponse(response, { caps, started: performance.now(), stop, ...options });
  reading.catch(() => undefined);
  return { reading, stop };
}

async function endOf(reading: Promise<RecordedResponse>): Promise<CaptureEnd> {
  const { body } = await reading;
  if (body.kind !== 'stream') throw new Error(`The body is ${body.kind}.`);
  return body.stream.end;
}

const sha256 = digestOf(Buffer.from('abc'));

describe('a body', () => {
  it.each([
    ['application/json', '{"a":1}', { kind: 'json', value: { a: 1 }, text: '{"a":1}' }],
    ['application/problem+json; charset=utf-8', '[]', { kind: 'json', value: [], text: '[]' }],
    ['text/html', '<p>', { kind: 'text', text: '<p>', problem: null }],
    ['image/png', 'abc', { kind: 'bytes', length: 3, sha256 }],
    [null, 'abc', { kind: 'bytes', length: 3, sha256 }],
    ['application/json', '', { kind: 'none' }],
    ['application/json', null, { kind: 'none' }],
  ])('of type %s with the text %j is read', async (type, text, body) => {
    expect((await start(text, type).reading).body).toEqual(body);
  });

  it('with invalid JSON is read as text with a problem', async () => {
    const { body } = await start('{"a":', 'application/json').reading;
    expect(body).toMatchObject({ kind: 'text', text: '{"a":' });
    expect(body).toHaveProperty('problem', expect.stringContaining('JSON'));
  });

  it('is returned with its status and lower-case headers', async () => {
    const response = new Response('a', {
      status: 418,
      headers: { 'X-Tea': 'pot', 'content-type': 'text/plain' },
    });
    const stop = new AbortController();
    const recorded = await readResponse(response, { caps, started: performance.now(), stop });
    expect(recorded).toMatchObject({
      status: 418,
      headers: { 'x-tea': 'pot', 'content-type': 'text/plain' },
    });
  });

  it('that never ends is cancelled after the total time', async () => {
    const { stream, body, send } = openBody();
    const { reading, stop } = start(stream, 'application/json');
    send('{');
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(reading).rejects.toThrow('The body did not end within 5000 ms.');
    expect([stop.signal.aborted, body.cancelled]).toEqual([true, true]);
  });

  it('that is to be read for a time has what came by then', async () => {
    const { stream, body, send } = openBody();
    const { reading } = start(stream, 'text/plain', { bodyMs: 1_500 });
    send('a');
    await vi.advanceTimersByTimeAsync(1_000);
    send('b');
    await vi.advanceTimersByTimeAsync(500);
    expect((await reading).body).toEqual({ kind: 'text', text: 'ab', problem: null });
    expect(body.cancelled).toBe(true);
  });

  it('that never stops growing is read up to a limit', async () => {
    let sent = 0;
    const megabyte = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(megabyte);
      },
    });
    const { body } = await start(endless, 'application/octet-stream').reading;
    expect(body).toEqual({ kind: 'bytes', length: 5 * 1024 * 1024 });
    expect(sent).toBeLessThan(12);
  });

  it('whose connection breaks causes an error', async () => {
    const { stream, send, fail } = openBody();
    const { reading } = start(stream, 'application/json');
    send('{');
    fail();
    await expect(reading).rejects.toThrow('The connection was reset.');
  });

  it('is cancelled when its caller aborts', async () => {
    const { stream, body } = openBody();
    const caller = new AbortController();
    const { reading } = start(stream, 'application/json', { signal: caller.signal });
    caller.abort(new Error('Enough.'));
    await expect(reading).rejects.toThrow('Enough.');
    expect(body.cancelled).toBe(true);
  });
});

describe('a stream', () => {
  const type = 'text/event-stream; charset=utf-8';

  it('is read to its end', async () => {
    const { reading, stop } = start('data: 1\n\ndata: 2\n\ndata: 3', type);
    const { body } = await reading;
    expect(body).toMatchObject({
      kind: 'stream',
      stream: { end: 'closed', rest: 'data: 3', frames: [{ data: '1' }, { data: '2' }] },
    });
    expect(stop.signal.aborted).toBe(false);
  });

  it('without a body is closed immediately', async () => {
    expect(await endOf(start(null, type).reading)).toBe('closed');
  });

  it('that breaks keeps the events received so far', async () => {
    const { stream, send, fail } = openBody();
    const { reading } = start(stream, type);
    send('data: 1\n\n');
    await vi.advanceTimersByTimeAsync(1);
    fail();
    const { body } = await reading;
    expect(body).toMatchObject({ stream: { end: 'broken', frames: [{ data: '1' }] } });
  });

  const hello = 'data: hello\n\n';
  it.each<[string, CaptureEnd, readonly string[], number]>([
    ['sends nothing', 'first-byte', [], 1_000],
    ['becomes idle', 'idle', [hello], 2_000],
    ['does not end', 'total', [hello, hello, hello, hello, hello], 1_000],
    ['sends many events', 'events', Array.from({ length: 10 }, () => hello), 0],
    ['sends many bytes', 'bytes', [`data: ${'x'.repeat(1_000)}\n\n`], 0],
  ])('that %s ends at the cap %s and closes the connection', async (_what, end, texts, gapMs) => {
    const { stream, body, send } = openBody();
    const { reading, stop } = start(stream, type);
    for (const text of texts) {
      send(text);
      await vi.advanceTimersByTimeAsync(gapMs > 1_000 ? 0 : gapMs);
    }
    await vi.advanceTimersByTimeAsync(gapMs);
    expect(await endOf(reading)).toBe(end);
    expect([stop.signal.aborted, body.cancelled]).toEqual([true, true]);
  });

  it('is stopped after the awaited frame', async () => {
    const { stream, body, send } = openBody();
    const { reading } = start(stream, type, { stopAfter: ({ data }) => data === '2' });
    send('data: 1\n\n');
    send('data: 2\n\n');
    await vi.advanceTimersByTimeAsync(1);
    expect(await endOf(reading)).toBe('stopped');
    expect(body.cancelled).toBe(true);
  });

  it('is stopped when its caller aborts, even if that also breaks the connection', async () => {
    const { stream, send, fail } = openBody();
    const caller = new AbortController();
    const { reading } = start(stream, type, { signal: caller.signal });
    send('data: 1\n\n');
    await vi.advanceTimersByTimeAsync(1);
    caller.signal.addEventListener('abort', fail, { once: true });
    fail();
    caller.abort();
    expect(await endOf(reading)).toBe('stopped');
  });

  it('leaves no listener on the signal of its caller', async () => {
    const caller = new AbortController();
    const add = vi.spyOn(caller.signal, 'addEventListener');
    const remove = vi.spyOn(caller.signal, 'removeEventListener');
    const { stream, send, close } = openBody();
    const { reading } = start(stream, type, { signal: caller.signal });
    for (let count = 0; count < 5; count++) {
      send('data: 1\n\n');
      await vi.advanceTimersByTimeAsync(1);
    }
    close();
    await reading;
    expect(add.mock.calls.length).toBeGreaterThan(0);
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });
});
