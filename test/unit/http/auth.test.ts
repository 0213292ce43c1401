import { describe, expect, test } from 'vitest';
import type { SecuritySpec } from '../../../generated/runtime/operation-spec.ts';
import { authenticate, planAuth } from '../../../mock/http/auth.ts';
import type { ApiKeyRecord, SessionRecord } from '../../../mock/http/context.ts';
import { createScopeLattice } from '../../../mock/http/scopes.ts';
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
const source = {
  credentials: {
    findApiKey: (_: View, token: string) => keys[token] ?? null,
    findSession: (_: View, token: string) => sessions[token] ?? null,
  },
  scopes: createScopeLattice([]),
};

const apiKey = (...scopes: string[]) => ({ schemes: [{ name: 'apiKey', scopes }] });
const sessionToken = { schemes: [{ name: 'sessionToken', scopes: [] }] };
const signature = { schemes: [{ name: 'signature', scopes: [] }] };
const nothing = { schemes: [] };

describe('a caller', () => {
  test.each<[security: SecuritySpec, token: string | null, outcome: string]>([
    [[apiKey('READ')], 'rt_live_read', 'apiKey'],
    [[apiKey('READ')], 'rt_live_later', 'apiKey'],
    [[apiKey('READ')], 'rt_live_now', 'unauthorized'],
    [[apiKey('READ')], 'rt_live_revoked', 'unauthorized'],
    [[apiKey('READ')], 'rt_live_unknown', 'unauthorized'],
    [[apiKey('READ')], 'good', 'unauthorized'],
    [[apiKey('READ')], null, 'unauthorized'],
    [[apiKey('READ')], 'rt_test_none', 'insufficient-scope'],
    [[apiKey('READ', 'WRITE')], 'rt_live_read', 'insufficient-scope'],
    [[apiKey('WRITE'), apiKey('READ')], 'rt_live_read', 'apiKey'],
    [[apiKey(), sessionToken], 'rt_test_none', 'apiKey'],
    [[apiKey('READ'), sessionToken], 'good', 'session'],
    [[apiKey('READ'), sessionToken], 'old', 'unauthorized'],
    [[sessionToken], 'rt_live_read', 'unauthorized'],
    [[sessionToken], 'rt_live_fake', 'unauthorized'],
    [[], 'rt_live_read', 'none'],
    [[], null, 'none'],
    [[nothing, apiKey('READ')], null, 'none'],
    [[nothing, apiKey('READ')], 'rt_live_revoked', 'none'],
    [[nothing, apiKey('READ')], 'rt_live_read', 'apiKey'],
    [[signature, nothing], null, 'none'],
  ])('of %j with %j is %s', (security, token, outcome) => {
    const header = token === null ? null : `Bearer ${token}`;
    const caller = authenticate(planAuth(security, true), header, { view, now: NOW }, source);
    expect(caller.ok ? caller.value.kind : caller.error).toBe(outcome);
  });

  test('needs no permission where a missing one is not refused', () => {
    const caller = authenticate(
      planAuth([apiKey('WRITE')], false),
      'Bearer rt_live_read',
      { view, now: NOW },
      source,
    );
    expect(caller.ok).toBe(true);
  });
});
