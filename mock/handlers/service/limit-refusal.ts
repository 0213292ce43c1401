/**
 * How the limits of a key show on answers: the refusal, and the rate headers.
 */
import type { ExecutionLimitError } from '../../domain/executions/limit-errors.ts';
import type { BurstWindow } from '../../domain/executions/limits.ts';
import type { ErrorTable } from '../../http/error-responses.ts';

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
