/** The proxy forwards everything byte for byte, except for what belongs to one connection. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Proxy } from '../../conformance/proxy/proxy.ts';
import { connectRaw, type RawClient } from '../hosts/support/raw-client.ts';
import { until } from '../hosts/support/until.ts';
import { startRawUpstream, type RawAnswer, type RawUpstream } from './support/raw-upstream.ts';
import { startPassingProxy } from './support/start.ts';

let upstream: RawUpstream;
let proxy: Proxy;
let client: RawClient;

async function open(response: RawAnswer): Promise<void> {
  upstream = await startRawUpstream(response);
  proxy = await startPassingProxy(upstream.url);
  client = await connectRaw(proxy.port);
  client.socket.setEncoding('latin1');
}

afterEach(async () => {
  client.socket.destroy();
  await upstream.close();
  await proxy.close();
});

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');
const OWN_CONNECTION = lines('Connection: keep-alive', 'Keep-Alive: timeout=65');
const host = (): string => `Host: ${upstream.url.host}`;

/** A request, and what the upstream receives; placeholders for the host are filled in. */
interface RequestCase {
  readonly name: string;
  readonly sent: string;
  readonly got: string;
}

const requests: readonly RequestCase[] = [
  {
    name: 'repeated header fields in their order and case',
    sent: lines('GET /v1/agents?a=%zz&&b HTTP/1.1', 'X-One: 1', 'hOST: here', 'x-one: 2', 'X-ONE:', ''),
    got: lines('GET /v1/agents?a=%zz&&b HTTP/1.1', 'X-One: 1', 'hOST: HOST', 'x-one: 2', 'X-ONE: ', ''),
  },
  {
    name: 'non-ASCII bytes',
    sent: lines('GET / HTTP/1.1', 'Host: here', 'X-Name: Zo\xeb', ''),
    got: lines('GET / HTTP/1.1', 'Host: HOST', 'X-Name: Zo\xeb', ''),
  },
  {
    name: 'a POST without a body and without its length',
    sent: lines('POST /v1/agents HTTP/1.1', 'Host: here', ''),
    got: lines('POST /v1/agents HTTP/1.1', 'Host: HOST', ''),
  },
  {
    name: 'a POST with an empty body',
    sent: lines('POST /v1/agents HTTP/1.1', 'Host: here', 'Content-Length: 0', ''),
    got: lines('POST /v1/agents HTTP/1.1', 'Host: HOST', 'Content-Length: 0', ''),
  },
  {
    name: 'a GET with a body',
    sent: `${lines('GET / HTTP/1.1', 'Host: here', 'content-length: 5', '')}hello`,
    got: `${lines('GET / HTTP/1.1', 'Host: HOST', 'content-length: 5', '')}hello`,
  },
  {
    name: 'a chunked body with trailers',
    sent: `${lines('PUT / HTTP/1.1', 'Host: here', 'Transfer-Encoding: chunked', 'Trailer: X-Sum', '', '5', 'hello', '2', '!!', '0', 'X-Sum: 7', 'x-sum: 8')}\r\n`,
    got: `${lines('PUT / HTTP/1.1', 'Host: HOST', 'Transfer-Encoding: chunked', 'Trailer: X-Sum', '', '5', 'hello', '2', '!!', '0', 'X-Sum: 7', 'x-sum: 8')}\r\n`,
  },
  {
    name: 'an empty chunked body',
    sent: `${lines('POST / HTTP/1.1', 'Host: here', 'transfer-encoding: chunked', '', '0')}\r\n`,
    got: `${lines('POST / HTTP/1.1', 'Host: HOST', 'transfer-encoding: chunked', '', '0')}\r\n`,
  },
  {
    name: 'OPTIONS for the whole server',
    sent: lines('OPTIONS * HTTP/1.1', 'Host: here', ''),
    got: lines('OPTIONS * HTTP/1.1', 'Host: HOST', ''),
  },
  {
    name: 'no hop-by-hop header fields',
    sent: lines(
      'GET / HTTP/1.1',
      'Host: here',
      'Connection: keep-alive, X-Mine',
      'X-Mine: 1',
      'Keep-Alive: 5',
      'Proxy-Connection: keep-alive',
      'TE: gzip',
      'Upgrade: h2c',
      'X-Yours: 2',
      '',
    ),
    got: lines('GET / HTTP/1.1', 'Host: HOST', 'X-Yours: 2', ''),
  },
  {
    name: 'a TE header that accepts trailers',
    sent: lines('GET / HTTP/1.1', 'Host: here', 'TE: trailers, gzip', 'Connection: TE', ''),
    got: lines('GET / HTTP/1.1', 'Host: HOST', 'TE: trailers', 'Connection: TE', ''),
  },
  {
    name: 'the Content-Length although `Connection` names it',
    sent: `${lines('POST / HTTP/1.1', 'Host: here', 'Connection: content-length', 'Content-Length: 2', '')}ok`,
    got: `${lines('POST / HTTP/1.1', 'Host: HOST', 'Content-Length: 2', '')}ok`,
  },
  {
    name: 'the path of an absolute URL of the upstream',
    sent: lines('GET http://HOST/v1/agents?x=1 HTTP/1.1', 'Host: here', ''),
    got: lines('GET /v1/agents?x=1 HTTP/1.1', 'Host: HOST', ''),
  },
  {
    name: 'the path of an absolute URL of the proxy',
    sent: lines('GET HTTP://localhost:PORT HTTP/1.1', 'Host: here', ''),
    got: lines('GET / HTTP/1.1', 'Host: HOST', ''),
  },
  {
    name: 'a path that looks like another host',
    sent: lines('GET //other.test/v1 HTTP/1.1', 'Host: here', ''),
    got: lines('GET //other.test/v1 HTTP/1.1', 'Host: HOST', ''),
  },
];

