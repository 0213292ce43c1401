import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../../templates/runtime/http.ts';
import type { SecuritySpec } from '../../../../templates/runtime/operation-spec.ts';
import {
  authenticate,
  forbidden,
  known,
  unknown,
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
    known(credential);

const believing: Readonly<Record<string, Authenticator<never, unknown>>> = {
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

function ask(security: SecuritySpec, request = requestWith(), authenticators = believing) {
  return authenticate(operation({ security }), request, schemes, authenticators);
}

describe('a credential', () => {
  test.each([
    ['token', { authorization: 'Bearer abc' }, '', { token: 'abc' }],
    ['token', { authorization: 'bearer   abc ' }, '', { token: 'abc' }],
    ['password', { authorization: `Basic ${btoa('me:a:b')}` }, '', { user: 'me', password: 'a:b' }],
    ['header', { 'x-key': 'k1' }, '', { value: 'k1' }],
    ['query', {}, 'a=1&key=k%202', { value: 'k 2' }],
    ['cookie', { cookie: 'a=1; sid="k3"' }, '', { value: 'k3' }],
    ['digest', { authorization: 'Digest x' }, '', { authorization: 'Digest x' }],
  ] as const)('of the scheme %s is found in %j?%s', async (name, headers, query, credential) => {
    const found = await ask(needing([name]), requestWith(headers, query));
    expect(found).toEqual({ kind: 'known', caller: { [name]: credential } });
  });

  test.each([
    ['token', {}, ''],
    ['token', { authorization: 'Basic abc' }, ''],
    ['token', { authorization: 'Bearer' }, ''],
    ['token', { authorization: 'Bearerabc' }, ''],
    ['password', { authorization: 'Basic %%%' }, ''],
    ['password', { authorization: `Basic ${btoa('no colon')}` }, ''],
    ['query', {}, 'key='],
    ['query', {}, 'key=%zz'],
    ['cookie', { cookie: 'side=1' }, ''],
  ] as const)('of the scheme %s is missing from %j?%s', async (name, headers, query) => {
    expect(await ask(needing([name]), requestWith(headers, query))).toEqual({ kind: 'unknown' });
  });
});

describe('of several alternatives', () => {
  const both = requestWith({ authorization: 'Bearer t', 'x-key': 'k' });

  test('the first that knows the caller counts', async () => {
    const picky = { ...believing, token: () => unknown };
    const found = await ask(needing(['token'], ['header']), both, picky);
    expect(found).toEqual({ kind: 'known', caller: { header: { value: 'k' } } });
  });

  test('one that asks for nothing comes last, wherever it is listed', async () => {
    const security = needing([], ['token']);
    expect(await ask(security, both)).toEqual({ kind: 'known', caller: { token: { token: 't' } } });
    expect(await ask(security)).toEqual({ kind: 'known', caller: {} });
  });

  test('a good credential that may not do this is told from a bad one', async () => {
    const strict = { ...believing, token: () => forbidden, header: () => unknown };
    expect(await ask(needing(['token'], ['header']), both, strict)).toEqual({ kind: 'forbidden' });
  });

  test('schemes that belong together must all be met', async () => {
    expect(await ask(needing(['token', 'header']), both)).toMatchObject({
      caller: { header: { value: 'k' } },
    });
    expect(await ask(needing(['token', 'query']), both)).toEqual({ kind: 'unknown' });
  });
});

test('an authenticator is told what is asked for', async () => {
  const calls: AuthenticationCall[] = [];
  const listening = {
    ...believing,
    token: (_credential: never, call: AuthenticationCall) => {
      calls.push(call);
      return Promise.resolve(known('someone'));
    },
  };
  const found = await ask(needing(['token']), requestWith({ authorization: 'Bearer t' }), listening);
  expect(found).toEqual({ kind: 'known', caller: { token: 'someone' } });
  expect(calls.map(({ scopes, operation: { id } }) => [scopes, id])).toEqual([[['token:read'], 'getThing']]);
});

test('a scheme that nobody declares or checks lets nobody in', async () => {
  expect(await ask(needing(['imaginary']))).toEqual({ kind: 'unknown' });
  expect(await ask(needing(['token']), requestWith({ authorization: 'Bearer t' }), {})).toEqual({
    kind: 'unknown',
  });
});
