/** Connection reuse, `100 Continue`, and requests and responses that the proxy can't forward. */
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Proxy, ProxyOptions } from '../../conformance/proxy/proxy.ts';
import { connectRaw, type RawClient } from '../hosts/support/raw-client.ts';
import { until } from '../hosts/support/until.ts';
import { startRawUpstream, type RawAnswer, type RawUpstream } from './support/raw-upstream.ts';
import { startPassingProxy } from './support/start.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');
const GET = lines('GET /v1/agents HTTP/1.1', 'Host: here', '');
const NOTHING = lines('HTTP/1.1 204 No Content', '');
const whole: RawAnswer = (received) => (received.endsWith('\r\n\r\n') ? NOTHING : null);

let upstream: RawUpstream;
let proxy: Proxy;
let client: RawClient;
let messages: string[];

async function open(answer: RawAnswer, options: Partial<ProxyOptions> = {}): Promise<void> {
  messages = [];
  upstream = await startRawUpstream(answer);
  proxy = await startPassingProxy(upstream.url, { onError: (message) => messages.push(message), ...options });
  client = await connectRaw(proxy.port);
}

afterEach(async () => {
  client.socket.destroy();
  await upstream.close();
  await proxy.close();
});

describe('connections', () => {
  test('are reused on both sides', async () => {
    await open(whole);
    for (const times of [1, 2, 3]) {
      client.send(GET);
      await client.wait('204 No Content', times);
    }
    expect(upstream.connections.length).toBe(1);
  });

  test('return the responses to pipelined requests in order', async () => {
    const later: (() => void)[] = [];
    await open((received, socket) => {
      const isFirst = received.includes('GET /first');
      const response = `${lines('HTTP/1.1 200 OK', 'Content-Length: 3', '')}${isFirst ? 'one' : 'two'}`;
      if (!isFirst) return response;
      later.push(() => socket.write(response));
      return null;
    });
    client.send(lines('GET /first HTTP/1.1', 'Host: here', '', 'GET /second HTTP/1.1', 'Host: here', ''));
    await until(() => upstream.received().includes('/second') && later.length === 1);
    later[0]?.();
    const received = await client.wait('two');
    expect(received.indexOf('one')).toBeLessThan(received.indexOf('two'));
  });

  test('that turn out to be closed are replaced for a request that is safe to retry', async () => {
    let requests = 0;
    await open((_received, socket) => {
      requests += 1;
      if (requests !== 2) return NOTHING;
      socket.resetAndDestroy();
      return null;
    });
    client.send(GET);
    await client.wait('204');
    client.send(GET);
    await client.wait('204', 2);
    expect([requests, upstream.connections.length, messages]).toEqual([3, 2, []]);
  });

  test('that turn out to be closed cause an error for a request that is not safe to retry', async () => {
    let requests = 0;
    await open((_received, socket) => {
      requests += 1;
      if (requests !== 2) return NOTHING;
      socket.resetAndDestroy();
      return null;
    });
    client.send(GET);
    await client.wait('204');
    client.send(lines('POST /v1/agents HTTP/1.1', 'Host: here', 'Content-Length: 0', ''));
    await client.wait('502 Bad Gateway');
    expect([requests, proxy.stats().failed]).toEqual([2, 1]);
  });
});

describe('100 Continue', () => {
  const asking = lines('POST / HTTP/1.1', 'Host: here', 'Content-Length: 2', 'Expect: 100-continue', '');

  test('is forwarded from the upstream, and then the body is sent', async () => {
    await open((received) => {
      if (received.endsWith('ok')) return NOTHING;
      return received.endsWith('\r\n\r\n') ? lines('HTTP/1.1 100 Continue', '') : null;
    });
    client.send(asking);
    await client.wait('HTTP/1.1 100 Continue\r\n\r\n');
    expect(upstream.received()).toContain('Expect: 100-continue');
    client.send('ok');
    await client.wait('204 No Content');
    expect(upstream.received().endsWith('\r\n\r\nok')).toBe(true);
  });

  test('is not sent when the upstream responds immediately, and the connection is closed', async () => {
    await open((received) =>
      received.endsWith('\r\n\r\n') ? lines('HTTP/1.1 413 Too Long', 'Content-Length: 0', '') : null,
    );
    client.send(asking);
    await until(() => client.isClosed);
    expect(client.received()).toBe(
      lines('HTTP/1.1 413 Too Long', 'Content-Length: 0', 'Connection: close', ''),
    );
  });

  test('is left to the upstream for unknown expectations', async () => {
    await open(whole);
    client.send(lines('GET / HTTP/1.1', 'Host: here', 'Expect: the-unexpected', ''));
    await client.wait('204 No Content');
    expect(upstream.received()).toContain('Expect: the-unexpected');
  });
});

