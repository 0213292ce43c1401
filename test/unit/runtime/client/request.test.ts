/** The request of a call: URL, headers, credentials and body. */
import {
  inCookie,
  inHeader,
  inPath,
  inQuery,
} from '../../../../templates/runtime/client/parameter-places.ts';
import { describe, expect, it } from 'vitest';
import type { Call, ParameterRule, RequestParts, Scheme } from '../../../../templates/runtime/client/call.ts';
import type { CallOptions, ClientConfig } from '../../../../templates/runtime/client/client.ts';
import { coversMediaType } from '../../../../templates/runtime/media-type.ts';
import {
  basic,
  bearer,
  keyInCookie,
  keyInHeader,
  keyInQuery,
} from '../../../../templates/runtime/client/auth.ts';
import { RequestError } from '../../../../templates/runtime/client/errors.ts';
import { send } from '../../../../templates/runtime/client/send.ts';
import {
  inBrackets,
  inOneField,
  joinedBy,
  keepReserved,
  type Joiner,
} from '../../../../templates/runtime/client/spread.ts';
import {
  formWriter,
  writeBytes,
  writeForm,
  writeJson,
  writeText,
} from '../../../../templates/runtime/client/write-body.ts';
import {
  formPart,
  multipartWriter,
  writeMultipart,
} from '../../../../templates/runtime/client/forms/write-multipart.ts';
import { callOf, fakeClient, jsonResponse, rejection, type Sent } from './support.ts';

async function sentBy(
  call: Call,
  request: RequestParts = {},
  config: Partial<ClientConfig> = {},
  options: CallOptions = {},
): Promise<Sent> {
  const { client, sent } = fakeClient([jsonResponse(200, {})], config);
  await send(client, call, request, options);
  return sent[0]!;
}

