/** Agents that register themselves, and users who claim them. */
import { decodeJwt } from 'jose';
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
import { expectInvalid, expectResponse } from '../support/api-response.ts';

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
const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');
const opens = async (credential: string) =>
  (await client.get('/v1/agents', { key: credential })).status === 200;

describe('an anonymous registration', () => {
  // @fact F-4.8-001..004 F-4.8-009 F-4.8-011..013 F-5-037 F-5-039..063
  test('returns a key that can set up agents but not run them, and a claim token', async () => {
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
});

describe('requesting a code', () => {
  // @fact F-4.8-017..020 F-5-064 F-5-065
  test('mails six digits that are valid for ten minutes', async () => {
    const { claim_token, registration_id } = (await register()).body;
    const response = await requestCode(claim_token);
    expectResponse(response, 200, {
      registration_id,
      status: 'initiated',
      expires_at: '2026-01-15T09:40:00.000Z',
    });
    expect(await mailTo('KARI@books.test')).toEqual([
      {
        to: 'kari@books.test',
        subject: expect.any(String) as unknown,
        otp: expect.stringMatching(/^[0-9]{6}$/) as unknown,
        sentAt: '2026-01-15T09:30:00.000Z',
      },
    ]);
  });

  test('makes the mail readable, newest first, by address or all of it', async () => {
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

  test.each([
    [{ claim_token: 'x' }, 'email'],
    [{ email: 'a@b.test' }, 'claim_token'],
    [{ claim_token: 'x', email: 'nobody' }, 'email'],
  ])('returns 400 for %j', async (body, path) => {
    const response = await client.post('/agent/auth/claim', body, nobody);
    const { error, details } = response.body;
    expect([response.status, error, details?.[0]?.path, response.outside]).toEqual([
      400,
      'invalid_request',
      path,
      null,
    ]);
  });
});

describe('completing a claim', () => {
  let claimToken: string;
  let preClaimKey: string;
  beforeEach(async () => {
    const { body } = await register();
    claimToken = body.claim_token;
    preClaimKey = body.credential;
  });

  // @fact F-4.8-021..025 F-4.8-028 F-5-066..068
  test('revokes the key and returns a new one with all permissions', async () => {
    await requestCode(claimToken);
    const { status, body } = await complete(claimToken, await codeFor());
    expect(status).toBe(200);
    expect(body).toEqual({
      registration_id: expect.stringMatching(/^reg_/) as unknown,
      status: 'claimed',
      credential_type: 'api_key',
      credential: expect.stringMatching(/^rt_live_/) as unknown,
      credential_expires: null,
      scopes: ['*'],
    });
    expect(body.credential).not.toBe(preClaimKey);
    expect(await opens(preClaimKey)).toBe(false);
    await client.advance('P30D');
    expect(await opens(body.credential)).toBe(true);
    const submitted = await client.post(
      '/v1/batch/flow',
      { flowId: 'f', recordIds: ['r'] },
      { key: body.credential },
    );
    expect(submitted.status).toBe(200);
  });

  test('works for an email that has an account already', async () => {
    await requestCode(claimToken, 'owner@studio.test');
    expect((await complete(claimToken, await codeFor('owner@studio.test'))).status).toBe(200);
    expect((await client.get<WorldDetail>('/_mock/world')).body.counts.users).toBe(1);
  });

  // @fact F-5-069 F-8-006
  test('accepts a code for ten minutes', async () => {
    await requestCode(claimToken);
    const otp = await codeFor();
    await client.advance('PT10M');
    const response = await complete(claimToken, otp);
    expectResponse(response, 410, { error: 'otp_expired' });
    await requestCode(claimToken);
    await client.advance('PT9M59S');
    expect((await complete(claimToken, await codeFor())).status).toBe(200);
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

  // @fact F-5-070 F-5-071 F-8-007
  test('is locked after the fifth wrong code, and the key is revoked', async () => {
    await requestCode(claimToken);
    const otp = await codeFor();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await opens(preClaimKey)).toBe(true);
      const response = await complete(claimToken, otherThan(otp));
      expectResponse(response, 401, { error: 'invalid_otp' });
    }
    expect(await opens(preClaimKey)).toBe(false);
    for (const response of [await complete(claimToken, otp), await requestCode(claimToken)])
      expectResponse(response, 410, { error: 'claim_locked' });
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

  test('requires the claim token', async () => {
    expect((await complete('clm_unknown', '123456')).body).toEqual({ error: 'invalid_claim_token' });
  });

  test('returns 400 without a code', async () => {
    const response = await client.post('/agent/auth/claim/complete', { claim_token: claimToken }, nobody);
    expectInvalid(response, 'otp', 'invalid_request');
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

  // @fact F-4.8-005..008 F-4.8-010 F-4.8-014 F-4.8-015 F-5-073..078 F-5-081 F-5-082
  test('returns a key for a new account immediately', async () => {
    const { status, body } = await registerWith(await assertion());
    expect(status).toBe(200);
    expect(body).toEqual({
      registration_id: expect.stringMatching(/^reg_/) as unknown,
      registration_type: 'identity_assertion',
      status: 'claimed',
      credential_type: 'api_key',
      credential: expect.stringMatching(/^rt_live_/) as unknown,
      credential_expires: null,
      scopes: ['*'],
    });
    expect(await opens(body.credential)).toBe(true);
    expect(await mailTo('bo@books.test')).toEqual([]);
  });

  // @fact F-5-075
  test.each([
    ['the address of the registration', `${base}/agent/auth`],
    ['the address of the service', base],
    ['several, with the service among them', ['https://other.test', base]],
  ])('accepts an audience that is %s', async (_, audience) => {
    expect((await registerWith(await assertion({ audience }))).status).toBe(200);
  });

  // @fact F-5-074..080 F-8-009
  test.each<[wish: object, reason: RegExp]>([
    [{ issuer: 'https://elsewhere.test' }, /^iss must be a trusted provider/],
    [{ omit: ['iss'] }, /^iss must be/],
    [{ audience: 'https://other.test' }, /^aud must be/],
    [{ audience: [] }, /^aud must be/],
    [{ audience: `${base}/` }, /^aud must be/],
    [{ audience: `${base}/w/blue/agent/auth` }, /^aud must be/],
    [{ omit: ['aud'] }, /^aud must be/],
    [{ omit: ['email'] }, /^email must be there/],
    [{ email: 'no address' }, /^email must be there/],
    [{ emailVerified: false }, /^email_verified must be true/],
    [{ omit: ['email_verified'] }, /^email_verified must be true/],
    [{ omit: ['jti'] }, /^jti must be there/],
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

  test.each<[name: string, change: (token: string) => string]>([
    ['not a JWT', () => 'hello'],
    ['empty', () => ''],
    ['without its signature', (token) => token.replace(/\.[^.]*$/, '.')],
    ['signed with an unknown key', (token) => [encode({ alg: 'none' }), token.split('.')[1], ''].join('.')],
    [
      'changed after it was signed',
      (token) => {
        const [head, , signature] = token.split('.');
        return [head, encode({ ...decodeJwt(token), email: 'mallory@books.test' }), signature].join('.');
      },
    ],
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

  // @fact F-4.8-016 F-7-024
  test.each(['owner@studio.test', 'OWNER@Studio.test'])(
    'returns 409 for %s, who has an account',
    async (email) => {
      const response = await registerWith(await assertion({ email }));
      expectResponse(response, 409, { error: 'email_already_registered' });
    },
  );

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

describe('a registration that violates the contract', () => {
  test.each([
    [{ type: 'anonymous' }, 'requested_credential_type'],
    [{ type: 'anonymous', requested_credential_type: 'token' }, 'requested_credential_type'],
    [{ type: 'passport', requested_credential_type: 'api_key' }, 'type'],
    [
      {
        type: 'identity_assertion',
        assertion_type: 'urn:other',
        assertion: 'x',
        requested_credential_type: 'api_key',
      },
      'assertion_type',
    ],
  ])('returns 400 for %j', async (body, path) => {
    const response = await register(body);
    expect([response.status, response.body.error, response.outside]).toEqual([400, 'invalid_request', null]);
    expect(response.body.details.map(({ path: at }) => at)).toContain(path);
  });
});

describe('a world with a registered agent', () => {
  test('creates records through the control API for its original organization', async () => {
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
});

describe('the well-known documents', () => {
  // @fact F-5-012
  test('contain the authorization server of the resource and its scopes', async () => {
    const { status, body } = await client.get<ProtectedResourceMetadata>(
      '/.well-known/oauth-protected-resource',
      nobody,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      resource: base,
      authorization_servers: [base],
      bearer_methods_supported: ['header'],
    });
    expect(body.scopes_supported).toEqual(expect.arrayContaining(['*', 'AGENTS:EXECUTE', 'ANALYTICS:READ']));
  });

  test.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'])(
    '%s is specific to each world, and can be missing',
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
});

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
