import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createCardFetcher } from '../../../mock/agent-platform/cards/card-fetcher.ts';
import { createOutboundFetch, type OutboundOptions } from '../../../mock/hosts/outbound-fetch.ts';
import type { OutboundResponse } from '../../../mock/http/outbound.ts';
import { createMock } from '../../../mock/index.ts';
import { serve } from '../../support/server.ts';
import { freePort } from '../../support/programs.ts';

/** Serves locally; returns `127.0.0.1:PORT` and the requests it received. */
async function serveHost(
  answer: RequestListener,
): Promise<{ host: string; port: number; received: string[] }> {
  const received: string[] = [];
  const { port } = await serve((request, response) => {
    received.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  return { host: `127.0.0.1:${port}`, port, received };
}

const sendCard: RequestListener = (_, response) => void response.end('{"name":"Remote"}');
const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end('not read');

const fetchCard = (
  address: string,
  options: OutboundOptions = {},
  own: (url: URL) => OutboundResponse | null = () => null,
  signal = new AbortController().signal,
) => createCardFetcher(createOutboundFetch(options)).fetchCard(address, { signal, own });

const codeOf = (result: Awaited<ReturnType<typeof fetchCard>>) => (result.ok ? 'ok' : result.error.code);

describe('an allowed host', () => {
  it('receives the request for its card', async () => {
    const { host } = await serveHost(sendCard);
    expect(await fetchCard(`http://${host}/card.json`, { allow: [host] })).toEqual({
      ok: true,
      value: { name: 'Remote' },
    });
  });

  it('receives a descriptive request without credentials', async () => {
    let headers: unknown;
    const { host } = await serveHost((request, response) => {
      headers = request.headers;
      sendCard(request, response);
    });
    await fetchCard(`http://${host}/`, { allow: [host] });
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
      host,
      'user-agent': 'backlot',
    });
  });

  it('receives no request if it is not allowed', async () => {
    const { host, received } = await serveHost(sendCard);
    expect(codeOf(await fetchCard(`http://${host}/`))).toBe('CARD_ADDRESS_REFUSED');
    expect(received).toEqual([]);
  });
});

describe('a redirect', () => {
  it('from an allowed host to a disallowed one is rejected before a request', async () => {
    const target = await serveHost(sendCard);
    const { host } = await serveHost(redirectTo(`http://${target.host}/`));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_ADDRESS_REFUSED');
    expect(target.received).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://me@example.com/',
    '//[::1]/',
    'http://2130706433/',
  ])('to %s is rejected', async (location) => {
    const { host } = await serveHost(redirectTo(location));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_ADDRESS_REFUSED');
  });

  it('to another path of the host is followed', async () => {
    const { host, received } = await serveHost((request, response) => {
      if (request.url === '/a/card.json') redirectTo('../b.json')(request, response);
      else sendCard(request, response);
    });
    expect(codeOf(await fetchCard(`http://${host}/a/card.json`, { allow: [host] }))).toBe('ok');
    expect(received).toEqual([`${host}/a/card.json`, `${host}/b.json`]);
  });

  it('is followed at most five times', async () => {
    const { host, received } = await serveHost(redirectTo('/again'));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_FETCH_FAILED');
    expect(received).toHaveLength(6);
  });

  it('to an invalid URL is rejected', async () => {
    const { host } = await serveHost(redirectTo('http://'));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_URL_INVALID');
  });
});

describe('a host name', () => {
  it.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']], [['::ffff:7f00:1']], [['fe80::1']]])(
    'that resolves to %j is rejected',
    async (addresses) => {
      const resolve = () => Promise.resolve(addresses);
      expect(codeOf(await fetchCard('http://cards.example.com/', { resolve }))).toBe('CARD_ADDRESS_REFUSED');
    },
  );

  it('is resolved once, and the connection uses that IP address', async () => {
    const { port, received } = await serveHost(sendCard);
    const lookups: string[] = [];
    const resolve = (name: string) => {
      lookups.push(name);
      return Promise.resolve(lookups.length === 1 ? ['127.0.0.1'] : ['192.0.2.1']);
    };
    const host = `cards.rebind.example:${port}`;
    expect(codeOf(await fetchCard(`http://${host}/card`, { resolve, allow: [host] }))).toBe('ok');
    expect([lookups, received]).toEqual([['cards.rebind.example'], [`${host}/card`]]);
  });

  it('is resolved and checked again at each redirect', async () => {
    const { port, received } = await serveHost(redirectTo('http://cards.rebind.example/next'));
    const lookups: string[] = [];
    const resolve = (name: string) => {
      lookups.push(name);
      return Promise.resolve(['127.0.0.1']);
    };
    const first = `first.example:${port}`;
    expect(codeOf(await fetchCard(`http://${first}/`, { resolve, allow: [first] }))).toBe(
      'CARD_ADDRESS_REFUSED',
    );
    expect([received.length, lookups]).toEqual([1, ['first.example', 'cards.rebind.example']]);
  });

  it.each([
    ['has no address', () => Promise.resolve([])],
    ['cannot be resolved', () => Promise.reject(new Error('ENOTFOUND'))],
  ])('that %s is a failure', async (_, resolve) => {
    expect(codeOf(await fetchCard('http://cards.example.com/', { resolve }))).toBe('CARD_FETCH_FAILED');
  });
});

