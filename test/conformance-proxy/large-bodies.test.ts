/** Bodies of any length are forwarded with bounded memory and with backpressure. */
import { request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, expect, test } from 'vitest';
import type { Proxy } from '../../conformance/proxy/proxy.ts';
import { until } from '../hosts/support/until.ts';
import { killCommands, startProxyCommand } from './support/command.ts';
import { startPassingProxy } from './support/start.ts';
import { serve } from '../support/server.ts';

const PATTERN = Buffer.alloc(1024 * 1024, '[1],');
const CHUNK = PATTERN.subarray(0, 64 * 1024);
const MEGABYTE = 1024 * 1024;
const LENGTH = 100 * MEGABYTE;

afterEach(killCommands);

function* chunks(length: number): Generator<Buffer> {
  for (let sent = 0; sent < length; sent += CHUNK.length) yield CHUNK;
}

/** Counts received bytes and compares them with the output of `chunks`. */
class Counter extends Writable {
  length = 0;
  isRight = true;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const from = this.length % 4;
    this.isRight &&= chunk.equals(PATTERN.subarray(from, from + chunk.length));
    this.length += chunk.length;
    done();
  }
}

/** Responds to a body with one of the same length once it is complete, and to a wrong one with 400. */
async function answerBody(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const received = new Counter();
  await pipeline(incoming, received);
  const { length } = received;
  outgoing.writeHead(received.isRight ? 200 : 400, {
    'content-type': 'application/json',
    'content-length': length,
  });
  await pipeline(Readable.from(chunks(length)), outgoing);
}

async function memoryOf(url: string): Promise<number> {
  return ((await (await fetch(`${url}/_proxy/health`)).json()) as { memoryBytes: number }).memoryBytes;
}

/** Sends a body and reads the response body. Units: bytes, the peak of memory during the request. */
async function passBothWays(url: string, length: number): Promise<number> {
  let most = 0;
  const returned = new Counter();
  async function* watched(): AsyncGenerator<Buffer> {
    let count = 0;
    for (const chunk of chunks(length)) {
      if (++count % 100 === 0) most = Math.max(most, await memoryOf(url));
      yield chunk;
    }
  }
  const headers = { 'content-type': 'application/json', 'content-length': length, authorization: 'Bearer x' };
  const status = await new Promise((resolve, reject) => {
    const request = startRequest(`${url}/v1/agents`, { method: 'POST', headers }, (response) => {
      pipeline(response, returned).then(() => resolve(response.statusCode), reject);
    });
    pipeline(Readable.from(watched()), request).catch(reject);
  });
  expect([status, returned.length, returned.isRight]).toEqual([200, length, true]);
  return Math.max(most, await memoryOf(url));
}

test('150 MB of JSON are forwarded both ways, complete and with bounded memory', async () => {
  const upstream = await serve(
    (incoming, outgoing) => void answerBody(incoming, outgoing).catch(() => undefined),
  );
  const proxy = await startProxyCommand([upstream.url]);
  // A first exchange loads all code and lets the garbage collector settle.
  const before = await passBothWays(proxy.url, 30 * MEGABYTE);
  // A proxy that kept the bodies would need 240 MB more; the collector of a busy machine may lag by some dozens.
  expect((await passBothWays(proxy.url, 150 * MEGABYTE)) - before).toBeLessThan(100 * MEGABYTE);
  await proxy.stop();
  expect(proxy.stdout()).toContain('request bodies over 1 MiB: 2');
  expect(proxy.stdout()).toContain('response bodies over 1 MiB: 2');
}, 60_000);

/** Writes until nothing is accepted for a while. Units: accepted bytes. */
async function writeUntilFull(write: (chunk: Buffer) => boolean, drained: () => number): Promise<number> {
  let sent = 0;
  for (let idle = 0; idle < 50 && sent < LENGTH;) {
    if (write(CHUNK)) sent += CHUNK.length;
    else {
      const before = drained();
      await new Promise((resolve) => setTimeout(resolve, 2));
      idle = drained() === before ? idle + 1 : 0;
    }
  }
  return sent;
}

/** The most that the system's buffers of four sockets and ours can contain. */
const MAX_ON_ITS_WAY = 40 * MEGABYTE;

test('an upstream that reads nothing pauses its client', async () => {
  let proxy: Proxy | null = null;
  const upstream = await serve((incoming) => void incoming.pause());
  try {
    proxy = await startPassingProxy(new URL(upstream.url));
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${LENGTH}\r\n\r\n`);
    const write = (chunk: Buffer): boolean => !socket.writableNeedDrain && (socket.write(chunk), true);
    expect(await writeUntilFull(write, () => socket.writableLength)).toBeLessThan(MAX_ON_ITS_WAY);
    socket.destroy();
  } finally {
    await proxy?.close();
  }
});

test('a client that reads nothing pauses its upstream', async () => {
  let proxy: Proxy | null = null;
  let sending: ServerResponse | null = null;
  const upstream = await serve((_incoming, outgoing) => {
    sending = outgoing.on('error', () => undefined);
  });
  try {
    proxy = await startPassingProxy(new URL(upstream.url));
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => sending !== null);
    const outgoing = sending as unknown as ServerResponse;
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    const write = (chunk: Buffer): boolean => !outgoing.writableNeedDrain && (outgoing.write(chunk), true);
    expect(await writeUntilFull(write, () => outgoing.writableLength)).toBeLessThan(MAX_ON_ITS_WAY);
    socket.destroy();
  } finally {
    await proxy?.close();
  }
});
