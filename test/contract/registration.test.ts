/** Agents that register themselves, and users who claim them. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { IdentityAssertion, Outbox } from '../../generated/control-agent-platform/types.ts';
import type { WorldDetail } from '../../generated/control/types.ts';
import type {
  AuthorizationServerMetadata,
  ClaimCompleteResponse,
  ClaimResponse,
  ErrorBody,
  ProtectedResourceMetadata,
  RegistrationPreClaim,
} from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';
import { expectResponse } from '../support/api-response.ts';

const nobody = { key: null };
const base = 'http://127.0.0.1:4010';
const anonymous = { type: 'anonymous', requested_credential_type: 'api_key' };

const client = useMock({ fixture: 'empty' });
const register = (body: object = anonymous) =>
  client.post<RegistrationPreClaim & ErrorBody>('/agent/auth', body, nobody);
const requestCode = (claim_token: string, email = 'kari@books.test') =>
  client.post<ClaimResponse>('/agent/auth/claim', { claim_token, email }, nobody);
const complete = (claim_token: string, otp: string) =>
  client.post<ClaimCompleteResponse>('/agent/auth/claim/complete', { claim_token, otp }, nobody);
const mailTo = async (email: string) =>
  (await client.get<Outbox>(`/_mock/outbox?email=${email}`)).body.messages;
const codeFor = async (email = 'kari@books.test'): Promise<string> => (await mailTo(email))[0]!.otp;

// @fact F-4.8-001..004 F-4.8-009 F-4.8-011..013 F-5-037 F-5-039..063
test('an anonymous registration returns a key that can set up agents but not run them, and a claim token', async () => {
  const { status, body } = await register();
  expect(status).toBe(200);
  expect(body).toEqual({
    registration_id: expect.stringMatching(/^reg_/) as unknown,
    registration_type: 'anonymous',
    credential_type: 'api_key',
    credential: expect.stringMatching(/^rt_live_/) as unknown,
    credential_expires: '2026-01-16T09:30:00.000Z',
    scopes: [
      'FLOWS:READ',
      'FLOWS:WRITE',
      'AGENTS:READ',
      'AGENTS:WRITE',
      'RECORDS:READ',
      'TOOLS:READ',
      'ANALYTICS:READ',
      'PRODUCTS:READ',
      'PRODUCTS:WRITE',
      'PRODUCTS:CREATE',
      'PRODUCTS:UPDATE',
      'PRODUCTS:SURFACES:READ',
      'PRODUCTS:CAPABILITIES:READ',
    ],
    claim_url: `${base}/agent/auth/claim`,
    claim_token: expect.stringMatching(/^clm_/) as unknown,
    claim_token_expires: '2026-01-16T09:30:00.000Z',
    post_claim_scopes: ['*'],
  });
});

test('requesting a code makes emails readable, newest first, by address or all of them', async () => {
  const { claim_token } = (await register()).body;
  await requestCode(claim_token, 'ada@books.test');
  await client.advance('PT1S');
  await requestCode(claim_token, 'kari@books.test');
  const addresses = async (query: string) =>
    (await client.get<Outbox>(`/_mock/outbox${query}`)).body.messages.map(({ to }) => to);
  expect(await addresses('')).toEqual(['kari@books.test', 'ada@books.test']);
  expect(await addresses('?email=ada@books.test')).toEqual(['ada@books.test']);
  expect(await addresses('?email=nobody@books.test')).toEqual([]);
});

describe('completing a claim', () => {
  let claimToken: string;
  beforeEach(async () => {
    const { body } = await register();
    claimToken = body.claim_token;
  });

  test('works for an email that already has an account', async () => {
    await requestCode(claimToken, 'owner@studio.test');
    expect((await complete(claimToken, await codeFor('owner@studio.test'))).status).toBe(200);
    expect((await client.get<WorldDetail>('/_mock/world')).body.counts.users).toBe(1);
  });

  test('accepts only the newest code', async () => {
    await requestCode(claimToken);
    const first = await codeFor();
    await client.advance('PT1S');
    await requestCode(claimToken);
    expect(await codeFor()).not.toBe(first);
    expect((await complete(claimToken, first)).status).toBe(401);
    expect((await complete(claimToken, await codeFor())).status).toBe(200);
  });

  test('counts attempts without any code as well', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await complete(claimToken, '123456')).status).toBe(401);
    expect((await requestCode(claimToken)).body).toEqual({ error: 'claim_locked' });
  });

  test('is possible once', async () => {
    await requestCode(claimToken);
    const otp = await codeFor();
    await complete(claimToken, otp);
    for (const response of [await complete(claimToken, otp), await requestCode(claimToken)])
      expectResponse(response, 409, { error: 'already_claimed' });
  });

  test('expires after 24 hours', async () => {
    await client.advance('PT24H');
    for (const response of [await complete(claimToken, '123456'), await requestCode(claimToken)])
      expectResponse(response, 410, { error: 'claim_expired' });
  });
});

describe('a registration by assertion', () => {
  const assertion = async (wish: object = {}): Promise<string> =>
    (await client.post<IdentityAssertion>('/_mock/identity-assertions', { email: 'bo@books.test', ...wish }))
      .body.assertion;
  const registerWith = (token: string) =>
    register({
      type: 'identity_assertion',
      assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
      assertion: token,
      requested_credential_type: 'api_key',
    });

  // @fact F-5-074..080 F-8-009
  test.each<[wish: object, reason: RegExp]>([
    [{ omit: ['iss'] }, /^iss must be/],
    [{ audience: [] }, /^aud must be/],
    [{ audience: `${base}/` }, /^aud must be/],
    [{ audience: `${base}/w/blue/agent/auth` }, /^aud must be/],
    [{ omit: ['aud'] }, /^aud must be/],
    [{ email: 'no address' }, /^email must be there/],
    [{ jti: '' }, /^jti must be there/],
    [{ omit: ['iat'] }, /^iat must be there/],
    [{ issuedAt: '2026-01-15T09:19:59.000Z' }, /^iat must be there, not in the future, and not older/],
    [{ issuedAt: '2026-01-15T09:30:01.000Z' }, /^iat must be there, not in the future/],
    [{ issuedAt: '2026-01-15T09:00:00.000Z' }, /./],
  ])('rejects an assertion with %j', async (wish, reason) => {
    const response = await registerWith(await assertion(wish));
    expect([response.status, response.body.error, response.outside]).toEqual([
      401,
      'invalid_assertion',
      null,
    ]);
    expect(response.body.details[0]?.message).toMatch(reason);
    expect((await client.get<WorldDetail>('/_mock/world')).body.counts.users).toBe(1);
  });

  // @fact F-5-073
  test.each<[name: string, change: (token: string) => string]>([
    ['not a JWT', () => 'hello'],
    ['empty', () => ''],
    ['without its signature', (token) => token.replace(/\.[^.]*$/, '.')],
    ['signed with an unknown key', (token) => [encode({ alg: 'none' }), token.split('.')[1], ''].join('.')],
  ])('rejects an assertion that is %s', async (_, change) => {
    const response = await registerWith(change(await assertion()));
    expect([response.status, response.body.error]).toEqual([401, 'invalid_assertion']);
    expect(response.body.details[0]?.message).toMatch(/not a JWT that the trusted provider has signed/);
  });

  test('rejects an assertion that the provider of another world has signed', async () => {
    await client.post('/_mock/worlds', { id: 'blue', seed: 2, fixture: 'empty' });
    const { body } = await client.post<IdentityAssertion>('/w/blue/_mock/identity-assertions', {
      email: 'bo@books.test',
      audience: base,
    });
    expect((await registerWith(body.assertion)).status).toBe(401);
  });

  test('accepts an assertion after the world was dumped and loaded elsewhere', async () => {
    const token = await assertion();
    const dump = client.mock.world().dump();
    await client.open();
    await client.mock.world().load(dump);
    expect((await registerWith(token)).status).toBe(200);
  });

  test('has the same signature in two worlds with the same seed', async () => {
    const token = await assertion();
    await client.open();
    expect(await assertion()).toBe(token);
  });
});

describe('attempts to register', () => {
  const statuses = async (count: number) => {
    const found = [];
    for (let attempt = 1; attempt <= count; attempt += 1) found.push((await register()).status);
    return found;
  };

  test('count when they are rejected', async () => {
    const bad = {
      type: 'identity_assertion',
      assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
      assertion: 'no.jwt.here',
      requested_credential_type: 'api_key',
    };
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await register(bad)).status).toBe(401);
    expect((await register()).status).toBe(429);
  });

  // @fact F-5-072
  test('count when they violate the contract, and are rejected beyond the limit like any other', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await register({ type: 'passport' })).status).toBe(400);
    for (const body of [anonymous, { type: 'passport' }]) {
      const rejected = await register(body);
      expectResponse(rejected, 429, { error: 'Rate limit exceeded' });
      expect(rejected.headers.get('retry-after')).toBe('3600');
    }
    await client.advance('PT1H');
    expect((await register()).status).toBe(200);
  });

  test('are listed in the journal with their violations', async () => {
    await register({ type: 'passport' });
    const { body } = await client.get<{ requests: { violations: { pointer: string }[] }[] }>(
      '/_mock/requests?operationId=registerAgent',
    );
    expect(body.requests.at(-1)?.violations).toMatchObject([{ in: 'request', pointer: '/type' }]);
  });

  test('are counted per world', async () => {
    await client.post('/_mock/worlds', { id: 'blue', fixture: 'empty' });
    await statuses(5);
    expect((await client.post('/w/blue/agent/auth', anonymous, nobody)).status).toBe(200);
  });

  // @fact F-5-072
  test('are counted per address', async () => {
    const registerFrom = async (remoteAddress: string): Promise<number> => {
      const headers = new Headers({ 'content-type': 'application/json', host: '127.0.0.1' });
      const response = await client.mock.handle(
        {
          method: 'POST',
          path: '/agent/auth',
          query: '',
          headers,
          readBody: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(anonymous))),
          remoteAddress,
          signal: new AbortController().signal,
        },
        'loopback',
      );
      return response.status;
    };
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await registerFrom('192.0.2.1')).toBe(200);
    expect([await registerFrom('192.0.2.1'), await registerFrom('192.0.2.2')]).toEqual([429, 200]);
  });
});

test('a world with a registered agent creates records through the control API for its original organization', async () => {
  for (const name of ['one', 'two', 'three', 'four']) {
    const { body } = await register();
    const email = `${name}@books.test`;
    await requestCode(body.claim_token, email);
    await complete(body.claim_token, await codeFor(email));
  }
  const made = await client.post<{ deploymentId: string; organizationId: string }>(
    '/_mock/sandbox-deployments',
    { status: 'suspended' },
  );
  expect(made.body.organizationId).toBe('org_studio');
  const before = await client.get<{ cursor: string | null }>('/v1/events');
  await client.post('/_mock/product-events', {
    name: 'svc.schedule.run_failed',
    data: { scheduleId: 'sched_1', summary: 'It failed' },
  });
  const after = await client.get<{ cursor: string | null }>('/v1/events');
  expect(after.body.cursor).not.toBe(before.body.cursor);
});

test.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'])(
  'the well-known documents %s is specific to each world, and can be missing',
  async (path) => {
    await client.post('/_mock/worlds', { id: 'blue', fixture: 'empty' });
    const { body } = await client.get<AuthorizationServerMetadata & ProtectedResourceMetadata>(
      `${path}/w/blue`,
      nobody,
    );
    expect([body.issuer, body.resource]).toContain(`${base}/w/blue`);
    const missing = await client.get(path, { prefer: 'code=404' });
    expect([missing.status, missing.outside]).toEqual([404, null]);
  },
);

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
