import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../../templates/runtime/http.ts';
import type { SecuritySpec } from '../../../../templates/runtime/operation-spec.ts';
import {
  authenticated,
  CallerAuthentication,
  forbidden,
  unauthenticated,
  type AuthenticationCall,
  type Authenticator,
  type BasicCredential,
  type BearerCredential,
  type KeyCredential,
  type OtherCredential,
  type SchemeSpec,
} from '../../../../templates/runtime/server/security.ts';
import { operation } from '../support.ts';

const schemes = new Map<string, SchemeSpec>(
  [
    { name: 'token', kind: 'bearer' } as const,
    { name: 'password', kind: 'basic' } as const,
    { name: 'header', kind: 'key', in: 'header', parameter: 'X-Key' } as const,
    { name: 'query', kind: 'key', in: 'query', parameter: 'key' } as const,
    { name: 'cookie', kind: 'key', in: 'cookie', parameter: 'sid' } as const,
    { name: 'digest', kind: 'other' } as const,
  ].map((scheme) => [scheme.name, scheme]),
);

const echo =
  <C>(): Authenticator<C, C> =>
  (credential) =>
    authenticated(credential);

const accepting: Readonly<Record<string, Authenticator<never, unknown>>> = {
  token: echo<BearerCredential>(),
  password: echo<BasicCredential>(),
  header: echo<KeyCredential>(),
  query: echo<KeyCredential>(),
  cookie: echo<KeyCredential>(),
  digest: echo<OtherCredential>(),
};

function requestWith(headers: Readonly<Record<string, string>> = {}, query = ''): HttpRequest {
  return {
    method: 'GET',
    path: '/',
    query,
    headers: { get: (name) => headers[name] ?? null, entries: () => Object.entries(headers) },
    readBody: () => Promise.resolve(new Uint8Array(0)),
    remoteAddress: null,
    signal: new AbortController().signal,
  };
}

function needing(...alternatives: readonly (readonly string[])[]): SecuritySpec {
  return alternatives.map((names) => ({
    schemes: names.map((name) => ({ name, scopes: [`${name}:read`] })),
  }));
}

function authenticate(security: SecuritySpec, request = requestWith(), authenticators = accepting) {
  return new CallerAuthentication(schemes, authenticators).authenticate({
    operation: operation({ security }),
    request,
  });
}

describe('a credential', () => {
  test.each([
    ['token', { authorization: 'Bearer abc' }, '', { token: 'abc' }],
    ['token', { authorization: 'bEARER   abc ' }, '', { token: 'abc' }],
    ['password', { authorization: `Basic ${btoa('me:a:b')}` }, '', { user: 'me', password: 'a:b' }],
    ['header', { 'x-key': 'k1' }, '', { value: 'k1' }],
    ['query', {}, 'a=1&key=k%202', { value: 'k 2' }],
    ['cookie', { cookie: 'a=1; sid="k3"' }, '', { value: 'k3' }],
    ['digest', { authorization: 'Digest x' }, '', { authorization: 'Digest x' }],
  ] as const)('of the scheme %s is found in %j?%s', async (name, headers, query, credential) => {
    const found = await authenticate(needing([name]), requestWith(headers, query));
    expect(found).toEqual({ kind: 'authenticated', caller: { [name]: credential } });
  });

  test.each([
    ['token', {}, ''],
    ['token', { authorization: 'Basic abc' }, ''],
    ['token', { authorization: 'Bearer' }, ''],
    ['token', { authorization: 'Bearerabc' }, ''],
    ['token', { authorization: 'Bearer ' }, ''],
    ['token', { authorization: 'Bearer a b' }, ''],
    ['token', { authorization: 'Bearer\ta' }, ''],
    ['password', { authorization: 'Basic %%%' }, ''],
    ['password', { authorization: `Basic ${btoa('no colon')}` }, ''],
    ['query', {}, 'key='],
    ['query', {}, 'key=%zz'],
    ['cookie', { cookie: 'side=1' }, ''],
  ] as const)('of the scheme %s is missing from %j?%s', async (name, headers, query) => {
    expect(await authenticate(needing([name]), requestWith(headers, query))).toEqual({
      kind: 'unauthenticated',
    });
  });
});

describe('with several security alternatives', () => {
  const both = requestWith({ authorization: 'Bearer t', 'x-key': 'k' });

  test('the first one whose credentials are accepted is used', async () => {
    const picky = { ...accepting, token: () => unauthenticated };
    const found = await authenticate(needing(['token'], ['header']), both, picky);
    expect(found).toEqual({ kind: 'authenticated', caller: { header: { value: 'k' } } });
  });

  test('one without schemes is tried last, wherever it is listed', async () => {
    const security = needing([], ['token']);
    expect(await authenticate(security, both)).toEqual({
      kind: 'authenticated',
      caller: { token: { token: 't' } },
    });
    expect(await authenticate(security)).toEqual({ kind: 'authenticated', caller: {} });
  });

  test('a valid credential without the permission results in a 403', async () => {
    const strict = { ...accepting, token: () => forbidden, header: () => unauthenticated };
    expect(await authenticate(needing(['token'], ['header']), both, strict)).toEqual({ kind: 'forbidden' });
  });

  test('all schemes of one alternative must be satisfied', async () => {
    expect(await authenticate(needing(['token', 'header']), both)).toMatchObject({
      caller: { header: { value: 'k' } },
    });
    expect(await authenticate(needing(['token', 'query']), both)).toEqual({ kind: 'unauthenticated' });
  });
});

test('an authenticator receives the required scopes and the operation', async () => {
  const calls: AuthenticationCall[] = [];
  const listening = {
    ...accepting,
    token: (_credential: never, call: AuthenticationCall) => {
      calls.push(call);
      return Promise.resolve(authenticated('someone'));
    },
  };
  const found = await authenticate(needing(['token']), requestWith({ authorization: 'Bearer t' }), listening);
  expect(found).toEqual({ kind: 'authenticated', caller: { token: 'someone' } });
  expect(calls.map(({ scopes, operation: { id } }) => [scopes, id])).toEqual([[['token:read'], 'getThing']]);
});

test('an undeclared scheme or one without an authenticator rejects every request', async () => {
  expect(await authenticate(needing(['imaginary']))).toEqual({ kind: 'unauthenticated' });
  expect(await authenticate(needing(['token']), requestWith({ authorization: 'Bearer t' }), {})).toEqual({
    kind: 'unauthenticated',
  });
});
