/**
 * Errors of the client runtime.
 */
import type { EpochMs } from '../../kernel/time/time.ts';

/** An error of this area. */
export type ClientError =
  | { readonly code: 'CLIENT_TOKEN_UNKNOWN' }
  | { readonly code: 'CLIENT_SESSION_INVALID' }
  | { readonly code: 'CLIENT_TOKEN_INACTIVE' }
  | { readonly code: 'ORIGIN_MISMATCH'; readonly origin: string | null }
  | { readonly code: 'CLIENT_TARGET_MISSING' }
  | { readonly code: 'EXECUTION_OF_OTHER_SESSION'; readonly executionId: string }
  | { readonly code: 'APPROVER_NOT_END_USER'; readonly approvalId: string }
  | { readonly code: 'CLIENT_TOOLS_FORGOTTEN' }
  | { readonly code: 'SESSION_USED_UP'; readonly at: EpochMs; readonly until: EpochMs }
  | { readonly code: 'CLIENT_UNAVAILABLE' };

/** The errors of some codes. */
export type ClientErrorOf<Code extends ClientError['code']> = Extract<ClientError, { readonly code: Code }>;

/** Why a call has no session. */
export type SessionError = ClientErrorOf<
  'CLIENT_SESSION_INVALID' | 'CLIENT_TOKEN_INACTIVE' | 'ORIGIN_MISMATCH'
>;
