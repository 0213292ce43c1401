/** Requests that no ordinary client sends, written byte by byte to a mock on a port. */
import { expect, it } from 'vitest';
import { connectRaw } from './support/raw-client.ts';
import { until } from './support/until.ts';
import { useServedMock } from '../support/served-mock.ts';

const served = useServedMock({ fixture: 'empty' });

/** Sends lines and returns the whole response. The server must close the connection. */
async function send(
  ...lines: readonly string[]
): Promise<{ readonly status: number; readonly text: string }> {
  const client = await connectRaw(served.port);
  client.send(`${lines.join('\r\n')}\r\n\r\n`);
  await until(() => client.isClosed);
  const text = client.received();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}

const close = 'connection: close';
const key = 'authorization: Bearer rt_live_dev';

it.each<[string, readonly string[], number]>([
  ['is its loopback name', ['GET /v1/agents HTTP/1.1', 'host: localhost:4010', key, close], 200],
  ['may be missing in HTTP/1.0', ['GET /v1/agents HTTP/1.0', key, close], 200],
  ['must not be missing in HTTP/1.1', ['GET /v1/agents HTTP/1.1', key, close], 400],
  ['must not be repeated', ['GET /v1/agents HTTP/1.1', 'host: localhost', 'Host: a.test', key, close], 400],
  ['is checked in HTTP/1.0 too', ['GET /v1/agents HTTP/1.0', 'host: a.test', key, close], 403],
  [
    'is overridden by a target in absolute form',
    ['GET http://a.test/v1/agents HTTP/1.1', 'host: localhost', key, close],
    403,
  ],
  [
    'may be repeated in a target in absolute form',
    ['GET http://localhost:4010/v1/agents HTTP/1.1', 'host: localhost:4010', key, close],
    200,
  ],
])('the Host header of a request %s', async (_, lines, status) => {
  const response = await send(...lines);
  expect(response.status).toBe(status);
  if (status !== 200) expect(response.text).toMatch(/\{"error":".+"\}$/);
});

it.each<[string, readonly string[], number]>([
  ['an expectation', ['GET /v1/agents HTTP/1.1', 'host: localhost', 'expect: a-coffee', key, close], 417],
  ['a tunnel', ['CONNECT a.test:443 HTTP/1.1', 'host: a.test:443'], 501],
  ['a non-HTTP request', ['HELLO'], 400],
])('rejects %s with the error object', async (_, lines, status) => {
  const response = await send(...lines);
  expect(response.status).toBe(status);
  expect(response.text).toMatch(/\{"error":".+"\}$/);
});