describe('a response', () => {
  it.each([
    ['with a failing status', 503, '{}', 'CARD_FETCH_FAILED'],
    ['with a redirect without a target', 302, '{}', 'CARD_FETCH_FAILED'],
    ['that is not JSON', 200, '<html>', 'CARD_UNREADABLE'],
    ['that is a list', 200, '[]', 'CARD_UNREADABLE'],
    ['that exceeds the length limit', 200, `{"a":"${'x'.repeat(2000)}"}`, 'CARD_FETCH_FAILED'],
    ['that is just within the length limit', 200, `{"a":"${'x'.repeat(900)}"}`, 'ok'],
  ])('%s', async (_, status, body, code) => {
    const { host } = await serveHost((__, response) => void response.writeHead(status).end(body));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host], maxBytes: 1000 }))).toBe(code);
  });

  it('without an end is cancelled when it exceeds the length limit', async () => {
    const { host } = await serveHost((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_FETCH_FAILED');
  });

  it('that is truncated is a failure', async () => {
    const { host } = await serveHost((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"name":');
      response.destroy();
    });
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_FETCH_FAILED');
  });

  it('that never arrives is a failure after the timeout', async () => {
    const { host } = await serveHost(() => undefined);
    expect(await fetchCard(`http://${host}/`, { allow: [host], timeout: 50 })).toMatchObject({
      error: { code: 'CARD_FETCH_FAILED', reason: `${host} did not respond in time` },
    });
  });

  it('is abandoned when the client disconnects', async () => {
    const gone = new AbortController();
    const { host } = await serveHost(() => gone.abort());
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }, undefined, gone.signal))).toBe(
      'CARD_FETCH_FAILED',
    );
  });

  it('from a port without a listener is a failure', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await fetchCard(`http://${host}/`, { allow: [host] })).toMatchObject({
      error: { code: 'CARD_FETCH_FAILED', reason: `${host} could not be asked (ECONNREFUSED)` },
    });
  });
});

describe('a URL of the mock itself', () => {
  const own = (url: URL): OutboundResponse | null =>
    url.host === 'mock.test' ? { status: 200, location: null, text: '{"own":true}' } : null;

  it('is served without the network', async () => {
    const resolve = () => Promise.reject(new Error('asked'));
    expect(await fetchCard('http://mock.test/', { resolve }, own)).toEqual({
      ok: true,
      value: { own: true },
    });
  });

  it('can be reached through a redirect', async () => {
    const { host } = await serveHost(redirectTo('http://mock.test/'));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }, own))).toBe('ok');
  });
});

describe('a mock on Node', () => {
  const call = async (options: Parameters<typeof createMock>[0], url: string) => {
    const mock = await createMock(options);
    const response = await mock.fetch('/v1/agents/fetch-agent-card', {
      method: 'POST',
      headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    await mock.close();
    return [response.status, await response.json()];
  };

  it('fetches cards over the network from allowed hosts', async () => {
    const { host } = await serveHost(sendCard);
    expect(await call({ allowCards: [host] }, `http://${host}/`)).toEqual([200, { name: 'Remote' }]);
    expect(await call({}, `http://${host}/`)).toMatchObject([400, { error: 'Invalid URL' }]);
  });

  it('does not start with an invalid allowed host', async () => {
    await expect(createMock({ allowCards: ['http://cards.test'] })).rejects.toThrow(/is not a valid host/);
  });
});
