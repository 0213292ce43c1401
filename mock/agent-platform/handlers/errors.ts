/** Error responses for errors that several operations share, and for agents and their cards. */
import { scenarioUnknown } from '../../control/scenarios.ts';
import type { DomainError, AgentError } from '../domain/errors.ts';
import type { BurstWindow, ExecutionLimitError } from '../domain/executions/limits.ts';
import { pageLimits } from '../../records/page.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';
import type { CardProblem } from '../cards/card-fetcher.ts';

/** Rows shared by the error tables of the service. */
export const domainRows = {
  AGENT_NOT_FOUND: { status: 404, error: 'Agent not found' },
  CAPABILITY_NOT_FOUND: { status: 404, error: 'Capability not found' },
  TOOL_NAME_TAKEN: {
    status: 409,
    error: ({ toolName }) => `A capability named ${toolName} already exists for this agent`,
  },
  CAPABILITIES_REPEAT: invalid(({ toolName }) => ({
    message: `capabilities contains the tool ${toolName} twice`,
    code: 'DUPLICATE_VALUE',
    path: 'capabilities',
    suggestion: 'Give each capability a unique toolName.',
  })),
  CURSOR_UNKNOWN: invalid(() => ({
    message: 'cursor is not a cursor of this list',
    code: 'INVALID_CURSOR',
    path: 'cursor',
    suggestion: 'Send the nextCursor of the previous page, or none for the first page.',
  })),
  LIMIT_INVALID: invalid(() => ({
    message: 'limit must be a positive integer',
    code: 'INVALID_VALUE',
    path: 'limit',
    suggestion: `Send a number from 1 to ${pageLimits.max}.`,
  })),
  TIME_INVALID: invalid(({ parameter }) => ({
    message: `${parameter} is not a date or time in ISO 8601`,
    code: 'INVALID_FORMAT',
    path: parameter,
    suggestion: 'Send one such as 2026-01-15 or 2026-01-15T09:30:00Z.',
  })),
  SCOPE_MISSING: { status: 403, error: 'Insufficient permissions' },
  EXECUTION_NOT_FOUND: { status: 404, error: 'Execution not found' },
  TOOL_CALL_NOT_FOUND: { status: 404, error: 'Tool call not found' },
  SCENARIO_UNKNOWN: scenarioUnknown('messages'),
  NOT_PAUSED: { status: 404, error: 'No paused execution found for this executionId' },
  APPROVAL_EXPIRED: { status: 404, error: 'Approval expired' },
  APPROVAL_MISMATCH: invalid(({ pending }) => ({
    message: 'approvalId is not the approval that the execution waits for',
    code: 'APPROVAL_MISMATCH',
    path: 'approvalId',
    suggestion: `The pending approval is ${pending}.`,
  })),
  APPROVAL_ALREADY_RESOLVED: {
    status: 409,
    error: 'The approval was already decided',
    code: 'APPROVAL_ALREADY_RESOLVED',
  },
  OUTPUT_MISSING: {
    status: 400,
    error: 'Validation failed',
    details: ({ awaited }) =>
      awaited.map(({ toolCallId, toolName }) => ({
        message: `toolOutputs has no output for the pending call of ${toolName}`,
        code: 'MISSING_REQUIRED_FIELD',
        path: `toolOutputs.${toolCallId}`,
        suggestion: `Supply an output under ${toolCallId}, or under the tool's name.`,
      })),
  },
} as const satisfies ErrorTable<DomainError>;

export const errorResponse = createErrorResponses<DomainError, typeof domainRows>(domainRows);

const table = {
  ...domainRows,
  FEATURE_UNAVAILABLE: { status: 402, error: 'Feature not available' },
  FEATURE_HIDDEN: { status: 404, error: 'Feature not available in production' },
  VERSION_NOT_FOUND: { status: 404, error: 'Version not found' },
  VERSION_FOREIGN: { status: 400, error: 'Version does not belong to this agent' },
  NEVER_PUBLISHED: { status: 404, error: 'Agent has no published version' },
  CREDENTIAL_NOT_FOUND: { status: 404, error: 'Agent credential not found' },
  VOICE_UNSUPPORTED: { status: 403, error: 'Agent does not support voice' },
  TEXT_EMPTY: invalid(() => ({
    message: 'text has no words',
    code: 'MISSING_REQUIRED_FIELD',
    path: 'text',
    suggestion: 'Send the words to speak.',
  })),
  NOT_EXTERNAL: { status: 400, error: 'Agent is not an external agent' },
  CARD_ADDRESS_MISSING: { status: 400, error: 'No agent card URL configured' },
  CARD_NOT_SERVED: { status: 404, error: ({ name }) => `Agent card ${name} not found` },
  CARD_HEADER_INVALID: invalid(({ name }) => ({
    message: `${name} can't be sent as a header with this value`,
    code: 'INVALID_FORMAT',
    path: `headers.${name}`,
  })),
  CARD_URL_INVALID: {
    status: 400,
    error: 'Invalid URL',
    details: ({ reason }) => [{ message: reason, code: 'INVALID_FORMAT', path: 'url' }],
  },
  CARD_ADDRESS_REFUSED: {
    status: 400,
    error: 'Invalid URL',
    details: ({ reason, suggestion }) => [
      { message: reason, code: 'ADDRESS_REFUSED', path: 'url', ...(suggestion !== null && { suggestion }) },
    ],
  },
  CARD_UNREADABLE: {
    status: 400,
    error: 'Agent card response is not valid JSON',
    details: ({ reason }) => [{ message: reason, code: 'INVALID_JSON', path: 'url' }],
  },
  CARD_FETCH_FAILED: {
    status: 502,
    error: 'Failed to fetch agent card from remote',
    details: ({ reason }) => [{ message: reason, code: 'REMOTE_FAILED', path: 'url' }],
  },
} as const satisfies ErrorTable<DomainError | AgentError | CardProblem>;

export const agentErrorResponse = createErrorResponses<DomainError | AgentError | CardProblem, typeof table>(
  table,
);

/** The row for a key that has started too many executions. */
export const limitRow = {
  EXECUTION_LIMIT_REACHED: {
    status: 429,
    error: 'Rate limit exceeded',
    headers: ({
      retryAfter,
      window,
    }: ExecutionLimitError): RateHeaders & { readonly 'Retry-After': number } => ({
      'Retry-After': retryAfter,
      ...rateHeaders(window),
    }),
  },
} as const satisfies ErrorTable<ExecutionLimitError>;

/**
 * Returns the rate limit headers of an execution. Shape: empty when no burst rate applies. Source: F-8-018, F-8-019,
 * F-8-020.
 */
export function rateHeaders(window: BurstWindow | null): RateHeaders {
  if (window === null) return {};
  const { limit, remaining, reset } = window;
  return { 'RateLimit-Limit': limit, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset };
}

/** The headers of `rateHeaders`. */
export type RateHeaders = {
  readonly [Name in 'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset']?: number;
};
