/**
 * Error responses for starting and continuing runs.
 */
import type { RunStartError, ExecutionLimitError } from '../../domain/executions/errors.ts';
import type { DomainError } from '../../domain/errors.ts';
import { createErrorResponses } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import { domainRows } from './errors.ts';
import type { BurstWindow } from '../../domain/executions/limits.ts';

/** The row of a key that has started too many executions, for the tables of refusals. */
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

/** The rate headers of an execution answer. Shape: none when no burst rate applies. Source: F-8-018, F-8-019, F-8-020. */
export function rateHeaders(window: BurstWindow | null): RateHeaders {
  if (window === null) return {};
  const { limit, remaining, reset } = window;
  return { 'RateLimit-Limit': limit, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset };
}

/** The headers of `rateHeaders`. */
export type RateHeaders = {
  readonly [Name in 'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset']?: number;
};

const table = {
  ...domainRows,
  ...limitRow,
  NOTHING_TO_RUN: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'the body names neither an agent nor a flow',
        code: 'MISSING_REQUIRED_FIELD',
        path: 'agent',
        suggestion: 'Send agent.agentId, an inline agent, flow.id, or an inline flow.',
      },
    ],
  },
  SELECTOR_UNKNOWN: {
    status: 400,
    error: 'Validation failed',
    details: ({ selector }) => [
      {
        message: `${selector} names nothing that this agent has`,
        code: 'INVALID_VALUE',
        path: selector,
        suggestion: 'Leave it out to run the agent as it is.',
      },
    ],
  },
  SESSION_UNKNOWN: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'sessionId is not the id of a client session',
        code: 'INVALID_VALUE',
        path: 'sessionId',
        suggestion: 'Leave it out for a run that belongs to no visitor.',
      },
    ],
  },
} as const satisfies ErrorTable<DomainError | RunStartError>;

/** Creates the response for an error. */
export const runErrorResponse = createErrorResponses<DomainError | RunStartError, typeof table>(table);
