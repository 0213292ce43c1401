/** How the Node host reads requests and writes responses, byte by byte. */
import { afterEach, expect, test } from 'vitest';
import type { HttpResponse, HttpRequest, ResponseBody } from '../../../templates/runtime/http.ts';
import { listen, type NodeServer } from '../../../mock/hosts/node.ts';
import { connectRaw } from '../../hosts/support/raw-client.ts';

let server: NodeServer | undefined;

afterEach(() => server?.close());

/** Sends one request for each list of header lines, and returns everything received. */
async function exchange(serve: (request: HttpRequest) => HttpResponse, ...heads: string[]): Promise<string> {
  server = await listen(serve, { host: '127.0.0.1', port: 0 });
  const client = await connectRaw(server.port);
  for (const head of heads) client.send(`GET / HTTP/1.1\r\nHost: mock.test\r\n${head}\r\n`);
  const text = await client.wait('END', heads.length);
  client.socket.destroy();
  return text;
}

function textResponse(text: string): HttpResponse {
  return { status: 200, headers: {}, body: { kind: 'text', text } };
}

const reused: ResponseBody = { kind: 'text', text: 'ä€🧾 END', isReused: true };

test.each([
  ['created new', () => textResponse('ä€🧾 END')],
  ['reused', () => ({ status: 200, headers: {}, body: reused })],
])('a text that is %s is always sent in UTF-8', async (_, serve) => {
  const text = await exchange(serve, '', '');
  expect(text.match(/content-length: 13\r\n/gi)).toHaveLength(2);
  expect(text.match(/\r\n\r\nä€🧾 END/g)).toHaveLength(2);
});

test.each([
  ['whatever its case', 'Prefer: a\r\n', 'prefer', 'a'],
  ['sent twice with both values', 'X-Two: a\r\nx-two: b\r\n', 'x-two', 'a, b'],
  [
    'limited to one occurrence with its first value',
    'Authorization: a\r\nAuthorization: b\r\n',
    'authorization',
    'a',
  ],
  ['that is missing as null', 'Prefers: a\r\n', 'prefer', null],
])('reads a header %s', async (_, head, name, value) => {
  let found: string | null | undefined;
  await exchange(({ headers }) => {
    found = headers.get(name);
    return textResponse('END');
  }, head);
  expect(found).toBe(value);
});
