/**
 * Errors of batches.
 */

/** One thing that is wrong with a submission. Shape: `path` is dotted. */
export interface BatchFault {
  readonly message: string;
  readonly code: 'MISSING_REQUIRED_FIELD' | 'INVALID_VALUE';
  readonly path: string;
}

/**
 * Everything that can be wrong with a batch.
 *
 * Units: `retryAfter` counts seconds.
 */
export type BatchError =
  | { readonly code: 'BATCH_UNAVAILABLE' }
  | { readonly code: 'BATCHES_EXHAUSTED'; readonly retryAfter: number }
  | { readonly code: 'BATCH_MALFORMED'; readonly faults: readonly BatchFault[] }
  | { readonly code: 'SCOPE_MISSING' }
  | { readonly code: 'BATCH_NOT_FOUND'; readonly batchId: string }
  | { readonly code: 'BATCH_NOT_CANCELLABLE'; readonly batchId: string; readonly reason: string }
  | { readonly code: 'BATCH_RECORD_NOT_FOUND'; readonly recordId: string };

/** The errors of some codes. */
export type BatchErrorOf<Code extends BatchError['code']> = Extract<BatchError, { readonly code: Code }>;
