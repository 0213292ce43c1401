/**
 * How refusals about batches look on the wire.
 */
import type { BatchError } from '../../domain/batches/errors.ts';
import type { ExecutionLimitError } from '../../domain/executions/limit-errors.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import { limitRow } from './limit-refusal.ts';

const table = {
  ...limitRow,
  BATCH_UNAVAILABLE: { status: 402, error: 'Batch execution is not available on this plan' },
  BATCHES_EXHAUSTED: {
    status: 429,
    error: 'Rate limit exceeded',
    headers: ({ retryAfter }): { readonly 'Retry-After': number } => ({ 'Retry-After': retryAfter }),
  },
  BATCH_MALFORMED: {
    status: 400,
    error: 'Validation failed',
    details: ({ faults }) => faults,
  },
  SCOPE_MISSING: { status: 403, error: 'Insufficient permissions' },
  BATCH_NOT_FOUND: { status: 404, error: 'Batch not found' },
  BATCH_RECORD_NOT_FOUND: { status: 404, error: 'The batch has no such record' },
  BATCH_NOT_CANCELLABLE: {
    status: 400,
    error: ({ reason }) => `The batch is ${reason} and can't be cancelled`,
  },
} as const satisfies ErrorTable<BatchError | ExecutionLimitError>;

/** Ends a handler with the response for a refusal about batches. */
export const batchRefusal = createRefusals<BatchError | ExecutionLimitError, typeof table>(table);
