/**
 * Error responses for the client runtime. What a visitor may read is in `hint`; nothing here tells a
 * visitor about the owner's account.
 */
import type { ClientError } from '../../domain/client/errors.ts';
import type { DomainErrorOf } from '../../domain/errors.ts';
import { challenge, createErrorResponses } from '../../http/error-responses.ts';
import type { Addresses, ErrorTable } from '../../http/error-responses.ts';
import { domainRows } from './errors.ts';

type SharedCode =
  | 'EXECUTION_NOT_FOUND'
  | 'NOT_PAUSED'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_MISMATCH'
  | 'APPROVAL_ALREADY_RESOLVED'
  | 'OUTPUT_MISSING'
  | 'SCENARIO_UNKNOWN';

type Err = ClientError | DomainErrorOf<SharedCode>;

const table = {
  EXECUTION_NOT_FOUND: domainRows.NOT_PAUSED,
  NOT_PAUSED: domainRows.NOT_PAUSED,
  APPROVAL_EXPIRED: domainRows.APPROVAL_EXPIRED,
  APPROVAL_MISMATCH: {
    ...domainRows.APPROVAL_MISMATCH,
    details: () => [
      {
        message: 'approvalId is not the approval that the execution waits for',
        code: 'APPROVAL_MISMATCH',
        path: 'approvalId',
        suggestion: 'Send the approvalId of the approval_start event.',
      },
    ],
  },
  APPROVAL_ALREADY_RESOLVED: domainRows.APPROVAL_ALREADY_RESOLVED,
  OUTPUT_MISSING: domainRows.OUTPUT_MISSING,
  SCENARIO_UNKNOWN: domainRows.SCENARIO_UNKNOWN,
  CLIENT_TOKEN_UNKNOWN: { status: 401, error: 'Invalid client token' },
  CLIENT_SESSION_INVALID: {
    status: 401,
    error: 'Session not found or expired',
    hint: 'This chat has timed out. Please start again.',
  },
  CLIENT_TOKEN_INACTIVE: { status: 403, error: 'Client token is not active' },
  ORIGIN_MISMATCH: { status: 403, error: 'Origin not allowed' },
  CLIENT_TARGET_MISSING: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'flowId must name a flow or an agent, since the client token has none of its own',
        code: 'MISSING_REQUIRED_FIELD',
        path: 'flowId',
      },
    ],
  },
  EXECUTION_OF_OTHER_SESSION: { status: 403, error: 'This execution belongs to another session' },
  APPROVER_NOT_END_USER: {
    status: 403,
    error: 'Only the owner of the agent can answer this approval',
    code: 'APPROVAL_APPROVER_NOT_END_USER',
  },
  CLIENT_TOOLS_FORGOTTEN: { status: 409, error: 'client_tools_resend_required' },
  SESSION_USED_UP: {
    status: 429,
    error: 'Rate limit exceeded',
    hint: 'Session message limit reached',
    headers: ({ until, at }) => ({ 'Retry-After': Math.max(1, Math.ceil((until - at) / 1000)) }),
  },
  CLIENT_UNAVAILABLE: { status: 503, error: 'This assistant is not available right now' },
} as const satisfies ErrorTable<Err>;

/** Creates the response for an error. */
export const clientErrorResponse = createErrorResponses<Err, typeof table>(table);

/** Adds to a response for an invalid session where the metadata of the resource is. Source: assumption A-079. */
export function withChallenge<RecordedResponse extends { readonly status: number }>(
  addresses: Addresses,
  response: RecordedResponse,
): RecordedResponse {
  return response.status === 401
    ? { ...response, headers: { 'WWW-Authenticate': challenge(addresses) } }
    : response;
}
