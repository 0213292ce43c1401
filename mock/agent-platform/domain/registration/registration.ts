/**
 * An anonymous registration that a person may claim. The machine defines its transitions; registering is in
 * `register.ts`, claiming in `claim.ts`.
 */
import { cancelTimer, type AnyEffect } from '../../../kernel/machine/trigger.ts';
import { defineIndex, defineCollection } from '../../../kernel/store/collection.ts';
import { defineMachine, bindMachine } from '../../../kernel/machine/machine.ts';
import { after, hours, minutes, type EpochMs } from '../../../kernel/time/time.ts';

/** Lifetime of a pre-claim key and its claim token. Source: F-5-038. */
export const preClaimLife = hours(24);

/** Lifetime of a one-time code. Source: F-5-069. */
export const codeLife = minutes(10);

/** The number of wrong codes that locks a claim; a new code does not reset it. Source: F-5-070; assumption A-103. */
export const maxWrongCodes = 5;

export type ClaimStatus = 'unclaimed' | 'code-sent' | 'claimed' | 'locked' | 'expired';

/**
 * An anonymous registration.
 *
 * Shape: `organizationId` is the organization of its keys, before the claim and after; `email` and `code` are those of
 * the newest email, null before the first; `wrongCodes` counts across all codes.
 */
export interface RegistrationRecord {
  readonly id: string;
  readonly claimToken: string;
  readonly keyId: string;
  readonly organizationId: string;
  readonly status: ClaimStatus;
  readonly email: string | null;
  readonly code: { readonly otp: string; readonly expiresAt: EpochMs } | null;
  readonly wrongCodes: number;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

export const registrations = defineCollection<RegistrationRecord>('registration');

export const registrationsByToken = defineIndex(registrations, 'byToken', ({ claimToken }) => claimToken);

export type ClaimTrigger =
  | { readonly type: 'sendCode'; readonly email: string; readonly otp: string }
  | { readonly type: 'wrongCode' }
  | { readonly type: 'claim' }
  | { readonly type: 'expire' };

export const claimMachine = defineMachine<RegistrationRecord, ClaimStatus, ClaimTrigger>({
  id: 'claim',
  field: 'status',
  initial: 'unclaimed',
  final: ['claimed', 'locked', 'expired'],
  table: {
    unclaimed: {
      sendCode: { to: 'code-sent', update: withCode },
      wrongCode: [
        { to: 'locked', guard: isLastTry, update: withWrongCode, effects: stopExpiry },
        { to: 'unclaimed', update: withWrongCode },
      ],
      expire: { to: 'expired' },
    },
    'code-sent': {
      sendCode: { to: 'code-sent', update: withCode },
      wrongCode: [
        { to: 'locked', guard: isLastTry, update: withWrongCode, effects: stopExpiry },
        { to: 'code-sent', update: withWrongCode },
      ],
      claim: { to: 'claimed', effects: stopExpiry },
      expire: { to: 'expired' },
    },
    claimed: {},
    locked: {},
    expired: {},
  },
});

export const claimBinding = bindMachine(registrations, claimMachine);

/** Returns the name of the timer that expires an unclaimed registration. */
export function expiryTimer(registrationId: string): string {
  return `registration/${registrationId}`;
}

function withCode(
  registration: RegistrationRecord,
  { email, otp }: { readonly email: string; readonly otp: string },
  at: EpochMs,
): RegistrationRecord {
  return { ...registration, email, code: { otp, expiresAt: after(at, codeLife) } };
}

function isLastTry({ wrongCodes }: RegistrationRecord): boolean {
  return wrongCodes + 1 >= maxWrongCodes;
}

function withWrongCode(registration: RegistrationRecord): RegistrationRecord {
  return { ...registration, wrongCodes: registration.wrongCodes + 1 };
}

function stopExpiry({ id }: RegistrationRecord): readonly AnyEffect[] {
  return [cancelTimer(expiryTimer(id))];
}

const emailForm = /^[^\s@,;<>]+@[^\s@,;<>]+$/;

/** Returns whether a text can be an email address. Only detects typos: an address is verified by sending an email. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailForm.test(text);
}

/** The errors of registrations and claims. Units: `retryAfter` counts seconds. */
export type RegistrationError =
  | { readonly code: 'REGISTRATIONS_EXHAUSTED'; readonly retryAfter: number }
  | { readonly code: 'ASSERTION_REFUSED'; readonly reason: string }
  | { readonly code: 'EMAIL_REGISTERED' }
  | { readonly code: 'EMAIL_MALFORMED' }
  | { readonly code: 'CLAIM_TOKEN_UNKNOWN' }
  | { readonly code: 'ALREADY_CLAIMED' }
  | { readonly code: 'CLAIM_EXPIRED' }
  | { readonly code: 'CLAIM_LOCKED' }
  | { readonly code: 'OTP_WRONG' }
  | { readonly code: 'OTP_EXPIRED' };

export type RegistrationErrorOf<Code extends RegistrationError['code']> = Extract<
  RegistrationError,
  { readonly code: Code }
>;
