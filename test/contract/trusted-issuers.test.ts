/** Identity providers that a world trusts besides the mock's own, and the mock's own keys. */
import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import type { CryptoKey } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  IdentityAssertion,
  TrustedIssuer,
  TrustedIssuerList,
} from '../../generated/control-agent-platform/types.ts';
import type { ErrorBody } from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';

const base = 'http://127.0.0.1:4010';
const issuer = 'https://login.books.test';
const now = Math.floor(Date.parse('2026-01-15T09:30:00Z') / 1000);

interface Provider {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

const client = useMock({ fixture: 'empty' });

const rsa = await generateKeyPair('RS256', { extractable: true });
const ec = await generateKeyPair('ES256', { extractable: true });

const claims = (change: object = {}) => ({
  iss: issuer,
  aud: base,
  sub: 'person:bo',
  email: 'bo@books.test',
  email_verified: true,
  jti: 'one',
  iat: now,
  exp: now + 300,
  ...change,
});

const sign = (alg: string, key: CryptoKey | Uint8Array, change?: object, header: object = {}) =>
  new SignJWT(claims(change)).setProtectedHeader({ alg, ...header }).sign(key);

const registerWith = (assertion: string) =>
  client.post<{ credential: string } & ErrorBody>(
    '/agent/auth',
    {
      type: 'identity_assertion',
      assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
      assertion,
      requested_credential_type: 'api_key',
    },
    { key: null },
  );

const trust = (body: object, name = 'staging') =>
  client.put<TrustedIssuer & ErrorBody>(`/_mock/issuers/${name}`, { issuer, ...body });
const remove = (path: string) => client.mock.fetch(path, { method: 'DELETE' });
const jwkOf = async ({ publicKey }: Provider, more: object = {}) => ({
  ...(await exportJWK(publicKey)),
  ...more,
});

describe('a trusted issuer', () => {
  test.each([
    ['RS256', () => rsa],
    ['PS256', () => rsa],
    ['ES256', () => ec],
  ])('registers people with assertions that it signs with %s', async (alg, provider) => {
    expect((await trust({ jwks: { keys: [await jwkOf(provider())] } })).status).toBe(200);
    const privateJwk = await exportJWK(provider().privateKey);
    const { importJWK } = await import('jose');
    const { status, body } = await registerWith(await sign(alg, await importJWK(privateJwk, alg)));
    expect(status).toBe(200);
    expect((await client.get('/v1/agents', { key: body.credential })).status).toBe(200);
  });

  test('can be given as a PEM public key, which verifies tokens with any kid', async () => {
    const { status, body } = await trust({ publicKey: await exportSPKI(rsa.publicKey) });
    expect([status, body.jwks.keys[0]?.kty]).toEqual([200, 'RSA']);
    expect((await registerWith(await sign('RS256', rsa.privateKey, {}, { kid: 'k1' }))).status).toBe(200);
  });

  test('can be given as a JSON Web Key', async () => {
    await trust({ publicKey: await jwkOf(ec) });
    expect((await registerWith(await sign('ES256', ec.privateKey))).status).toBe(200);
  });

  test('is verified with the key of the set whose kid the token has', async () => {
    await trust({ jwks: { keys: [await jwkOf(rsa, { kid: 'old' }), await jwkOf(ec, { kid: 'new' })] } });
    expect((await registerWith(await sign('ES256', ec.privateKey, {}, { kid: 'new' }))).status).toBe(200);
    const other = await registerWith(await sign('ES256', ec.privateKey, { jti: 'two' }, { kid: 'old' }));
    expect(other.status).toBe(401);
  });

  test('can have its own audience, which replaces the URL of the service', async () => {
    await trust({ publicKey: await jwkOf(ec), audience: 'https://api.books.test' });
    expect((await registerWith(await sign('ES256', ec.privateKey))).body.details[0]?.message).toMatch(
      /^aud must be/,
    );
    const accepted = await registerWith(
      await sign('ES256', ec.privateKey, { aud: 'https://api.books.test' }),
    );
    expect(accepted.status).toBe(200);
  });

  test('is trusted only in its world, until it is deleted', async () => {
    await client.post('/_mock/worlds', { id: 'blue', fixture: 'empty' });
    await trust({ publicKey: await jwkOf(ec) });
    const list = await client.get<TrustedIssuerList>('/_mock/issuers');
    expect(list.body.issuers.map(({ name, builtIn }) => [name, builtIn])).toEqual([
      ['backlot', true],
      ['staging', false],
    ]);
    expect((await client.get<TrustedIssuerList>('/w/blue/_mock/issuers')).body.issuers).toHaveLength(1);
    expect((await remove('/_mock/issuers/staging')).status).toBe(204);
    expect((await remove('/_mock/issuers/staging')).status).toBe(404);
    expect((await registerWith(await sign('ES256', ec.privateKey))).status).toBe(401);
  });

  test('stays trusted when its world is dumped and loaded', async () => {
    await trust({ publicKey: await jwkOf(ec) });
    const dump = await client.get<object>('/_mock/state');
    await remove('/_mock/issuers/staging');
    await client.put('/_mock/state', dump.body);
    expect((await registerWith(await sign('ES256', ec.privateKey))).status).toBe(200);
  });
});

describe('an assertion is rejected', () => {
  beforeEach(async () => {
    await trust({ publicKey: await jwkOf(rsa) });
  });

  const reasonFor = async (assertion: string) => {
    const { status, body } = await registerWith(assertion);
    return [status, body.error, body.details[0]?.message];
  };

  test('for another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await reasonFor(await sign('RS256', privateKey))).toEqual([
      401,
      'invalid_assertion',
      expect.stringMatching(/not a JWT that the trusted provider has signed/),
    ]);
  });

  test('for an unknown issuer, with a list of the trusted ones', async () => {
    expect(await reasonFor(await sign('RS256', rsa.privateKey, { iss: 'https://evil.test' }))).toEqual([
      401,
      'invalid_assertion',
      `iss must be a trusted provider, https://agents.identity.test or ${issuer}`,
    ]);
  });

  test("for the mock's own issuer with the key of another one", async () => {
    const assertion = await sign('RS256', rsa.privateKey, { iss: 'https://agents.identity.test' });
    expect((await registerWith(assertion)).status).toBe(401);
  });

  test('for no signature at all (alg none)', async () => {
    expect((await registerWith(new UnsecuredJWT(claims()).encode())).status).toBe(401);
  });

  test('for HS256 with the text of the public key as its secret', async () => {
    const pem = await exportSPKI(rsa.publicKey);
    expect((await registerWith(await sign('HS256', new TextEncoder().encode(pem)))).status).toBe(401);
  });

  test("for its age, as with the mock's own provider", async () => {
    const old = await sign('RS256', rsa.privateKey, { iat: now - 700 });
    expect((await reasonFor(old))[2]).toMatch(/not older than 10 minutes/);
  });

  test('for a jti that was used before', async () => {
    await registerWith(await sign('RS256', rsa.privateKey));
    const again = await sign('RS256', rsa.privateKey, { email: 'kari@books.test' });
    expect((await registerWith(again)).status).toBe(401);
  });
});

