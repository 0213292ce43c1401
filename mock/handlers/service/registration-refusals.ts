/**
 * How refusals of registrations and claims look on the wire: a code in `error`, in the manner of OAuth.
 */
import type { RegistrationError } from '../../domain/registration/errors.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorDetail, ErrorTable } from '../../http/error-responses.ts';

/** A request that does not fit the contract; what is wrong with it was found before the domain is asked. */
interface RequestMalformed {
  readonly code: 'REQUEST_MALFORMED';
  readonly problems: readonly ErrorDetail[];
}

const table = {
  REQUEST_MALFORMED: { status: 400, error: 'invalid_request', details: ({ problems }) => problems },
  REGISTRATIONS_EXHAUSTED: {
    status: 429,
    error: 'Rate limit exceeded',
    headers: ({ retryAfter }): { readonly 'Retry-After': number } => ({ 'Retry-After': retryAfter }),
  },
  ASSERTION_REFUSED: {
    status: 401,
    error: 'invalid_assertion',
    details: ({ reason }) => [{ message: reason, code: 'INVALID_ASSERTION', path: 'assertion' }],
  },
  EMAIL_REGISTERED: { status: 409, error: 'email_already_registered' },
  EMAIL_MALFORMED: {
    status: 400,
    error: 'invalid_request',
    details: () => [{ message: 'email is not an email address', code: 'INVALID_FORMAT', path: 'email' }],
  },
  CLAIM_TOKEN_UNKNOWN: { status: 401, error: 'invalid_claim_token' },
  ALREADY_CLAIMED: { status: 409, error: 'already_claimed' },
  CLAIM_EXPIRED: { status: 410, error: 'claim_expired' },
  CLAIM_LOCKED: { status: 410, error: 'claim_locked' },
  OTP_WRONG: { status: 401, error: 'invalid_otp' },
  OTP_EXPIRED: { status: 410, error: 'otp_expired' },
} as const satisfies ErrorTable<RegistrationError | RequestMalformed>;

/** Ends a handler with the response for a refusal of a registration or a claim. */
export const registrationRefusal = createRefusals<RegistrationError | RequestMalformed, typeof table>(table);
