/**
 * Who is known to a world: its organization, its users, and the keys and session tokens that speak for them.
 */
import { defineIndex, defineCollection } from '../../kernel/store/schema.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';

/** The organization that a world belongs to. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: EpochMs;
}

/** A user of the organization. */
export interface UserRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly createdAt: EpochMs;
}

/**
 * A key. Shape: `token` is what is sent as the bearer credential; `workspace` `personal` belongs to no organization.
 */
export interface ApiKeyRecord {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  readonly scopes: readonly string[];
  readonly plan: 'standard' | 'burst';
  readonly workspace: 'organization' | 'personal';
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
}

/** A session token of a signed-in user. */
export interface SessionRecord {
  readonly id: string;
  readonly token: string;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly organizationRole: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
}

export const organizations = defineCollection<OrganizationRecord>('organization');
export const users = defineCollection<UserRecord>('user');
export const apiKeys = defineCollection<ApiKeyRecord>('apiKey');
export const sessions = defineCollection<SessionRecord>('session');

/** Keys by what is sent as the credential. */
export const apiKeysByToken = defineIndex(apiKeys, 'byToken', (key) => key.token);

/** Sessions by what is sent as the credential. */
export const sessionsByToken = defineIndex(sessions, 'byToken', (session) => session.token);

/** How the pipeline looks credentials up. Expired and revoked ones are found too. */
export const credentials = {
  findApiKey(view: View, token: string): ApiKeyRecord | null {
    return view.find(apiKeysByToken, token) ?? null;
  },

  findSession(view: View, token: string): SessionRecord | null {
    return view.find(sessionsByToken, token) ?? null;
  },
};
