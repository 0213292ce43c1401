/**
 * Mail that the service sends. None leaves the mock; it is kept where a test or a person can read it.
 */
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../kernel/store/schema.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';

/** A mail with a one-time code. Shape: `otp` is six digits. */
export interface MailRecord {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly otp: string;
  readonly sentAt: EpochMs;
}

/** Mail by id. */
export const mails = defineCollection<MailRecord>('mail');

/** Mail in the order of sending. */
export const mailsByTime = defineIndex(mails, 'byTime', (mail) => sortKey(mail.sentAt));

/** Sends a mail. */
export function sendMail(tx: Transaction, mail: Omit<MailRecord, 'id' | 'sentAt'>): MailRecord {
  return tx.put(mails, { id: tx.nextId('mail'), ...mail, sentAt: tx.at });
}

/** Lists the mail to an address, or all of it, newest first. */
export function listMail(view: View, address: string | undefined): readonly MailRecord[] {
  const all = view.scan(mailsByTime, { reverse: true });
  if (address === undefined || address === '') return all;
  const wanted = address.toLowerCase();
  return all.filter(({ to }) => to.toLowerCase() === wanted);
}
