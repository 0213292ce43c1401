/**
 * Accounts of a world: organizations with their users, and the keys and session tokens that are issued to them.
 */
import { defineIndex, defineCollection } from '../../../kernel/store/collection.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';

export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: EpochMs;
}

export interface UserRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly createdAt: EpochMs;
}

/**
 * A key. Shape: `token` is the bearer credential; a key with `workspace` `personal` belongs to no organization.
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

/** Keys by their bearer credential. */
export const apiKeysByToken = defineIndex(apiKeys, 'byToken', (key) => key.token);

/** Sessions by their bearer credential. */
export const sessionsByToken = defineIndex(sessions, 'byToken', (session) => session.token);

/** Looks up credentials for the pipeline, including expired and revoked ones. */
export const credentials = {
  findApiKey(view: View, token: string): ApiKeyRecord | null {
    return view.find(apiKeysByToken, token) ?? null;
  },

  findSession(view: View, token: string): SessionRecord | null {
    return view.find(sessionsByToken, token) ?? null;
  },
};

/** Users by their email, case-insensitively. */
export const usersByEmail = defineIndex(users, 'byEmail', (user) => emailKey(user.email));

export function findAccount(view: View, email: string): UserRecord | undefined {
  return view.find(usersByEmail, emailKey(email));
}

/** Returns the main organization of the world: the oldest one. Registrations create later ones. */
export function worldOrganization(view: View): OrganizationRecord {
  return view.scan(organizations).reduce((one, other) => (other.createdAt < one.createdAt ? other : one));
}

export function ownerOfOrganization(view: View, organizationId: string): UserRecord {
  const owner = view
    .scan(users)
    .find((user) => user.organizationId === organizationId && user.role === 'owner');
  if (owner === undefined) throw new Error(`Organization ${organizationId} has no owner.`);
  return owner;
}

/** Creates an organization without an owner. */
export function openOrganization(tx: Transaction): OrganizationRecord {
  const id = tx.nextId('org');
  const slug = id.replace('_', '-');
  return tx.put(organizations, { id, name: `Organization ${slug}`, slug, createdAt: tx.at });
}

/** Creates an account: a user who owns an organization. */
export function openAccount(tx: Transaction, email: string, organizationId: string): UserRecord {
  return tx.put(users, {
    id: tx.nextId('user'),
    organizationId,
    email,
    name: email.split('@', 1)[0] ?? email,
    role: 'owner',
    createdAt: tx.at,
  });
}

/** The input for a new key. Shape: by default everything is permitted, without expiry. */
export interface KeyInput {
  readonly name: string;
  readonly environment?: ApiKeyRecord['environment'] | undefined;
  readonly prefix?: 'rt_live_pre' | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly plan?: ApiKeyRecord['plan'] | undefined;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly expiresAt?: EpochMs | null | undefined;
}

/** Issues a key, which is valid immediately. */
export function issueKey(tx: Transaction, input: KeyInput): ApiKeyRecord {
  const { name, environment = 'live', organizationId, userId } = input;
  return tx.put(apiKeys, {
    id: tx.nextId('key'),
    token: tx.nextId(input.prefix ?? `rt_${environment}`),
    name,
    environment,
    scopes: input.scopes ?? ['*'],
    plan: input.plan ?? 'standard',
    workspace: organizationId === null ? 'personal' : 'organization',
    organizationId,
    userId,
    createdAt: tx.at,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
  });
}

/** Revokes a key permanently. */
export function revokeKey(tx: Transaction, keyId: string): void {
  const key = tx.get(apiKeys, keyId);
  if (key !== undefined && key.revokedAt === null) tx.put(apiKeys, { ...key, revokedAt: tx.at });
}

/** Issues a session token to a user of the world's organization; an unknown user is added to it. */
export function issueSession(tx: Transaction, userId: string | undefined): SessionRecord {
  const organization = worldOrganization(tx);
  const user =
    userId === undefined
      ? ownerOfOrganization(tx, organization.id)
      : (tx.get(users, userId) ?? addUser(tx, userId, organization));
  return tx.put(sessions, {
    id: tx.nextId('sess'),
    token: tx.nextId('session'),
    userId: user.id,
    organizationId: user.organizationId,
    organizationRole: user.role,
    createdAt: tx.at,
    expiresAt: null,
  });
}

function addUser(tx: Transaction, id: string, organization: OrganizationRecord): UserRecord {
  return tx.put(users, {
    id,
    organizationId: organization.id,
    email: `${id}@${organization.slug}.test`,
    name: id,
    role: 'member',
    createdAt: tx.at,
  });
}

function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