test.each(requests)('the upstream receives $name', async ({ sent, got }) => {
  const fill = (text: string): string =>
    text.replaceAll('HOST', upstream.url.host).replaceAll('PORT', String(proxy.port));
  await open((received) => (received.length >= fill(got).length ? lines('HTTP/1.1 204 Fine', '') : null));
  client.socket.write(fill(sent), 'latin1');
  await client.wait('204 Fine');
  expect(upstream.received()).toBe(fill(got));
});

/** A response, and what the client receives; `request` is set where it matters. */
interface ResponseCase {
  readonly name: string;
  readonly request?: string;
  readonly sent: string;
  readonly got: string;
}

const responses: readonly ResponseCase[] = [
  {
    name: 'repeated header fields in their order and case',
    sent: `${lines('HTTP/1.1 200 OK', 'Set-Cookie: a=1', 'x-A: 1', 'SET-COOKIE: b=2', 'Content-LENGTH: 2', 'X-a: 2', '')}ok`,
    got: `${lines('HTTP/1.1 200 OK', 'Set-Cookie: a=1', 'x-A: 1', 'SET-COOKIE: b=2', 'Content-LENGTH: 2', 'X-a: 2')}${OWN_CONNECTION}\r\nok`,
  },
  {
    name: 'an unknown status and reason phrase',
    sent: lines('HTTP/1.1 799 So it is, Zo\xeb', 'Content-Length: 0', ''),
    got: `${lines('HTTP/1.1 799 So it is, Zo\xeb', 'Content-Length: 0')}${OWN_CONNECTION}\r\n`,
  },
  {
    name: 'a chunked body with trailers',
    sent: `${lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Trailer: X-Sum', '', '5', 'hello', '0', 'X-Sum: 5')}\r\n`,
    got: `${lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Trailer: X-Sum')}${OWN_CONNECTION}${lines('', '5', 'hello', '0', 'X-Sum: 5')}\r\n`,
  },
  {
    name: 'an empty chunked body',
    sent: `${lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '0')}\r\n`,
    got: `${lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')}${OWN_CONNECTION}${lines('', '0')}\r\n`,
  },
  {
    name: 'no body, and no date when the upstream sent none',
    sent: lines('HTTP/1.1 204 No Content', 'X-Id: 1', ''),
    got: `${lines('HTTP/1.1 204 No Content', 'X-Id: 1')}${OWN_CONNECTION}\r\n`,
  },
  {
    name: 'the date of the upstream',
    sent: lines('HTTP/1.1 204 No Content', 'Date: Mon, 01 Jan 2024 00:00:00 GMT', ''),
    got: `${lines('HTTP/1.1 204 No Content', 'Date: Mon, 01 Jan 2024 00:00:00 GMT')}${OWN_CONNECTION}\r\n`,
  },
  {
    name: 'the Content-Length of a 304 response',
    sent: lines('HTTP/1.1 304 Not Modified', 'ETag: "1"', 'Content-Length: 500', ''),
    got: `${lines('HTTP/1.1 304 Not Modified', 'ETag: "1"', 'Content-Length: 500')}${OWN_CONNECTION}\r\n`,
  },
  {
    name: 'only headers in response to HEAD',
    request: lines('HEAD / HTTP/1.1', 'Host: here', ''),
    sent: lines('HTTP/1.1 200 OK', 'Content-Length: 500', 'X-Id: 1', ''),
    got: `${lines('HTTP/1.1 200 OK', 'Content-Length: 500', 'X-Id: 1')}${OWN_CONNECTION}\r\n`,
  },
  {
    name: 'early hints before the response',
    sent: lines(
      'HTTP/1.1 103 Early Hints',
      'Link: </a.css>; rel=preload',
      'link: </b.css>; rel=preload',
      '',
      'HTTP/1.1 204 No Content',
      '',
    ),
    got: `${lines('HTTP/1.1 103 Early Hints', 'Link: </a.css>; rel=preload', 'link: </b.css>; rel=preload', '', 'HTTP/1.1 204 No Content')}${OWN_CONNECTION}\r\n`,
  },
  {
    name: 'no hop-by-hop header fields',
    sent: lines(
      'HTTP/1.1 204 No Content',
      'Connection: close, X-Mine',
      'X-Mine: 1',
      'Keep-Alive: timeout=1',
      'X-Yours: 2',
      '',
    ),
    got: `${lines('HTTP/1.1 204 No Content', 'X-Yours: 2')}${OWN_CONNECTION}\r\n`,
  },
];

