/** Streams are forwarded event by event, and an abort on one side reaches the other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Proxy } from '../../conformance/proxy/proxy.ts';
import { connectRaw, type RawClient } from '../hosts/support/raw-client.ts';
import { until } from '../hosts/support/until.ts';
import { startPassingProxy } from './support/start.ts';
import { startServer, type LocalServer } from '../support/server.ts';

interface Served {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const served: Served[] = [];
let server: LocalServer;
let proxy: Proxy;
let client: RawClient;

async function open(): Promise<void> {
  server = await startServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    served.push({ incoming, outgoing });
  });
  proxy = await startPassingProxy(new URL(server.url));
  client = await connectRaw(proxy.port);
}

afterEach(async () => {
  client.socket.destroy();
  await server.close();
  await proxy.close();
  served.length = 0;
});

async function request(head = 'GET /v1/events HTTP/1.1\r\nHost: here\r\n\r\n'): Promise<Served> {
  client.send(head);
  await until(() => served.length > 0);
  return served[0]!;
}

test('headers are forwarded before the first byte of the body', async () => {
  await open();
  const { outgoing } = await request();
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  expect(await client.wait('\r\n\r\n')).toContain('content-type: text/event-stream');
});

test('events are forwarded one by one, each before the next is written', async () => {
  await open();
  const { outgoing } = await request();
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const seq of [0, 1, 2, 3]) {
    outgoing.write(`data: {"seq":${seq}}\n\n`);
    await client.wait(`{"seq":${seq}}`);
  }
  outgoing.end();
  await client.wait('\r\n0\r\n\r\n');
});

test('chunks of a request are forwarded one by one', async () => {
  await open();
  const { incoming } = await request('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n');
  let body = '';
  incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
  for (const chunk of ['a', 'b', 'c']) {
    client.send(chunk);
    await until(() => body.endsWith(chunk));
  }
  expect(incoming.complete).toBe(false);
});

test('a client that disconnects aborts the call to the upstream', async () => {
  await open();
  const { incoming, outgoing } = await request();
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  await client.wait('\r\n\r\n');
  client.socket.destroy();
  await until(() => outgoing.closed);
  expect(incoming.destroyed).toBe(true);
});

test('a client that disconnects before the response aborts the call to the upstream', async () => {
  await open();
  const { outgoing } = await request();
  client.socket.destroy();
  await until(() => outgoing.closed);
  await until(() => proxy.stats().unchecked['the client disconnected'] === 1);
});

test('a client that disconnects in the middle of its request aborts the call to the upstream', async () => {
  await open();
  const { incoming } = await request('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
  incoming.on('error', () => undefined);
  client.socket.destroy();
  await until(() => incoming.destroyed);
  expect(incoming.complete).toBe(false);
});

test('a chunked response that breaks off stays incomplete', async () => {
  await open();
  const { outgoing } = await request();
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  await client.wait('data: 1');
  outgoing.destroy();
  await until(() => client.isClosed);
  expect(client.received()).not.toContain('\r\n0\r\n');
});

test('a response with a Content-Length that breaks off stays incomplete', async () => {
  await open();
  const { outgoing } = await request();
  outgoing.writeHead(200, { 'content-length': 10 }).write('half ');
  await client.wait('half ');
  outgoing.destroy();
  await until(() => client.isClosed);
  expect(client.received().endsWith('\r\n\r\nhalf ')).toBe(true);
  expect(proxy.stats().unchecked).toEqual({ 'the upstream closed the response early': 1 });
});

test('a response before the end of the request is forwarded, and so is the rest of the request', async () => {
  await open();
  const { incoming, outgoing } = await request('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
  outgoing.writeHead(200, { 'content-length': 2 }).end('ok');
  await client.wait('\r\n\r\nok');
  incoming.resume();
  client.send('cd');
  await until(() => incoming.complete);
});

test('the response of an upstream that stops reading the request is still forwarded', async () => {
  await open();
  const { outgoing } = await request('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\nab');
  outgoing.writeHead(413, { 'content-length': 2, connection: 'close' }).end('no');
  expect(await client.wait('\r\n\r\nno')).toContain('HTTP/1.1 413');
  client.send('x'.repeat(3_999_998));
  client.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => served.length === 2 || client.isClosed);
});

test('stopping the proxy ends open streams on both sides', async () => {
  await open();
  const { outgoing } = await request();
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  await client.wait('data: 1');
  await proxy.close();
  await until(() => client.isClosed && outgoing.closed);
});
