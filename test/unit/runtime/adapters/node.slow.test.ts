import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  attachService,
  nodeListener,
  type AttachOptions,
} from '../../../../templates/runtime/adapters/node.ts';
import type { HttpResponse } from '../../../../templates/runtime/http.ts';
import type { ServeRequest } from '../../../../templates/runtime/server/service.ts';
import { describeAdapter, type Host } from './adapter-suite.ts';
import { startServer } from '../../../support/server.ts';

describeAdapter('node:http', (serve) => startServer(nodeListener(serve, { onError: fail })));

function fail(error: unknown): never {
  throw error;
}

test('a response that HTTP cannot represent is reported and becomes a bare 500', async () => {
  const errors: unknown[] = [];
  const response = { status: 200, headers: { 'x-bad': 'a\nb' }, body: { kind: 'none' } } as const;
  const listener = nodeListener(() => Promise.resolve(response), { onError: (error) => errors.push(error) });
  const host = await startServer(listener);
  const received = await fetch(host.url);
  expect([received.status, await received.text()]).toEqual([500, '']);
  expect(errors).toHaveLength(1);
  await host.close();
});

async function attach(serve: ServeRequest, options: Partial<AttachOptions> = {}): Promise<Host> {
  const server = createServer();
  const service = attachService(server, serve, { onError: fail, ...options });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => service.close() };
}

describeAdapter('an attached service', (serve) => attach(serve));

const text = (body: string): HttpResponse => ({
  status: 200,
  headers: {},
  body: { kind: 'text', text: body },
});

async function sendRaw(url: string, request: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  socket.write(request);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

test.each([
  ['a malformed request', 'HELLO\r\n\r\n', 400, 'Malformed HTTP request.'],
  ['CONNECT', 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n', 501, 'This server opens no tunnels.'],
  [
    'an expectation',
    'GET / HTTP/1.1\r\nHost: a\r\nExpect: coffee\r\nConnection: close\r\n\r\n',
    417,
    'The only supported expectation is 100-continue.',
  ],
])('an attached service responds to %s with problem details', async (_, request, status, detail) => {
  const host = await attach(() => text('never'));
  const received = await sendRaw(host.url, request);
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4))).toMatchObject({ status, detail });
  await host.close();
});

test('an attached service that closes aborts open requests and sends their responses', async () => {
  const host = await attach(async ({ signal }) => {
    await once(signal, 'abort');
    return text('aborted');
  });
  const response = fetch(host.url);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await host.close();
  expect(await (await response).text()).toBe('aborted');
});

test('an attached service that closes disconnects requests that do not finish', async () => {
  const host = await attach(() => new Promise(() => undefined), { closeTimeout: 30 });
  const response = fetch(host.url);
  const failed = expect(response).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await host.close();
  await failed;
});
