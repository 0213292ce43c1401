import { describe, expect, test } from 'vitest';
import type { OperationSpec, SecuritySpec } from '../../../templates/runtime/operation-spec.ts';
import { CallerAuthentication } from '../../../templates/runtime/server/security.ts';
import type { ApiKeyRecord, SessionRecord } from '../../../mock/agent-platform/domain/identity/identity.ts';
import { createCredentialPolicy } from '../../../mock/agent-platform/credentials.ts';
import { callerOf, createAuthenticators } from '../../../mock/http/access/credentials.ts';
import { RequestContext } from '../../../mock/http/request-context.ts';
import { createScopeLattice } from '../../../mock/agent-platform/domain/identity/scopes.ts';
import { defineStore } from '../../../mock/kernel/store/schema.ts';
import { emptyState } from '../../../mock/kernel/store/state.ts';
import { epochMs, milliseconds } from '../../../mock/kernel/time/time.ts';
import { View } from '../../../mock/kernel/store/view.ts';

const NOW = epochMs(1_000);
const clock = { mode: 'real', offset: milliseconds(0) } as const;
const view = new View(
  emptyState(defineStore([], []), { seed: 1, fixture: 'none', createdAt: NOW, clock }, 0),
);

const key = (rest: Partial<ApiKeyRecord>): ApiKeyRecord => ({
  id: 'key',
  token: 'rt_live_key',
  name: 'Key',
  createdAt: NOW,
  scopes: [],
  environment: 'live',
  plan: 'standard',
  workspace: 'organization',
  organizationId: 'org',
  userId: null,
  expiresAt: null,
  revokedAt: null,
  ...rest,
});
const session = (expiresAt: number | null): SessionRecord => ({
  id: 's',
  token: 'good',
  createdAt: NOW,
  userId: 'u',
  organizationId: null,
  organizationRole: null,
  expiresAt: expiresAt === null ? null : epochMs(expiresAt),
});
const keys: Readonly<Record<string, ApiKeyRecord>> = {
  rt_live_read: key({ scopes: ['READ'] }),
  rt_live_later: key({ scopes: ['READ'], expiresAt: epochMs(1_001) }),
  rt_live_now: key({ scopes: ['READ'], expiresAt: NOW }),
  rt_live_revoked: key({ scopes: ['READ'], revokedAt: epochMs(5) }),
  rt_test_none: key({ environment: 'test' }),
};
const sessions: Readonly<Record<string, SessionRecord>> = {
  good: session(null),
  old: session(999),
  rt_live_fake: session(null),
};
const finder = {
  findApiKey: (_: View, token: string) => keys[token] ?? null,
  findSession: (_: View, token: string) => sessions[token] ?? null,
};

const authentication = new CallerAuthentication(
  new Map(['apiKey', 'sessionToken'].map((name) => [name, { name, kind: 'bearer' }])),
  createAuthenticators(createCredentialPolicy(finder, createScopeLattice([]))),
);

async function authenticate(
  security: SecuritySpec,
  token: string | null,
  isScopeChecked = true,
): Promise<string> {
  const sent = { headers: { get: () => (token === null ? null : `Bearer ${token}`) } };
  const world = { view, now: NOW };
  const request = new RequestContext(sent as never, 'loopback', world as never, '', '/');
  const responses = isScopeChecked ? [{ status: 403 }] : [];
  const operation = { security, responses } as unknown as OperationSpec;
  const result = await authentication.authenticate({ operation, request });
  return result.kind === 'authenticated' ? (callerOf(result.caller).scheme ?? 'none') : result.kind;
}

const apiKey = (...scopes: string[]) => ({ schemes: [{ name: 'apiKey', scopes }] });
const sessionToken = { schemes: [{ name: 'sessionToken', scopes: [] }] };
const signature = { schemes: [{ name: 'signature', scopes: [] }] };
const nothing = { schemes: [] };

describe('a caller', () => {
  test.each<[security: SecuritySpec, token: string | null, outcome: string]>([
    [[apiKey('READ')], 'rt_live_read', 'apiKey'],
    [[apiKey('READ')], 'rt_live_later', 'apiKey'],
    [[apiKey('READ')], 'rt_live_now', 'unauthenticated'],
    [[apiKey('READ')], 'rt_live_revoked', 'unauthenticated'],
    [[apiKey('READ')], 'rt_live_unknown', 'unauthenticated'],
    [[apiKey('READ')], 'good', 'unauthenticated'],
    [[apiKey('READ')], null, 'unauthenticated'],
    [[apiKey('READ')], 'rt_test_none', 'forbidden'],
    [[apiKey('READ', 'WRITE')], 'rt_live_read', 'forbidden'],
    [[apiKey('WRITE'), apiKey('READ')], 'rt_live_read', 'apiKey'],
    [[apiKey(), sessionToken], 'rt_test_none', 'apiKey'],
    [[apiKey('READ'), sessionToken], 'good', 'sessionToken'],
    [[apiKey('READ'), sessionToken], 'old', 'unauthenticated'],
    [[sessionToken], 'rt_live_read', 'unauthenticated'],
    [[sessionToken], 'rt_live_fake', 'unauthenticated'],
    [[], 'rt_live_read', 'none'],
    [[], null, 'none'],
    [[nothing, apiKey('READ')], null, 'none'],
    [[nothing, apiKey('READ')], 'rt_live_revoked', 'none'],
    [[nothing, apiKey('READ')], 'rt_live_read', 'apiKey'],
    [[signature, nothing], null, 'none'],
  ])('for security %j with token %j has the outcome %s', async (security, token, outcome) => {
    expect(await authenticate(security, token)).toBe(outcome);
  });

  test('needs no permission if the operation declares no 403', async () => {
    expect(await authenticate([apiKey('WRITE')], 'rt_live_read', false)).toBe('apiKey');
  });
});
