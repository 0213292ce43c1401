/** With --block the proxy responds to requests that violate the contract itself, and forwards everything else. */
import { afterEach, describe, expect, test } from 'vitest';
import { checks } from '../../generated/service/validators.ts';
import type { Proxy, ProxyOptions } from '../../conformance/proxy/proxy.ts';
import { connectRaw } from '../hosts/support/raw-client.ts';
import { until } from '../hosts/support/until.ts';
import { sendJson, startCannedUpstream, type CannedUpstream } from './support/canned-upstream.ts';
import { startTestProxy } from './support/start.ts';

const KEY = { authorization: 'Bearer rt_live_dev' };
const JSON_KEY = { ...KEY, 'content-type': 'application/json' };

let upstream: CannedUpstream;
let proxy: Proxy;

async function open(options: Partial<ProxyOptions> = {}): Promise<void> {
  upstream = await startCannedUpstream((outgoing) => sendJson(outgoing, 404, { error: 'Agent not found' }));
  proxy = await startTestProxy(upstream.url, { isBlocking: true, ...options });
}

afterEach(async () => {
  await proxy.close();
  await upstream.close();
});

const create = (body: string, headers: Record<string, string> = JSON_KEY): Promise<Response> =>
  fetch(`${proxy.url}/v1/agents`, { method: 'POST', headers, body });

describe('a request that violates the contract', () => {
  test('gets an error object with all problems', async () => {
    await open();
    const response = await create('{"name":1,"maxTurns":"x"}');
    const body: unknown = await response.json();
    expect([response.status, response.headers.get('backlot-outside-contract')]).toEqual([400, 'Q03']);
    expect(checks.ErrorBody.check(body)).toBe(true);
    expect(body).toMatchObject({
      error: 'The request is invalid.',
      details: [
        { path: 'name', code: 'INVALID_TYPE' },
        { path: 'maxTurns', code: 'INVALID_TYPE' },
      ],
    });
    expect(upstream.requests).toEqual([]);
  });

  test('is reported as blocked and counted', async () => {
    await open();
    await create('{}');
    await proxy.settle();
    expect(proxy.violations()).toMatchObject([
      { check: 'Q03', isBlocked: true, operation: 'createAgent', path: '/v1/agents', exchange: 1 },
    ]);
    expect(proxy.stats()).toMatchObject({ passed: 0, blocked: 1, checked: 0, found: { fail: 1 } });
  });

  test('gets the first problem as its error message', async () => {
    await open();
    const response = await fetch(`${proxy.url}/v1/agents`);
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining('Authorization') as string,
    });
  });

  test('gets a response before its body is requested when its headers suffice to reject it', async () => {
    await open();
    const client = await connectRaw(proxy.port);
    client.send(
      'POST /v1/agents HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(await client.wait('details')).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    client.socket.destroy();
  });
});

describe('the blocking proxy', () => {
  test('forwards valid requests byte for byte', async () => {
    await open();
    expect((await create('{ "name" : "A" }')).status).toBe(404);
    expect(upstream.requests).toEqual(['POST /v1/agents { "name" : "A" }']);
    await proxy.settle();
    expect(proxy.violations().filter(({ side }) => side === 'request')).toEqual([]);
  });

  test('forwards requests with only warnings, and reports each warning once', async () => {
    await open();
    expect((await fetch(`${proxy.url}/v1/other`, { headers: KEY })).status).toBe(404);
    await proxy.settle();
    expect(proxy.violations()).toMatchObject([{ check: 'Q01', severity: 'warn', isBlocked: false }]);
  });

  test('does not forward requests with only warnings in strict mode', async () => {
    await open({ isStrict: true });
    const response = await fetch(`${proxy.url}/v1/other`, { headers: KEY });
    expect([response.status, response.headers.get('backlot-outside-contract')]).toEqual([400, 'Q01']);
  });

  test('forwards any body of over 1 MiB', async () => {
    await open();
    const body = JSON.stringify({ name: 1, text: 'x'.repeat(3_000_000) });
    expect((await create(body)).status).toBe(404);
    await proxy.settle();
    expect(upstream.requests[0]).toBe(`POST /v1/agents ${body}`);
    expect(proxy.stats().unchecked).toEqual({ 'request bodies over 1 MiB': 1 });
  });

  test('sends 100 Continue itself, and then forwards the body', async () => {
    await open();
    const client = await connectRaw(proxy.port);
    const head =
      'POST /v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Type: application/json';
    client.send(`${head}\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n`);
    await client.wait('100 Continue');
    client.send('{"name":"A"}');
    const received = await client.wait('Agent not found');
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 404']);
    expect(upstream.requests).toEqual(['POST /v1/agents {"name":"A"}']);
    client.socket.destroy();
  });

  test('forwards HEAD, OPTIONS and paths outside the base path', async () => {
    await open({ basePaths: ['/api'] });
    for (const method of ['HEAD', 'OPTIONS', 'GET'])
      expect((await fetch(`${proxy.url}/v1/agents`, { method })).status).toBe(404);
    expect(upstream.requests).toHaveLength(3);
  });

  test('forwards nothing when the client disconnects in the middle of its body', async () => {
    await open();
    const client = await connectRaw(proxy.port);
    client.send(
      'POST /v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"na',
    );
    await until(() => client.socket.bytesWritten > 100);
    client.socket.destroy();
    await create('{"name":"A"}');
    await proxy.settle();
    expect(upstream.requests).toEqual(['POST /v1/agents {"name":"A"}']);
    expect(proxy.stats()).toMatchObject({ passed: 1, blocked: 0 });
  });
});
