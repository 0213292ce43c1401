import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCardFetcher } from '../../../mock/hosts/card-fetch.ts';
import type { CardFetchOptions } from '../../../mock/hosts/card-fetch.ts';
import type { CardResponse } from '../../../mock/http/card-fetcher.ts';
import { createMock } from '../../../mock/index.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** Serves on this computer; gives `127.0.0.1:PORT` and what was asked. */
async function serve(answer: RequestListener): Promise<{ host: string; port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port, asked };
}

const sendCard: RequestListener = (_, response) => void response.end('{"name":"Remote"}');
const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end('not read');

const fetchCard = (
  address: string,
  options: CardFetchOptions = {},
  own: (url: URL) => CardResponse | null = () => null,
  signal = new AbortController().signal,
) => createCardFetcher(options).fetchCard(address, { signal, own });

const codeOf = (result: Awaited<ReturnType<typeof fetchCard>>) => (result.ok ? 'ok' : result.error.code);

describe('a host that is allowed', () => {
  it('is asked for its card', async () => {
    const { host } = await serve(sendCard);
    expect(await fetchCard(`http://${host}/card.json`, { allow: [host] })).toEqual({
      ok: true,
      value: { name: 'Remote' },
    });
  });

  it('is asked politely, without any credentials', async () => {
    let headers: unknown;
    const { host } = await serve((request, response) => {
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

  it('is not asked when nobody has allowed it', async () => {
    const { host, asked } = await serve(sendCard);
    expect(codeOf(await fetchCard(`http://${host}/`))).toBe('CARD_ADDRESS_REFUSED');
    expect(asked).toEqual([]);
  });
});

describe('a redirect', () => {
  it('from an allowed host to one that is not is rejected before it is asked', async () => {
    const target = await serve(sendCard);
    const { host } = await serve(redirectTo(`http://${target.host}/`));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_ADDRESS_REFUSED');
    expect(target.asked).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://me@example.com/',
    '//[::1]/',
    'http://2130706433/',
  ])('to %s is rejected', async (location) => {
    const { host } = await serve(redirectTo(location));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_ADDRESS_REFUSED');
  });

  it('to another path of the host is followed', async () => {
    const { host, asked } = await serve((request, response) => {
      if (request.url === '/a/card.json') redirectTo('../b.json')(request, response);
      else sendCard(request, response);
    });
    expect(codeOf(await fetchCard(`http://${host}/a/card.json`, { allow: [host] }))).toBe('ok');
    expect(asked).toEqual([`${host}/a/card.json`, `${host}/b.json`]);
  });

  it('is followed five times', async () => {
    const { host, asked } = await serve(redirectTo('/again'));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_FETCH_FAILED');
    expect(asked).toHaveLength(6);
  });

  it('to what is no address is rejected', async () => {
    const { host } = await serve(redirectTo('http://'));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_URL_INVALID');
  });
});

describe('a name', () => {
  it.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']], [['::ffff:7f00:1']], [['fe80::1']]])(
    'that resolves to %j is rejected',
    async (addresses) => {
      const resolve = () => Promise.resolve(addresses);
      expect(codeOf(await fetchCard('http://cards.example.com/', { resolve }))).toBe('CARD_ADDRESS_REFUSED');
    },
  );

  it('is resolved once, and the connection goes to that address whatever the name stands for later', async () => {
    const { port, asked } = await serve(sendCard);
    const lookups: string[] = [];
    const resolve = (name: string) => {
      lookups.push(name);
      return Promise.resolve(lookups.length === 1 ? ['127.0.0.1'] : ['192.0.2.1']);
    };
    const host = `cards.rebind.example:${port}`;
    expect(codeOf(await fetchCard(`http://${host}/card`, { resolve, allow: [host] }))).toBe('ok');
    expect([lookups, asked]).toEqual([['cards.rebind.example'], [`${host}/card`]]);
  });

  it('is resolved and judged again at each redirect', async () => {
    const { port, asked } = await serve(redirectTo('http://cards.rebind.example/next'));
    const lookups: string[] = [];
    const resolve = (name: string) => {
      lookups.push(name);
      return Promise.resolve(['127.0.0.1']);
    };
    const first = `first.example:${port}`;
    expect(codeOf(await fetchCard(`http://${first}/`, { resolve, allow: [first] }))).toBe(
      'CARD_ADDRESS_REFUSED',
    );
    expect([asked.length, lookups]).toEqual([1, ['first.example', 'cards.rebind.example']]);
  });

  it.each([
    ['has no address', () => Promise.resolve([])],
    ['can not be resolved', () => Promise.reject(new Error('ENOTFOUND'))],
  ])('that %s is a failure', async (_, resolve) => {
    expect(codeOf(await fetchCard('http://cards.example.com/', { resolve }))).toBe('CARD_FETCH_FAILED');
  });
});

describe('an answer', () => {
  it.each([
    ['with a failing status', 503, '{}', 'CARD_FETCH_FAILED'],
    ['with a redirect that leads nowhere', 302, '{}', 'CARD_FETCH_FAILED'],
    ['that is no JSON', 200, '<html>', 'CARD_UNREADABLE'],
    ['that is a list', 200, '[]', 'CARD_UNREADABLE'],
    ['that is longer than is read', 200, `{"a":"${'x'.repeat(2000)}"}`, 'CARD_FETCH_FAILED'],
    ['that is just short enough', 200, `{"a":"${'x'.repeat(900)}"}`, 'ok'],
  ])('%s', async (_, status, body, code) => {
    const { host } = await serve((__, response) => void response.writeHead(status).end(body));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host], maxBytes: 1000 }))).toBe(code);
  });

  it('without an end is cut off when it is too long', async () => {
    const { host } = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_FETCH_FAILED');
  });

  it('that breaks off is a failure', async () => {
    const { host } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"name":');
      response.destroy();
    });
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }))).toBe('CARD_FETCH_FAILED');
  });

  it('that never comes is a failure when the time is over', async () => {
    const { host } = await serve(() => undefined);
    expect(await fetchCard(`http://${host}/`, { allow: [host], timeout: 50 })).toMatchObject({
      error: { code: 'CARD_FETCH_FAILED', reason: `${host} did not answer in time` },
    });
  });

  it('is no longer waited for when the client has gone', async () => {
    const gone = new AbortController();
    const { host } = await serve(() => gone.abort());
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }, undefined, gone.signal))).toBe(
      'CARD_FETCH_FAILED',
    );
  });

  it('from a port where nobody listens is a failure', async () => {
    const { host } = await serve(sendCard);
    const [server] = servers.splice(0);
    await new Promise((closed) => server!.close(closed));
    expect(await fetchCard(`http://${host}/`, { allow: [host] })).toMatchObject({
      error: { code: 'CARD_FETCH_FAILED', reason: `${host} could not be asked (ECONNREFUSED)` },
    });
  });
});