describe('the URL', () => {
  it('is below the base URL, with or without trailing slashes', async () => {
    expect((await sentBy(callOf())).url.href).toBe('https://api.test/base/things');
    expect((await sentBy(callOf(), {}, { baseUrl: 'https://api.test' })).url.href).toBe(
      'https://api.test/things',
    );
  });

  it('continues a query that is a part of the path', async () => {
    const call = callOf({ path: '/export?file={file}', parameters: [{ name: 'page', in: inQuery }] });
    const { url } = await sentBy(call, { path: { file: 'a&b' }, query: { page: 2 } });
    expect(url.href).toBe('https://api.test/base/export?file=a%26b&page=2');
  });

  it.each([
    [{}, 'it is required'],
    [{ id: '' }, 'empty'],
    [{ id: '..' }, '".."'],
    [{ id: '\ud800' }, 'URI malformed'],
    [{ id: {} }, 'it is not a string'],
  ])('is rejected for path parameters %j', async (path, message) => {
    const call = callOf({ path: '/things/{id}', parameters: [{ name: 'id', in: inPath }] });
    const error = await rejection(sentBy(call, { path }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.message).toContain(message);
  });

  it.each<[string, ParameterRule, unknown, string]>([
    [
      'encodes separators in items',
      { name: 'p', in: inQuery, join: joinedBy(',') },
      ['a', 'b,c'],
      '?p=a,b%2Cc',
    ],
    [
      'alternates names and values',
      { name: 'p', in: inQuery, join: joinedBy(',') },
      { R: 1, G: 2 },
      '?p=R,1,G,2',
    ],
    [
      'keeps reserved characters',
      { name: 'p', in: inQuery, encode: keepReserved },
      'a/b?c=d&e#f g',
      '?p=a/b?c=d%26e%23f%20g',
    ],
    [
      'keeps what is percent-encoded next to reserved characters',
      { name: 'p', in: inQuery, encode: keepReserved },
      'a%20b%2fc 50% %zz',
      '?p=a%20b%2fc%2050%25%20%25zz',
    ],
    ['accepts a single value for a list', { name: 'p', in: inQuery, repeated: true }, 'a', '?p=a'],
  ])('%s', async (_, rule, value, search) => {
    const { url } = await sentBy(callOf({ parameters: [rule] }), { query: { p: value } });
    expect(url.search).toBe(search);
  });

  it.each<[Joiner, unknown, string]>([
    [joinedBy(','), ['b', 'c'], 'b,c'],
    [joinedBy(',', '', true), { R: 1, G: 2 }, 'R=1,G=2'],
    [joinedBy('.', '.'), ['b', 'c'], '.b.c'],
    [joinedBy('.', '.', true), { R: 1, G: 2 }, '.R=1.G=2'],
    [joinedBy(',', ';p='), 'a/b', ';p=a%2Fb'],
    [joinedBy(';p=', ';p='), ['b', 'c'], ';p=b;p=c'],
    [joinedBy(';', ';', true), { R: 1, G: 2 }, ';R=1;G=2'],
  ])('writes a path parameter in one text: %#', async (join, value, written) => {
    const call = callOf({ path: '/x/{p}', parameters: [{ name: 'p', in: inPath, join }] });
    expect((await sentBy(call, { path: { p: value } })).url.pathname).toBe(`/base/x/${written}`);
  });

  it.each<[ParameterRule, unknown]>([
    [{ name: 'ids', in: inQuery, join: joinedBy('%20') }, ['a b']],
    [{ name: 'ids', in: inHeader, join: joinedBy(',') }, ['a,b']],
  ])('is rejected for a list whose items contain its separator: %j', async (rule, value) => {
    const request = { [rule.in.group]: { ids: value } };
    const rejected = await rejection(sentBy(callOf({ parameters: [rule] }), request));
    expect(rejected).toBeInstanceOf(RequestError);
    expect(rejected.message).toMatch(/^getThing: ids can't be written: an item contains "[ ,]"$/);
  });

  it('omits undefined values and empty lists', async () => {
    const call = callOf({
      parameters: [
        { name: 'a', in: inQuery },
        { name: 'b', in: inQuery, repeated: true },
        { name: 'c', in: inQuery, nullable: true },
        { name: 'd', in: inQuery },
      ],
    });
    const { url } = await sentBy(call, { query: { a: undefined, b: [], c: null, d: null } });
    expect(url.search).toBe('?c=');
  });
});

describe('the headers', () => {
  it('are merged from client, operation and call, the later taking precedence', async () => {
    const call = callOf({ parameters: [{ name: 'X-B', in: inHeader }] });
    const config = { headers: () => Promise.resolve({ 'x-a': 'client', 'x-b': 'client', 'x-c': 'client' }) };
    const { headers } = await sentBy(call, { headers: { 'X-B': 'operation' } }, config, {
      headers: { 'X-C': 'call', accept: undefined },
    });
    expect(['x-a', 'x-b', 'x-c'].map((name) => headers.get(name))).toEqual(['client', 'operation', 'call']);
    expect(headers.get('accept')).toBe('application/json');
  });

  it('have the defaults of required ones, unless the client or the caller sets them', async () => {
    const call = callOf({
      parameters: [{ name: 'Api-Version', in: inHeader }],
      headers: { 'Api-Version': '1' },
    });
    const version = async (request: RequestParts, config = {}): Promise<string | null> =>
      (await sentBy(call, request, config)).headers.get('api-version');
    expect(await version({})).toBe('1');
    expect(await version({}, { headers: { 'api-version': '2' } })).toBe('2');
    expect(await version({ headers: { 'Api-Version': '3' } }, { headers: { 'api-version': '2' } })).toBe('3');
  });

  it.each(['a\nb', 'snow ☃'])('are rejected if they contain %j', async (text) => {
    expect(await rejection(sentBy(callOf(), {}, { headers: { 'x-a': text } }))).toBeInstanceOf(RequestError);
  });

  it.each(['a;b', 'a b', 'ä', '"'])('are rejected for the cookie %j', async (text) => {
    const call = callOf({ parameters: [{ name: 'c', in: inCookie }] });
    expect(await rejection(sentBy(call, { cookies: { c: text } }))).toBeInstanceOf(RequestError);
  });
});

describe('the credentials', () => {
  const token: Scheme = { name: 'token', place: bearer };
  const pair: Scheme = { name: 'pair', place: basic };
  const key: Scheme = { name: 'key', place: keyInQuery, field: 'api_key' };
  const head: Scheme = { name: 'head', place: keyInHeader, field: 'X-Key' };
  const cookie: Scheme = { name: 'cookie', place: keyInCookie, field: 'sid' };
  const device: Scheme = { name: 'device' };
  const secured = (...alternatives: (readonly Scheme[])[]): Call =>
    callOf({ security: alternatives.map((schemes) => schemes.map((scheme) => ({ scheme, scopes: ['s'] }))) });

  it('are sent where their schemes require', async () => {
    const auth = { token: 't', pair: { user: 'u', password: 'pä' }, key: 'k', head: 'h', cookie: 'c' };
    expect((await sentBy(secured([token]), {}, { auth })).headers.get('authorization')).toBe('Bearer t');
    expect((await sentBy(secured([pair]), {}, { auth })).headers.get('authorization')).toBe('Basic dTpww6Q=');
    const { url, headers } = await sentBy(secured([key, head, cookie, device]), {}, { auth });
    expect([url.search, headers.get('x-key'), headers.get('cookie')]).toEqual(['?api_key=k', 'h', 'sid=c']);
  });

  it('are those of the first alternative that can be satisfied', async () => {
    const auth = { head: () => null, key: 'k' };
    const { url, headers } = await sentBy(secured([token], [key, head], [key]), {}, { auth });
    expect([url.search, headers.get('x-key'), headers.get('authorization')]).toEqual([
      '?api_key=k',
      null,
      null,
    ]);
  });

  it('are sent even if they are optional', async () => {
    const auth = { token: 't' };
    expect((await sentBy(secured([], [token]), {}, { auth })).headers.get('authorization')).toBe('Bearer t');
    expect((await sentBy(secured([token], []))).headers.get('authorization')).toBeNull();
  });

  it('are omitted if not required or not available', async () => {
    expect((await sentBy(callOf(), {}, { auth: { token: 't' } })).headers.get('authorization')).toBeNull();
    expect((await sentBy(secured([token]))).headers.get('authorization')).toBeNull();
  });

  it('are requested again before each attempt', async () => {
    const requests: unknown[] = [];
    const auth = { token: (request: unknown) => `t${requests.push(request)}` };
    const { client, sent } = fakeClient([jsonResponse(503, {}), jsonResponse(200, {})], { auth });
    await send(client, secured([token]), {});
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
    expect(requests[0]).toEqual({ operationId: 'getThing', scopes: ['s'] });
  });

  it('that cannot be obtained reject the call with the reason', async () => {
    const auth = { token: () => Promise.reject(new Error('no session')) };
    expect((await rejection(sentBy(secured([token]), {}, { auth }))).message).toBe('no session');
  });
});

describe('the body', () => {
  const call = callOf({
    method: 'PUT',
    bodies: [
      { write: writeJson, mediaType: 'application/json' },
      { write: writeText, mediaType: 'text/plain' },
      { write: writeForm, mediaType: 'application/x-www-form-urlencoded' },
      { write: writeMultipart, mediaType: 'multipart/form-data' },
      { write: writeBytes, mediaType: 'image/*', covers: coversMediaType },
    ],
  });

  it('is JSON unless the request specifies another type', async () => {
    const sent = await sentBy(call, { body: { a: [1, null] } });
    expect([sent.headers.get('content-type'), sent.body]).toEqual(['application/json', '{"a":[1,null]}']);
  });

  it('can be a form', async () => {
    const contentType = 'application/x-www-form-urlencoded';
    const body = { 'a b': 'ä&', list: [1, 2], flag: true, none: undefined, deep: { a: 1 } };
    const sent = await sentBy(call, { contentType, body });
    expect(sent.body).toBe('a%20b=%C3%A4%26&list=1&list=2&flag=true&deep=%7B%22a%22%3A1%7D');
    expect((await sentBy(call, { contentType, body: new URLSearchParams({ a: 'b' }) })).body).toBe('a=b');
  });

  it('can be a form with objects and lists in brackets', async () => {
    const contentType = 'application/x-www-form-urlencoded';
    const write = formWriter(
      { items: inBrackets, metadata: inBrackets, ids: inOneField(',', encodeURIComponent) },
      { path: keepReserved },
    );
    const form = callOf({ method: 'POST', bodies: [{ write, mediaType: contentType }] });
    const body = {
      items: [{ price: 'p', quantity: 2 }],
      metadata: { a: 'b', none: undefined },
      tags: ['x', 'y'],
      ids: ['1', 'a,b'],
      path: 'a/b:c&d',
      gone: null,
    };
    expect((await sentBy(form, { body })).body.replaceAll('%5B', '[').replaceAll('%5D', ']')).toBe(
      'items[0][price]=p&items[0][quantity]=2&metadata[a]=b&tags=x&tags=y&ids=1,a%2Cb&path=a/b:c%26d&gone=',
    );
  });

  it('can be a multipart form, in which objects are JSON', async () => {
    const file = new Blob(['x'], { type: 'image/png' });
    const body = {
      'a"b': 'ä',
      file,
      raw: Uint8Array.of(65),
      n: [1, 2],
      meta: { k: 1 },
      doc: '{}',
      tags: ['t'],
      rows: formPart('a;b', { contentType: 'text/csv', fileName: 'a.csv', headers: { 'X-Part-Id': '7' } }),
    };
    const write = multipartWriter({ raw: 'image/gif', doc: 'application/json' }, { tags: inBrackets });
    const sent = await sentBy(
      callOf({ method: 'POST', bodies: [{ write, mediaType: 'multipart/form-data' }] }),
      {
        body,
      },
    );
    const [type, boundary = ''] = (sent.headers.get('content-type') ?? '').split('; boundary=');
    const parts = (await (sent.init.body as Blob).text()).split(`--${boundary}`);
    const part = (header: string, value: string): string =>
      `\r\nContent-Disposition: form-data; name=${header}\r\n\r\n${value}\r\n`;
    expect([type, ...parts]).toEqual([
      'multipart/form-data',
      '',
      part('"a%22b"', 'ä'),
      part('"file"; filename="blob"\r\nContent-Type: image/png', 'x'),
      part('"raw"; filename="blob"\r\nContent-Type: image/gif', 'A'),
      part('"n"', '1'),
      part('"n"', '2'),
      part('"meta"\r\nContent-Type: application/json', '{"k":1}'),
      part('"doc"\r\nContent-Type: application/json', '{}'),
      part('"tags[0]"', 't'),
      part('"rows"; filename="a.csv"\r\nContent-Type: text/csv\r\nX-Part-Id: 7', 'a;b'),
      '--\r\n',
    ]);
  });

  it('is rejected if the header of a part has a line break', async () => {
    const form = callOf({ bodies: [{ write: writeMultipart, mediaType: 'multipart/form-data' }] });
    const part = formPart('a', { headers: { 'X-Part-Id': '7\r\nX-Other: 1' } });
    expect((await rejection(sentBy(form, { body: { part } }))).message).toContain('line break');
  });

  it('can be FormData, whose boundary is set by the platform', async () => {
    const body = new FormData();
    const sent = await sentBy(call, { contentType: 'multipart/form-data', body });
    expect([sent.headers.get('content-type'), sent.init.body]).toEqual([null, body]);
  });

  it('can be bytes of the type that the request specifies', async () => {
    const body = Uint8Array.of(1, 2);
    const sent = await sentBy(call, { contentType: 'image/png', body });
    expect([sent.headers.get('content-type'), sent.init.body]).toEqual(['image/png', body]);
  });

  it('is not resent if it can be read only once', async () => {
    const body = new Blob(['x']).stream();
    const { client, sent } = fakeClient([jsonResponse(503, {}), jsonResponse(200, {})]);
    await send(client, call, { contentType: 'image/png', body });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.init).toMatchObject({ duplex: 'half' });
  });

  it.each([
    [{ contentType: 'text/csv', body: 'a' }, 'text/csv'],
    [{ contentType: 'text/plain', body: 1 }, 'text/plain'],
    [{ contentType: 'image/png', body: 'a' }, 'image/*'],
    [{ contentType: 'multipart/form-data', body: 'a' }, 'multipart/form-data'],
  ])('is rejected for the request %j', async (request, message) => {
    const error = await rejection(sentBy(call, request));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.message).toContain(message);
  });
});