describe('the client receives', () => {
  test.each(responses)('$name', async ({ request, sent, got }) => {
    await open((received) => (received.endsWith('\r\n\r\n') ? sent : null));
    client.send(request ?? lines('GET / HTTP/1.1', 'Host: here', ''));
    await until(() => client.received().length >= got.length);
    expect(client.received()).toBe(got);
  });

  test('a body without a length in chunks, and complete', async () => {
    await open((_received, socket) => {
      socket.end(`${lines('HTTP/1.1 200 OK', 'X-Id: 1', '')}hello`);
      return null;
    });
    client.send(lines('GET / HTTP/1.1', 'Host: here', ''));
    const got = `${lines('HTTP/1.1 200 OK', 'X-Id: 1')}${OWN_CONNECTION}${lines('Transfer-Encoding: chunked', '', '5', 'hello', '0')}\r\n`;
    expect(await client.wait('\r\n0\r\n\r\n')).toBe(got);
  });

  test('no chunks when it uses HTTP/1.0', async () => {
    await open(
      () =>
        `${lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Trailer: X-Sum', '', '5', 'hello', '0', 'X-Sum: 1')}\r\n`,
    );
    client.send(lines('GET / HTTP/1.0', ''));
    await until(() => client.isClosed);
    expect(client.received()).toBe(`${lines('HTTP/1.1 200 OK', 'Connection: close', '')}hello`);
    expect(upstream.received()).toBe(lines('GET / HTTP/1.1', host(), ''));
  });
});
