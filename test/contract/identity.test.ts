/** The current identity, and the keys and sessions that a test can create. */
import { describe, expect, test } from 'vitest';
import type { Key, SessionToken } from '../../generated/control-agent-platform/types.ts';
import type { WorldDetail } from '../../generated/control/types.ts';
import type { AgentPage, Identity, ProtectedResourceMetadata } from '../../generated/service/types.ts';
import { ownerSession, useMock } from '../support/mock-client.ts';
import { expectInvalid, expectResponse } from '../support/api-response.ts';

const client = useMock({ fixture: 'empty' });
const whoami = (credential: string | null) => client.get<Identity>('/v1/auth/me', { key: credential });
const keyOf = async (wish: object) => (await client.post<Key>('/_mock/keys', wish)).body;

describe('the current identity', () => {
  // @fact F-4.3-052 F-4.3-053 F-4.3-055 F-5-002
  test('is the user and the organization of the session', async () => {
    const response = await whoami(ownerSession);
    expectResponse(response, 200, {
      userId: 'user_owner',
      sessionId: 'sess_dev',
      hasOrganization: true,
      orgId: 'org_studio',
      orgRole: 'owner',
      orgSlug: 'backlot-studio',
    });
  });

  // @fact F-5-012
  test('links to an existing document in another world', async () => {
    await client.post('/_mock/worlds', { id: 'blue', fixture: 'empty' });
    const rejected = await client.get('/w/blue/v1/auth/me', { key: null });
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(rejected.headers.get('www-authenticate')!)!;
    const document = await client.get<ProtectedResourceMetadata>(address, { key: null });
    expect([document.status, document.body.resource]).toEqual([200, 'http://127.0.0.1:4010/w/blue']);
  });
});

describe('a created session', () => {
  test('belongs to the owner when no user is given', async () => {
    const { status, body } = await client.post<SessionToken>('/_mock/session-tokens');
    expect(status).toBe(201);
    expect((await whoami(body.token)).body.userId).toBe('user_owner');
  });

  test('adds an unknown user as a member, once', async () => {
    const sessionOf = async () =>
      (await client.post<SessionToken>('/_mock/session-tokens', { userId: 'kari' })).body.token;
    const [first, second] = [await sessionOf(), await sessionOf()];
    expect(first).not.toBe(second);
    expect((await whoami(first)).body).toMatchObject({
      userId: 'kari',
      orgRole: 'member',
      orgId: 'org_studio',
    });
    expect((await whoami(second)).body.userId).toBe('kari');
    expect((await client.get<WorldDetail>('/_mock/world')).body.counts.users).toBe(2);
  });

  test('is rejected for an empty user', async () => {
    expect((await client.post('/_mock/session-tokens', { userId: '' })).status).toBe(400);
  });
});

describe('a created key', () => {
  // @fact F-5-004 F-5-005
  test.each(['live', 'test'])(
    'belongs to the %s environment and has all permissions',
    async (environment) => {
      const key = await keyOf({ environment });
      expect(key).toEqual({
        key: expect.stringMatching(new RegExp(`^rt_${environment}_`)) as unknown,
        keyId: expect.stringMatching(/^key_/) as unknown,
        environment,
        scopes: ['*'],
        plan: 'standard',
        workspace: 'organization',
        expiresAt: null,
      });
      expect((await client.get('/v1/agents', { key: key.key })).status).toBe(200);
    },
  );

  // @fact F-1-010
  test('has no permissions with an empty list of scopes', async () => {
    const { key } = await keyOf({ environment: 'live', scopes: [] });
    expect((await client.get('/v1/agents', { key: key })).status).toBe(403);
  });

  test('cannot access the organization when it belongs to the personal workspace', async () => {
    await client.post('/v1/agents', { name: 'Of the organization' });
    const { key, workspace } = await keyOf({ environment: 'live', workspace: 'personal' });
    expect(workspace).toBe('personal');
    expect((await client.get<AgentPage>('/v1/agents', { key: key })).body.data).toEqual([]);
  });

  test('is rejected for an unknown environment', async () => {
    const response = await client.post('/_mock/keys', { environment: 'staging' });
    expectInvalid(response, 'environment');
  });
});