describe('an issuer is not trusted', () => {
  test.each<[name: string, body: () => Promise<object>, path: string]>([
    ['neither jwks nor publicKey', () => Promise.resolve({}), 'jwks'],
    ['both', async () => ({ publicKey: await jwkOf(ec), jwks: { keys: [await jwkOf(ec)] } }), 'jwks'],
    ['a private key', async () => ({ publicKey: await exportJWK(ec.privateKey) }), 'publicKey'],
    [
      'a symmetric key',
      () => Promise.resolve({ jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }),
      'jwks.keys[0]',
    ],
    ['half a key', () => Promise.resolve({ publicKey: { kty: 'EC', crv: 'P-256', x: 'AA' } }), 'publicKey'],
    ['text that is not PEM', () => Promise.resolve({ publicKey: 'ssh-rsa AAAA' }), 'publicKey'],
    [
      'PEM that contains no key',
      () => Promise.resolve({ publicKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' }),
      'publicKey',
    ],
  ])('with %s', async (_, body, path) => {
    const { status, body: error } = await trust(await body());
    expect([status, error.details[0]?.path]).toEqual([400, path]);
    expect((await client.get<TrustedIssuerList>('/_mock/issuers')).body.issuers).toHaveLength(1);
  });

  test("with the name of the mock's own issuer", async () => {
    expect((await trust({ publicKey: await jwkOf(ec) }, 'backlot')).status).toBe(409);
    expect((await remove('/_mock/issuers/backlot')).status).toBe(409);
  });
});

test("the mock's own keys are served as a JSON Web Key Set that verifies its assertions", async () => {
  await client.post('/_mock/worlds', { id: 'blue', seed: 7 });
  for (const world of ['', '/w/blue']) {
    const served = await client.mock.fetch(`${world}/.well-known/jwks.json`);
    expect([served.status, served.headers.get('backlot-outside-contract')]).toEqual([200, 'jwks']);
    const { body } = await client.post<IdentityAssertion>(`${world}/_mock/identity-assertions`, {
      email: 'bo@books.test',
    });
    const keys = createLocalJWKSet((await served.json()) as never);
    const { payload } = await jwtVerify(body.assertion, keys, { currentDate: new Date(now * 1000) });
    expect(payload['email']).toBe('bo@books.test');
  }
});
