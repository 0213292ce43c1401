/**
 * How often an address has tried to register lately.
 */
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { defineCollection } from '../../kernel/store/schema.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { after, between, hours } from '../../kernel/time/time.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { RegistrationErrorOf } from './errors.ts';

/** How many registrations an address may try in an hour. Source: F-5-072. */
export const attemptsAtMost = 5;

const period = hours(1);

/** An address from which agents register. Shape: `id` is the address; `attempts` are those of the last hour, oldest first. */
export interface RegistrantRecord {
  readonly id: string;
  readonly attempts: readonly EpochMs[];
}

/** Those who register, by address. */
export const registrants = defineCollection<RegistrantRecord>('registrant');

/**
 * Counts an attempt of an address, whatever comes of it; those that the limit refuses don't count.
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
  if (oldest !== undefined && made.length >= attemptsAtMost) {
    const wait = between(tx.at, after(oldest, period));
    return err({ code: 'REGISTRATIONS_EXHAUSTED', retryAfter: Math.ceil(wait / 1000) });
  }
  tx.put(registrants, { id: address, attempts: [...made, tx.at] });
  return ok(null);
}