describe('the Host header', () => {
  test('is kept unchanged when keepsHost is set', async () => {
    await open(whole, { keepsHost: true });
    client.send(GET);
    await client.wait('204');
    expect(upstream.received()).toBe(GET);
  });

  test('is rejected when it is sent twice', async () => {
    await open(whole);
    client.send(lines('GET / HTTP/1.1', 'Host: here', 'host: there', ''));
    await client.wait('400 Bad Request');
    expect(upstream.received()).toBe('');
  });
});

describe('a request that is not meant for the upstream', () => {
  const targets = [
    'http://other.test/v1/agents',
    'http://user@HOST/',
    'http://other.test:PORT/',
    'https://HOST/',
  ];
  test.each(targets)('is not forwarded: %s', async (target) => {
    await open(whole);
    const meant = target.replace('HOST', upstream.url.host).replace('PORT', String(proxy.port));
    client.send(lines(`GET ${meant} HTTP/1.1`, 'Host: here', ''));
    await client.wait('421 Misdirected Request');
    expect(upstream.received()).toBe('');
  });

  test('is not tunnelled', async () => {
    await open(whole);
    client.send(lines('CONNECT other.test:443 HTTP/1.1', 'Host: other.test', ''));
    await until(() => client.isClosed);
    expect([client.received().split('\r\n')[0], upstream.received()]).toEqual([
      'HTTP/1.1 501 Not Implemented',
      '',
    ]);
  });

  test('is rejected when it is not valid HTTP', async () => {
    await open(whole);
    client.socket.write('GET /caf\xe9 HTTP/1.1\r\nHost: here\r\n\r\n', 'latin1');
    await until(() => client.isClosed);
    expect([client.received().split('\r\n')[0], upstream.received()]).toEqual([
      'HTTP/1.1 400 Bad Request',
      '',
    ]);
  });
});

test('a request to upgrade the protocol is forwarded without the upgrade headers', async () => {
  await open(whole);
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  client.send(lines('GET / HTTP/1.1', 'Host: here', ...upgrade, ''));
  await client.wait('204');
  expect(upstream.received()).toBe(
    lines('GET / HTTP/1.1', `Host: ${upstream.url.host}`, 'Sec-WebSocket-Version: 13', ''),
  );
});

describe('an upstream', () => {
  test('that does not speak HTTP causes a 502 response', async () => {
    await open(() => 'SSH-2.0-none\r\n');
    client.send(GET);
    const response = await client.wait('sent no response');
    expect(response).toContain('HTTP/1.1 502 Bad Gateway');
    expect(response).toContain('backlot-proxy-error: 502');
    expect(messages).toEqual([expect.stringContaining('GET /v1/agents')]);
  });

  test.each([
    ['an invalid status', 'HTTP/1.1 000 Nothing'],
    ['control characters in its reason phrase', 'HTTP/1.1 200 O\u0001K'],
  ])('that responds with %s causes a 502 response', async (_, statusLine) => {
    await open(() => lines(statusLine, 'Content-Length: 2', '') + 'ok');
    client.send(GET);
    const response = await client.wait('sent no response');
    expect(response).toContain('HTTP/1.1 502 Bad Gateway');
    expect(response).toContain('backlot-proxy-error: 502');
    expect(messages).toEqual([expect.stringContaining('status')]);
  });

  test('that switches protocols without a request for it causes a 502 response', async () => {
    await open(() => lines('HTTP/1.1 101 Switching', 'Connection: upgrade', 'Upgrade: mine', ''));
    client.send(GET);
    await client.wait('502 Bad Gateway');
  });

  test('that is unreachable causes a 502 response', async () => {
    await open(whole);
    await upstream.close();
    client.send(GET);
    await client.wait('502 Bad Gateway');
    expect(proxy.stats()).toMatchObject({ passed: 1, failed: 1 });
  });
});

test('everything is forwarded even if the check thread dies', async () => {
  await open(whole, { threadFile: join(import.meta.dirname, 'support/dying-thread.ts') });
  await until(() => !proxy.isChecking);
  client.send(GET);
  await client.wait('204 No Content');
  expect(await proxy.settle()).toBe(true);
  expect(proxy.stats()).toMatchObject({ passed: 1, checked: 0, unchecked: { 'the checks have stopped': 1 } });
  expect(messages.at(-1)).toBe('The checks have stopped; requests are still forwarded.');
});
