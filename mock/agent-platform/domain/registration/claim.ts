/** Claiming a registration: a person requests a code, reads it in an email, and exchanges it for a key. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { createMachines } from '../../../kernel/machine/machine.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import { findAccount, issueKey, openAccount, revokeKey, type ApiKeyRecord } from '../identity/identity.ts';
import { isEmail, claimBinding, registrations, registrationsByToken } from './registration.ts';
import type { ClaimStatus, ClaimTrigger, RegistrationRecord, RegistrationErrorOf } from './registration.ts';
import { fullScopes } from './register.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';

export type ClaimError = RegistrationErrorOf<
  'CLAIM_TOKEN_UNKNOWN' | 'ALREADY_CLAIMED' | 'CLAIM_EXPIRED' | 'CLAIM_LOCKED'
>;

/**
 * Sends an email with a six-digit code, which replaces the previous one.
 *
 * Errors: EMAIL_MALFORMED, CLAIM_TOKEN_UNKNOWN, ALREADY_CLAIMED, CLAIM_EXPIRED, CLAIM_LOCKED.
 * Source: F-5-064, F-5-065; assumption A-CLAIM-RESEND.
 */
export function sendClaimCode(
  tx: Transaction,
  claimToken: string,
  email: string,
): Result<RegistrationRecord, ClaimError | RegistrationErrorOf<'EMAIL_MALFORMED'>> {
  if (!isEmail(email)) return err({ code: 'EMAIL_MALFORMED' });
  const open = findOpen(tx, claimToken);
  if (!open.ok) return open;
  const otp = makeCode(tx);
  sendMail(tx, { to: email, subject: 'Your code to claim the agent', otp });
  return ok(moveClaim(tx, open.value, { type: 'sendCode', email, otp }));
}

/** A claimed registration, with the key that replaces the pre-claim key. */
export interface Claimed {
  readonly registration: RegistrationRecord;
  readonly key: ApiKeyRecord;
}

/**
 * Claims a registration with the code: revokes the pre-claim key and issues a key with all permissions to the account
 * of the email, which is created if necessary.
 *
 * Shape: errors must be committed too, since a wrong code counts, and the last one locks the claim and revokes the key.
 * Errors: OTP_WRONG, OTP_EXPIRED, CLAIM_TOKEN_UNKNOWN, ALREADY_CLAIMED, CLAIM_EXPIRED, CLAIM_LOCKED.
 * Source: F-5-066 to F-5-071; assumptions.
 */
export function completeClaim(
  tx: Transaction,
  claimToken: string,
  otp: string,
): Result<Claimed, ClaimError | RegistrationErrorOf<'OTP_WRONG' | 'OTP_EXPIRED'>> {
  const open = findOpen(tx, claimToken);
  if (!open.ok) return open;
  const { code, email, organizationId, keyId } = open.value;
  if (code !== null && code.expiresAt <= tx.at) return err({ code: 'OTP_EXPIRED' });
  if (email === null || code?.otp !== otp) {
    const { status } = moveClaim(tx, open.value, { type: 'wrongCode' });
    if (status === 'locked') revokeKey(tx, keyId);
    return err({ code: 'OTP_WRONG' });
  }
  const registration = moveClaim(tx, open.value, { type: 'claim' });
  revokeKey(tx, keyId);
  const { id: userId } = findAccount(tx, email) ?? openAccount(tx, email, organizationId);
  const key = issueKey(tx, { name: 'Claimed', scopes: fullScopes, organizationId, userId });
  return ok({ registration, key });
}

const errorCodes: Readonly<Partial<Record<ClaimStatus, Exclude<ClaimError['code'], 'CLAIM_TOKEN_UNKNOWN'>>>> =
  {
    claimed: 'ALREADY_CLAIMED',
    locked: 'CLAIM_LOCKED',
    expired: 'CLAIM_EXPIRED',
  };

function findOpen(view: View, claimToken: string): Result<RegistrationRecord, ClaimError> {
  const registration = view.find(registrationsByToken, claimToken);
  if (registration === undefined) return err({ code: 'CLAIM_TOKEN_UNKNOWN' });
  const code = errorCodes[registration.status];
  return code === undefined ? ok(registration) : err({ code });
}

const machines = createMachines([claimBinding]);

function moveClaim(tx: Transaction, { id }: RegistrationRecord, trigger: ClaimTrigger): RegistrationRecord {
  const moved = machines.send(tx, { kind: registrations.name, id }, trigger);
  if (!moved.ok) throw new Error(`Registration ${id} can't ${trigger.type}: ${moved.error.code}`);
  return moved.value as RegistrationRecord;
}

function makeCode(tx: Transaction): string {
  return String(Math.floor(tx.random() * 1_000_000)).padStart(6, '0');
}

/** An email with a one-time code. Shape: `otp` has six digits. */
export interface MailRecord {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly otp: string;
  readonly sentAt: EpochMs;
}

export const mails = defineCollection<MailRecord>('mail');

/** Emails in the order of sending. */
export const mailsByTime = defineIndex(mails, 'byTime', (mail) => sortKey(mail.sentAt));

export function sendMail(tx: Transaction, mail: Omit<MailRecord, 'id' | 'sentAt'>): MailRecord {
  return tx.put(mails, { id: tx.nextId('mail'), ...mail, sentAt: tx.at });
}

/** Lists the emails to an address, or all of them, newest first. */
export function listMail(view: View, address: string | undefined): readonly MailRecord[] {
  const all = view.scan(mailsByTime, { reverse: true });
  if (address === undefined || address === '') return all;
  const wanted = address.toLowerCase();
  return all.filter(({ to }) => to.toLowerCase() === wanted);
}