describe('an address of the mock itself', () => {
  const own = (url: URL): CardResponse | null =>
    url.host === 'mock.test' ? { status: 200, location: null, text: '{"own":true}' } : null;

  it('is answered without the network', async () => {
    const resolve = () => Promise.reject(new Error('asked'));
    expect(await fetchCard('http://mock.test/', { resolve }, own)).toEqual({
      ok: true,
      value: { own: true },
    });
  });

  it('may be reached by a redirect', async () => {
    const { host } = await serve(redirectTo('http://mock.test/'));
    expect(codeOf(await fetchCard(`http://${host}/`, { allow: [host] }, own))).toBe('ok');
  });
});

describe('a mock on Node', () => {
  const call = async (options: Parameters<typeof createMock>[0], url: string) => {
    const mock = await createMock(options);
    const reply = await mock.fetch('/v1/agents/fetch-agent-card', {
      method: 'POST',
      headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    await mock.close();
    return [reply.status, await reply.json()];
  };

  it('fetches cards over the network by itself, from allowed hosts', async () => {
    const { host } = await serve(sendCard);
    expect(await call({ allowCards: [host] }, `http://${host}/`)).toEqual([200, { name: 'Remote' }]);
    expect(await call({}, `http://${host}/`)).toMatchObject([400, { error: 'Invalid URL' }]);
  });

  it('does not start with an entry that is no host', async () => {
    await expect(createMock({ allowCards: ['http://cards.test'] })).rejects.toThrow(/no host to allow/);
  });
});
