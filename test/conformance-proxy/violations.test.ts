/** Violations are reported while traffic is forwarded, also on the proxy's own endpoints, which only serve this computer. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Proxy, ProxyOptions, Violation } from '../../conformance/proxy/proxy.ts';
import { connectRaw } from '../hosts/support/raw-client.ts';
import { until } from '../hosts/support/until.ts';
import {
  sendJson,
  startCannedUpstream,
  type CannedAnswer,
  type CannedUpstream,
} from './support/canned-upstream.ts';
import { startTestProxy } from './support/start.ts';

const KEY = { authorization: 'Bearer rt_live_secret_1' };
const notFound: CannedAnswer = (outgoing) => sendJson(outgoing, 404, { error: 'Agent not found' });
const empty: CannedAnswer = (outgoing) => sendJson(outgoing, 404, {});

let upstream: CannedUpstream;
let proxy: Proxy;
let reported: Violation[];

async function open(answer: CannedAnswer, options: Partial<ProxyOptions> = {}): Promise<void> {
  reported = [];
  upstream = await startCannedUpstream(answer);
  proxy = await startTestProxy(upstream.url, {
    onViolation: (violation) => reported.push(violation),
    ...options,
  });
}

afterEach(async () => {
  await proxy.close();
  await upstream.close();
});

interface Listing {
  readonly violations: readonly Violation[];
  readonly cursor: number;
  readonly isSettled: boolean;
  readonly found: { readonly fail: number; readonly warn: number };
}

async function list(query = ''): Promise<Listing> {
  const response = await fetch(`${proxy.url}/_proxy/violations${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Listing;
}

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${proxy.url}${path}`, { headers: KEY, ...init });

describe('a violation', () => {
  test('in a response is reported with its sources, and the response is forwarded', async () => {
    await open(empty);
    const response = await call('/v1/agents/agent_1?x=1');
    expect([response.status, await response.text()]).toEqual([404, '{}']);
    expect((await list()).violations).toEqual([
      expect.objectContaining({
        ...{ number: 1, exchange: 1, side: 'response', operation: 'getAgent', method: 'GET', status: 404 },
        ...{ path: '/v1/agents/agent_1', check: 'C05', severity: 'fail', at: 'body.error', isBlocked: false },
        place: expect.stringMatching(/^spec\//) as string,
        facts: expect.arrayContaining([expect.stringMatching(/^F-/)]) as string[],
      }),
    ]);
    expect(reported).toEqual((await list()).violations);
  });

  test('in a request is reported, and the request is forwarded', async () => {
    await open((outgoing) => sendJson(outgoing, 400, { error: 'Validation failed' }));
    const headers = { ...KEY, 'content-type': 'application/json' };
    await call('/v1/agents', { method: 'POST', headers, body: '{"name":1}' });
    expect((await list()).violations).toEqual([
      expect.objectContaining({ side: 'request', check: 'Q03', at: 'body.name', status: null }),
    ]);
    expect(upstream.requests).toEqual(['POST /v1/agents {"name":1}']);
  });

  test('in a stream is reported before the stream ends', async () => {
    let go: () => void = () => undefined;
    await open((outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write(
        'data: {"type":"execution_start","executionId":"e","seq":0,"startedAt":"2026-01-01T00:00:00Z"}\n\n',
      );
      outgoing.write('data: none\n\n');
      go = () => outgoing.end();
    });
    const headers = { ...KEY, 'content-type': 'application/json' };
    const body = '{"messages":[{"role":"user","content":"Hi"}]}';
    const response = await call('/v1/agents/agent_1/execute', { method: 'POST', headers, body });
    await until(() => reported.some(({ check }) => check === 'S02'));
    expect(reported.find(({ check }) => check === 'S02')).toMatchObject({ at: 'event 2', severity: 'fail' });
    go();
    expect(await response.text()).toContain('data: none');
  });

  test('never contains a credential', async () => {
    await open(empty);
    await call('/v1/agents/agent_1?key=rt_live_secret_1');
    expect(JSON.stringify(await list())).not.toContain('rt_live_secret_1');
  });

  test('is not reported for a response of over 1 MiB, which is forwarded and counted as unchecked', async () => {
    const long = JSON.stringify({ error: 'x'.repeat(1_100_000) });
    await open((outgoing) => outgoing.writeHead(404, { 'content-type': 'application/json' }).end(long));
    expect((await (await call('/v1/agents/agent_1')).text()).length).toBe(long.length);
    await proxy.settle();
    expect([reported, proxy.stats().unchecked]).toEqual([[], { 'response bodies over 1 MiB': 1 }]);
  });
});

describe('/_proxy/violations', () => {
  test('returns all violations, or those after a cursor', async () => {
    await open(empty);
    await call('/v1/agents/agent_1');
    const first = await list();
    expect(first).toMatchObject({ cursor: 1, isSettled: true, found: { fail: 1, warn: 0 } });
    expect(await list('?after=1')).toMatchObject({ violations: [], cursor: 1 });
    await call('/v1/nothing');
    const { violations, cursor } = await list(`?after=${first.cursor}`);
    expect(violations.map(({ check, severity }) => [check, severity])).toEqual([['Q01', 'warn']]);
    expect(cursor).toBe(2);
  });

  test('is cleared by DELETE, and keeps counting', async () => {
    await open(empty);
    await call('/v1/agents/agent_1');
    const response = await fetch(`${proxy.url}/_proxy/violations`, { method: 'DELETE' });
    expect(await response.json()).toEqual({ cursor: 1 });
    expect(await list()).toMatchObject({ violations: [], cursor: 1, found: { fail: 0, warn: 0 } });
    await call('/v1/agents/agent_1');
    expect((await list('?after=1')).violations).toMatchObject([{ number: 2 }]);
  });

  test.each(['?after=x', '?after=-1', '?after=1.5'])('rejects %s', async (query) => {
    await open(notFound);
    expect((await fetch(`${proxy.url}/_proxy/violations${query}`)).status).toBe(400);
  });

  test('is not forwarded to the upstream', async () => {
    await open(notFound);
    await list();
    expect(upstream.requests).toEqual([]);
  });
});

test('/_proxy/health returns the number of forwarded requests', async () => {
  await open(notFound);
  await call('/v1/agents/agent_1');
  await proxy.settle();
  const health: unknown = await (await fetch(`${proxy.url}/_proxy/health`)).json();
  expect(health).toMatchObject({
    ok: true,
    upstream: upstream.url.origin,
    isChecking: true,
    passed: 1,
    checked: 1,
  });
});

test.each([
  ['POST', '/_proxy/violations', 405],
  ['DELETE', '/_proxy/health', 405],
  ['GET', '/_proxy/other', 404],
  ['GET', '/_proxy', 404],
])('%s %s returns %i', async (method, path, status) => {
  await open(notFound);
  expect((await fetch(`${proxy.url}${path}`, { method })).status).toBe(status);
});

test.each([
  ['a foreign host name', 'Host: evil.test:4011'],
  ['a page of another origin', 'Host: localhost\r\nOrigin: https://evil.test'],
  ['a page without an origin', 'Host: localhost\r\nOrigin: null'],
])('%s gets no information', async (_name, headers) => {
  await open(notFound);
  for (const path of ['/_proxy/violations', '/_proxy/health', '/_proxy/other']) {
    const client = await connectRaw(proxy.port);
    client.send(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    expect(await client.wait('this computer')).toContain('HTTP/1.1 403 Forbidden');
    client.socket.destroy();
  }
});

test('paths of the contract are relative to the base path', async () => {
  await open(empty, { basePaths: ['/w/{world}'] });
  await call('/w/main/v1/agents/agent_1');
  await call('/v1/agents/agent_1');
  expect((await list()).violations).toMatchObject([{ path: '/v1/agents/agent_1', check: 'C05' }]);
  expect(proxy.stats().unchecked).toEqual({ 'outside the base path': 1 });
  expect(upstream.requests).toEqual(['GET /w/main/v1/agents/agent_1', 'GET /v1/agents/agent_1']);
});
