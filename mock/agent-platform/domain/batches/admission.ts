/**
 * Whether a batch may be submitted: the features of the plan, the rest of the daily limit, and the validity of the
 * submission.
 */
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { BatchInput } from './queue.ts';
import type { BatchFault, BatchErrorOf } from './batch.ts';
import { admitBatchRecords, secondsToMidnight } from '../executions/limits.ts';
import { featureGate } from '../identity/feature-gates.ts';

/** The submission of a batch; all properties are optional in the contract. */
export interface BatchSubmission {
  readonly flowId?: string | undefined;
  readonly recordIds?: readonly string[] | undefined;
  readonly options?:
    { readonly maxRetries?: number | undefined; readonly recordConcurrency?: number | undefined } | undefined;
}

/**
 * Checks the feature gates of the world: whether the plan has batches, and whether the daily limit is exhausted.
 *
 * Errors: BATCH_UNAVAILABLE; BATCHES_EXHAUSTED until the next UTC day.
 * Source: F-4.4-004, F-4.4-005; assumption A-123.
 */
export function admitBatch(
  view: View,
  at: EpochMs,
): Result<null, BatchErrorOf<'BATCH_UNAVAILABLE' | 'BATCHES_EXHAUSTED'>> {
  if (featureGate(view, 'batch') === 'unavailable') return err({ code: 'BATCH_UNAVAILABLE' });
  if (featureGate(view, 'dailyBatches') === 'exhausted' || featureGate(view, 'quota') === 'exhausted')
    return err({ code: 'BATCHES_EXHAUSTED', retryAfter: secondsToMidnight(at) });
  return ok(null);
}

/**
 * Counts the records of a submission against the daily limit of the workspace.
 *
 * Errors: BATCHES_EXHAUSTED until the next UTC day.
 */
export function countRecords(
  tx: Transaction,
  workspaceId: string,
  { recordIds }: BatchInput,
): Result<null, BatchErrorOf<'BATCHES_EXHAUSTED'>> {
  return admitBatchRecords(tx, workspaceId, recordIds.length)
    ? ok(null)
    : err({ code: 'BATCHES_EXHAUSTED', retryAfter: secondsToMidnight(tx.at) });
}

/**
 * Reads a submission and removes duplicate records. The mock runs records one by one, regardless of
 * `recordConcurrency`.
 *
 * Errors: BATCH_MALFORMED with all problems.
 */
export function readSubmission({
  flowId = '',
  recordIds = [],
  options = {},
}: BatchSubmission): Result<BatchInput, BatchErrorOf<'BATCH_MALFORMED'>> {
  const { maxRetries = 0, recordConcurrency = 1 } = options;
  const faults = [
    ...missing(flowId === '', 'flowId', 'flowId is required'),
    ...missing(recordIds.length === 0, 'recordIds', 'recordIds must name at least one record'),
    ...invalid(recordIds.includes(''), 'recordIds', 'recordIds must not have an empty id'),
    ...invalid(maxRetries < 0, 'options.maxRetries', 'maxRetries must be 0 or more'),
    ...invalid(recordConcurrency < 1, 'options.recordConcurrency', 'recordConcurrency must be 1 or more'),
  ];
  return faults.length > 0
    ? err({ code: 'BATCH_MALFORMED', faults })
    : ok({ flowId, recordIds: [...new Set(recordIds)], maxRetries });
}

function missing(isWrong: boolean, path: string, message: string): BatchFault[] {
  return isWrong ? [{ message, code: 'MISSING_REQUIRED_FIELD', path }] : [];
}

function invalid(isWrong: boolean, path: string, message: string): BatchFault[] {
  return isWrong ? [{ message, code: 'INVALID_VALUE', path }] : [];
}
