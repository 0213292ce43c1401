/** Access to the control API, and to responses from pages: the same on every host. */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';
import { listen } from '../../mock/hosts/node.ts';
import { createMock, type Exposure, type Mock } from '../../mock/index.ts';

interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

interface Call {
  readonly method?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mock on a host. */
interface Hosted {
  call(path: string, call?: Call): Promise<ApiResponse>;
  close(): Promise<void>;
}

type Host = (mock: Mock, exposure: Exposure) => Promise<Hosted>;

const onNode: Host = async (mock, exposure) => {
  const server = await listen((message) => mock.handle(message, exposure), { host: '127.0.0.1', port: 0 });
  return {
    call: (path, { method = 'GET', host = `127.0.0.1:${server.port}`, headers = {} } = {}) =>
      new Promise((resolve, reject) => {
        const options = { port: server.port, host: '127.0.0.1', path, method, headers: { ...headers, host } };
        const sent = request(options, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as ApiResponse['headers'],
              text,
            });
          });
        });
        sent.on('error', reject).end();
      }),
    close: () => server.close(),
  };
};

const onFetch: Host = (mock, exposure) =>
  Promise.resolve({
    async call(path, { method = 'GET', host = '127.0.0.1:4010', headers = {} } = {}) {
      const response = await createFetch(mock.handle, `http://${host}`, exposure)(path, { method, headers });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    close: () => Promise.resolve(),
  });

const token = 'open-sesame';
const reset = { method: 'POST' };
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

describe.each([
  ['node', onNode],
  ['fetch', onFetch],
])('on the host %s', (_, start) => {
  const open: { close(): Promise<void> }[] = [];

  async function hosted(exposure: Exposure, options: Parameters<typeof createMock>[0] = {}): Promise<Hosted> {
    const mock = await createMock({ fixture: 'empty', ...options });
    const host = await start(mock, exposure);
    open.unshift(host, mock);
    return host;
  }
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  describe('a mock on a loopback address', () => {
    let host: Hosted;
    beforeEach(async () => {
      host = await hosted('loopback', { allowOrigins: ['https://app.example'] });
    });

    it.each([
      'rebound.test',
      '127.0.0.1.rebound.test:4010',
      'localhost.rebound.test',
      '192.168.0.10',
      '10.0.0.1:4010',
    ])('rejects calls to %s, which a page of that origin could make by DNS rebinding', async (name) => {
      const { status, text } = await host.call('/_mock/reset', { ...reset, host: name });
      expect([status, JSON.parse(text)]).toEqual([403, { error: expect.stringContaining(name) as string }]);
      expect((await host.call('/_mock/health', { host: name })).status).toBe(403);
    });

    it.each(['/v1/agents', '/w/default/v1/agents', '/nowhere', '/.well-known/oauth-protected-resource'])(
      'serves %s under loopback names only',
      async (path) => {
        const ask = (name: string) => host.call(path, { host: name, headers: bearer('rt_live_dev') });
        expect((await ask('localhost:4010')).status).not.toBe(403);
        const { status, text } = await ask('rebound.test:4010');
        expect([status, JSON.parse(text)]).toEqual([
          403,
          { error: expect.stringContaining('--allow-host') as string },
        ]);
      },
    );

    it('accepts the hosts that are allowed', async () => {
      const open = await hosted('loopback', { allowHosts: ['mock.test'] });
      const { status } = await open.call('/_mock/reset', { ...reset, host: 'mock.test:4010' });
      expect(status).toBe(200);
    });

    it('rejects changes from a page of another site', async () => {
      const register = (headers: Readonly<Record<string, string>>) =>
        host.call('/agent/auth', { method: 'POST', headers });
      expect((await register({ origin: 'https://elsewhere.test' })).status).toBe(403);
      expect((await register({ origin: 'null', 'content-type': 'text/plain' })).status).toBe(403);
      expect((await register({ origin: 'http://localhost:5173' })).status).toBe(400);
    });

    it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]', 'https://app.example'])(
      'accepts control calls from pages of %s',
      async (origin) => {
        const { status, headers } = await host.call('/_mock/reset', { ...reset, headers: { origin } });
        expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
      },
    );

    it.each(['https://elsewhere.test', 'https://app.example.test', 'null', 'file://'])(
      'rejects control calls from pages of %s',
      async (origin) => {
        const { status, headers } = await host.call('/_mock/reset', { ...reset, headers: { origin } });
        expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
      },
    );

    it('needs no token, and ignores one that is sent', async () => {
      expect((await host.call('/_mock/reset', { ...reset, headers: bearer('anything') })).status).toBe(200);
    });
  });

  describe('a mock on any other address', () => {
    it('serves only its health without a token', async () => {
      const host = await hosted('network', { controlToken: token });
      expect((await host.call('/_mock/health', { host: 'mock.test' })).status).toBe(200);
      for (const path of ['/_mock/world', '/_mock/worlds', '/w/default/_mock/state', '/_mock/requests'])
        expect([path, (await host.call(path)).status]).toEqual([path, 403]);
    });

    it.each([[''], ['open-sesam'], ['open-sesame-'], ['OPEN-SESAME'], ['x'], ['open-sesame0']])(
      'rejects the token %j',
      async (wrong) => {
        const host = await hosted('network', { controlToken: token });
        expect((await host.call('/_mock/reset', { ...reset, headers: bearer(wrong) })).status).toBe(403);
        expect(
          (await host.call('/_mock/reset', { ...reset, headers: { authorization: token } })).status,
        ).toBe(403);
      },
    );

    it('accepts control calls with the token, under any host name', async () => {
      const host = await hosted('network', { controlToken: token });
      const { status } = await host.call('/_mock/reset', {
        ...reset,
        host: 'mock.test',
        headers: bearer(token),
      });
      expect(status).toBe(200);
    });

    it('rejects all control calls when no token is configured', async () => {
      const host = await hosted('network');
      for (const headers of [{}, bearer(''), bearer('undefined'), bearer('null')])
        expect((await host.call('/_mock/reset', { ...reset, headers })).status).toBe(403);
      expect((await host.call('/v1/agents', { headers: bearer('rt_live_dev') })).status).toBe(200);
    });
  });

  it.each(['/v1/agents', '/_mock/world', '/_mock/state'])(
    'a response of %s is treated as data by a browser',
    async (path) => {
      const host = await hosted('loopback');
      const { headers } = await host.call(path, { headers: bearer('rt_live_dev') });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
    },
  );

  describe('a preflight', () => {
    const ask = (host: Hosted, headers: Readonly<Record<string, string>>) =>
      host.call('/v1/agents/agent_support/execute', {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST', ...headers },
      });
    const namesIn = (list: string | undefined) => (list ?? '').toLowerCase().split(/, */);

    it('lists every header that a client of the contract can send', async () => {
      const { status, headers } = await ask(await hosted('loopback'), {});
      const inContract = operations
        .flatMap(({ parameters }) => parameters)
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name.toLowerCase())
        .filter((name) => name !== 'origin');
      const needed = ['authorization', 'content-type', 'prefer', 'last-event-id', ...inContract];
      const listed = namesIn(headers['access-control-allow-headers']);
      expect([status, needed.filter((name) => !listed.includes(name))]).toEqual([204, []]);
    });

    it('allows every method of both contracts', async () => {
      const { headers } = await ask(await hosted('loopback'), {});
      const listed = namesIn(headers['access-control-allow-methods']);
      expect(['get', 'post', 'put', 'patch', 'delete'].filter((method) => !listed.includes(method))).toEqual(
        [],
      );
    });

    it('exposes the headers of the mock to the page', async () => {
      const host = await hosted('loopback');
      const { headers } = await host.call('/v1/agents', { headers: { origin: 'http://localhost:5173' } });
      const readable = namesIn(headers['access-control-expose-headers']);
      const said = operations
        .flatMap(({ responses }) => responses)
        .flatMap((response) => response.headers.map(({ name }) => name.toLowerCase()));
      const needed = ['preference-applied', 'backlot-outside-contract', ...said];
      expect([...new Set(needed)].filter((name) => !readable.includes(name))).toEqual([]);
    });

    it('of the control API follows the same rules', async () => {
      const host = await hosted('loopback');
      const steer = (origin: string) =>
        host.call('/_mock/faults', {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'DELETE' },
        });
      expect((await steer('http://localhost:5173')).status).toBe(204);
      expect((await steer('https://elsewhere.test')).status).toBe(403);
    });
  });
});
