/**
 * What the domain refuses when agents register and people claim them.
 */

/**
 * Everything that can go wrong with a registration or a claim.
 *
 * Units: `retryAfter` counts seconds.
 */
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

/** The errors of some codes. */
export type RegistrationErrorOf<Code extends RegistrationError['code']> = Extract<
  RegistrationError,
  { readonly code: Code }
>;
