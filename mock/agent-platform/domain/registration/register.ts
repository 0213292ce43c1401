/**
 * Registering an agent: anonymously, for a restricted key that can be claimed, or with an assertion about a person.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { after, between, hours, type EpochMs } from '../../../kernel/time/time.ts';
import { findAccount, issueKey, openAccount, openOrganization } from '../identity/identity.ts';
import { usedAssertions, type AssertedIdentity } from './assertion.ts';
import type { RegistrationErrorOf, RegistrationRecord } from './registration.ts';
import type { ApiKeyRecord } from '../identity/identity.ts';
import { expiryTimer, preClaimLife, registrations } from './registration.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';

/** The permissions of a pre-claim key: read, and set up agents, flows and products. Source: F-5-039 to F-5-063. */
export const preClaimScopes: readonly string[] = [
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
];

/** The permissions of an account's key. Source: F-5-068. */
export const fullScopes: readonly string[] = ['*'];

/** An unclaimed registration, with the key to use in the meantime. */
export interface PreClaim {
  readonly registration: RegistrationRecord;
  readonly key: ApiKeyRecord;
}

/** Registers an anonymous agent. It gets its own organization, which a claim transfers. */
export function registerAnonymously(tx: Transaction): PreClaim {
  const expiresAt = after(tx.at, preClaimLife);
  const { id: organizationId } = openOrganization(tx);
  const key = issueKey(tx, {
    name: 'Until it is claimed',
    prefix: 'rt_live_pre',
    scopes: preClaimScopes,
    organizationId,
    userId: null,
    expiresAt,
  });
  const registration = tx.put(registrations, {
    id: tx.nextId('reg'),
    claimToken: tx.nextId('clm'),
    keyId: key.id,
    organizationId,
    status: 'unclaimed',
    email: null,
    code: null,
    wrongCodes: 0,
    createdAt: tx.at,
    expiresAt,
  });
  tx.startTimer({
    key: expiryTimer(registration.id),
    due: expiresAt,
    target: { kind: registrations.name, id: registration.id },
    trigger: 'expire',
  });
  return { registration, key };
}

/** A registration for an identified person, with the key of the new account. */
export interface AssertedRegistration {
  readonly registrationId: string;
  readonly key: ApiKeyRecord;
}

/**
 * Creates an account for the person in an accepted assertion. Each assertion can be used once.
 *
 * Errors: ASSERTION_REFUSED when it was used before, EMAIL_REGISTERED.
 * Source: F-5-079, F-5-082, F-4.8-016.
 */
export function registerByAssertion(
  tx: Transaction,
  { email, jti }: AssertedIdentity,
): Result<AssertedRegistration, RegistrationErrorOf<'ASSERTION_REFUSED' | 'EMAIL_REGISTERED'>> {
  if (tx.has(usedAssertions, jti))
    return err({ code: 'ASSERTION_REFUSED', reason: 'This assertion has been used before' });
  if (findAccount(tx, email) !== undefined) return err({ code: 'EMAIL_REGISTERED' });
  tx.put(usedAssertions, { id: jti, usedAt: tx.at });
  const { id: organizationId } = openOrganization(tx);
  const { id: userId } = openAccount(tx, email, organizationId);
  const key = issueKey(tx, {
    name: 'Registered by assertion',
    scopes: fullScopes,
    organizationId,
    userId,
  });
  return ok({ registrationId: tx.nextId('reg'), key });
}

/** Maximum number of registration attempts of an address per hour. Source: F-5-072. */
export const maxAttempts = 5;

const period = hours(1);

/**
 * An address that agents register from. Shape: `id` is the address; `attempts` are those of the last hour, oldest
 * first.
 */
export interface RegistrantRecord {
  readonly id: string;
  readonly attempts: readonly EpochMs[];
}

export const registrants = defineCollection<RegistrantRecord>('registrant');

/**
 * Counts an attempt of an address, regardless of its outcome; attempts that the limit rejects do not count.
 *
 * Errors: REGISTRATIONS_EXHAUSTED until the oldest attempt is an hour old.
 * Source: F-5-072; assumption A-104.
 */
export function countAttempt(
  tx: Transaction,
  address: string,
): Result<null, RegistrationErrorOf<'REGISTRATIONS_EXHAUSTED'>> {
  const made = (tx.get(registrants, address)?.attempts ?? []).filter((at) => between(at, tx.at) < period);
  const [oldest] = made;
  if (oldest !== undefined && made.length >= maxAttempts) {
    const wait = between(tx.at, after(oldest, period));
    return err({ code: 'REGISTRATIONS_EXHAUSTED', retryAfter: Math.ceil(wait / 1000) });
  }
  tx.put(registrants, { id: address, attempts: [...made, tx.at] });
  return ok(null);
}
