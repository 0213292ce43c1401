/**
 * Accounts: organizations with their users, and the keys and session tokens that are issued to them.
 */
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { defineIndex } from '../../kernel/store/schema.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';
import { apiKeys, organizations, sessions, users } from './identity.ts';
import type { ApiKeyRecord, OrganizationRecord, SessionRecord, UserRecord } from './identity.ts';

/** Users by their email, whatever its case. */
export const usersByEmail = defineIndex(users, 'byEmail', (user) => emailKey(user.email));

/** Finds the user who has an account under an email. */
export function findAccount(view: View, email: string): UserRecord | undefined {
  return view.find(usersByEmail, emailKey(email));
}

/** Returns the organization that the world is about: the first that there was. Those of registrations came later. */
export function worldOrganization(view: View): OrganizationRecord {
  const first = view
    .scan(organizations)
    .reduce((one, other) => (other.createdAt < one.createdAt ? other : one));
  return first;
}

/** Returns the owner of an organization. */
export function ownerOfOrganization(view: View, organizationId: string): UserRecord {
  const owner = view
    .scan(users)
    .find((user) => user.organizationId === organizationId && user.role === 'owner');
  if (owner === undefined) throw new Error(`Organization ${organizationId} has no owner.`);
  return owner;
}

/** Opens an organization that nobody owns yet. */
export function openOrganization(tx: Transaction): OrganizationRecord {
  const id = tx.nextId('org');
  const slug = id.replace('_', '-');
  return tx.put(organizations, { id, name: `Organization ${slug}`, slug, createdAt: tx.at });
}

/** Opens an account: a user who owns an organization. */
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

/** What a key is issued with. Shape: an absent member takes its default: everything is allowed, for good. */
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

/** Issues a key; it is valid at once. */
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

/** Takes a key's power away, for good. */
export function revokeKey(tx: Transaction, keyId: string): void {
  const key = tx.get(apiKeys, keyId);
  if (key !== undefined && key.revokedAt === null) tx.put(apiKeys, { ...key, revokedAt: tx.at });
}

/** Issues a session token to a user of the world's organization; one that is not known becomes a member of it. */
export function issueSession(tx: Transaction, userId: string | undefined): SessionRecord {
  const organization = worldOrganization(tx);
  const user =
    userId === undefined
      ? ownerOfOrganization(tx, organization.id)
      : (tx.get(users, userId) ?? addMember(tx, userId, organization));
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

function addMember(tx: Transaction, id: string, organization: OrganizationRecord): UserRecord {
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
