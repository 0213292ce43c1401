/** Behaviour that requires a real socket. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { connectRaw } from './support/raw-client.ts';
import { startNotes, type NotesService } from './support/notes.ts';
import { until } from './support/until.ts';

const AUTH = 'Host: 127.0.0.1\r\nAuthorization: Bearer rt_live_all\r\n';

describe('the node host', () => {
  let service: NotesService;
  let server: NodeServer;

  beforeEach(async () => {
    service = await startNotes();
    server = await listen(service.engine.handle, { host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    await server.close();
    await service.engine.close();
  });

  test('responds in order to several requests pipelined on one connection', async () => {
    const client = await connectRaw(server.port);
    client.send(`GET /v1/notes/1 HTTP/1.1\r\n${AUTH}\r\nGET /v1/notes/2 HTTP/1.1\r\n${AUTH}\r\n`);
    const text = await client.wait('HTTP/1.1 200', 2);
    expect(text.indexOf('Note 1')).toBeLessThan(text.indexOf('Note 2'));
    client.socket.destroy();
  });

  test('keeps the order when a stream is requested after another call', async () => {
    const client = await connectRaw(server.port);
    client.send(
      `GET /v1/notes/three/events HTTP/1.1\r\n${AUTH}\r\nGET /v1/notes/three/events HTTP/1.1\r\n${AUTH}\r\nGET /v1/notes/9 HTTP/1.1\r\n${AUTH}\r\n`,
    );
    const text = await client.wait('Note 9');
    expect([...text.matchAll(/^id: (\d)/gm)].map(([, id]) => id)).toEqual(['0', '1', '2', '0', '1', '2']);
    expect(text.match(/^0\r\n\r\n/gm)).toHaveLength(2);
    client.socket.destroy();
  });

  test('streams to an HTTP/1.0 client without chunks', async () => {
    const client = await connectRaw(server.port);
    client.send(`GET /v1/notes/three/events HTTP/1.0\r\n${AUTH}\r\n`);
    await until(() => client.isClosed);
    expect(client.received()).toMatch(/\r\n\r\nid: 0\n[^]*"seq":2\}\n\n$/);
  });

  test('responds to a client that has half-closed the connection, and interrupts its waiting calls', async () => {
    const held = await listen(
      async ({ signal }) => {
        await once(signal, 'abort');
        return { status: 200, headers: {}, body: { kind: 'text', text: 'interrupted' } };
      },
      { host: '127.0.0.1', port: 0 },
    );
    const socket = connect({ port: held.port, host: '127.0.0.1', allowHalfOpen: true });
    const received: Buffer[] = [];
    socket.on('data', (piece: Buffer) => received.push(piece));
    const closed = once(socket, 'close');
    socket.end(`GET /v1/notes/1 HTTP/1.1\r\n${AUTH}\r\n`);
    await closed;
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 200 [^]*interrupted$/);
    await held.close();
  });

  test('responds to headers that are too long with 431', async () => {
    const client = await connectRaw(server.port);
    client.send(`GET /v1/notes HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`);
    await until(() => client.isClosed);
    expect(client.received()).toContain('HTTP/1.1 431');
  });

  test('continues reading after rejecting a request whose body is not yet received', async () => {
    const client = await connectRaw(server.port);
    client.send('POST /v1/notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n\r\n');
    await client.wait('HTTP/1.1 401');
    client.send(`{"title":"Tea"}GET /v1/notes/1 HTTP/1.1\r\n${AUTH}\r\n`);
    await client.wait('Note 1');
    client.socket.destroy();
  });

  test('continues reading after rejecting a body that is slightly too long', async () => {
    const client = await connectRaw(server.port);
    client.send(`POST /v1/notes HTTP/1.1\r\n${AUTH}Content-Length: 1100000\r\n\r\n`);
    await client.wait('HTTP/1.1 413');
    client.send(`${'x'.repeat(1_100_000)}GET /v1/notes/1 HTTP/1.1\r\n${AUTH}\r\n`);
    await client.wait('Note 1');
    client.socket.destroy();
  });

  test('responds to a client that sends endlessly, and then closes the connection', async () => {
    const client = await connectRaw(server.port);
    client.send(`POST /v1/notes HTTP/1.1\r\n${AUTH}Content-Length: 9000000000\r\n\r\n`);
    const text = await client.wait('longer than');
    expect(text).toContain('connection: close');
    for (let i = 0; i < 1_200 && !client.isClosed; i++)
      await new Promise<void>((resolve) => client.socket.write('x'.repeat(65_536), () => resolve()));
    await until(() => client.isClosed);
  });

  test('accepts a chunked body and detects a client that disconnects in the middle', async () => {
    const client = await connectRaw(server.port);
    client.send(
      `POST /v1/notes HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"tit\r\n`,
    );
    client.socket.destroy();
    const other = await connectRaw(server.port);
    other.send(
      `POST /v1/notes HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"tit\r\na\r\nle":"Tea"}\r\n0\r\n\r\n`,
    );
    await other.wait('HTTP/1.1 201');
    other.socket.destroy();
    expect(service.created).toEqual(['Tea']);
    expect(service.reports).toEqual([]);
  });

  test('sends the head of a stream before its first event', async () => {
    const client = await connectRaw(server.port);
    client.send(`GET /v1/notes/silent/events HTTP/1.1\r\n${AUTH}\r\n`);
    const text = await client.wait('text/event-stream');
    expect(text).toMatch(/transfer-encoding: chunked/i);
    client.socket.destroy();
    await until(() => service.streams.closed === 1);
  });

  test('writes the events of one turn together', async () => {
    const client = await connectRaw(server.port);
    client.send(`GET /v1/notes/three/events HTTP/1.1\r\n${AUTH}\r\n`);
    const text = await client.wait('0\r\n\r\n');
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    expect(body.match(/^[0-9a-f]+\r\n/gm)).toHaveLength(2);
    client.socket.destroy();
  });

  test('ends open streams and waiting calls when it closes', async () => {
    const streaming = await fetch(`${server.url}/v1/notes/silent/events`);
    const waiting = fetch(`${server.url}/v1/wait`);
    await until(() => service.streams.asked === 2);
    await until(() => service.waiting === 1);
    const startedAt = performance.now();
    await server.close();
    expect(performance.now() - startedAt).toBeLessThan(900);
    expect(await streaming.text()).toContain('"seq":0');
    expect((await waiting).status).toBe(200);
    server = await listen(service.engine.handle, { host: '127.0.0.1', port: 0 });
  });

  test('reports which port is in use', async () => {
    await expect(
      listen(service.engine.handle, { host: '127.0.0.1', port: server.port }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

test.each([
  ['no token is set', null, 'Bearer secret', 403],
  ['the token is missing', 'secret', null, 403],
  ['the token is wrong', 'secret', 'Bearer secreT', 403],
  ['the token is right', 'secret', 'Bearer secret', 200],
])(
  'the node host on a public address allows control calls only with the token: %s',
  async (_, controlToken, authorization, status) => {
    const service = await startNotes(controlToken === null ? {} : { controlToken });
    const server = await listen(service.engine.handle, { host: '0.0.0.0', port: 0 });
    const url = `http://127.0.0.1:${server.port}`;
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    expect((await fetch(`${url}/_mock/reset`, { method: 'POST', headers })).status).toBe(status);
    expect((await fetch(`${url}/_mock/health`)).status).toBe(200);
    await server.close();
  },
);
