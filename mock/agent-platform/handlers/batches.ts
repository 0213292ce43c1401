/** The operations on batches. */
import type { BatchStatus, BatchSummaryItem } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { admitBatch, countRecords, readSubmission } from '../domain/batches/admission.ts';
import { findBatch, overviewBatches } from '../domain/batches/batch.ts';
import { recordCost } from '../domain/batches/run.ts';
import { cancelBatch, submitBatch } from '../domain/batches/queue.ts';
import type { BatchRecord, BatchErrorOf, BatchError } from '../domain/batches/batch.ts';
import { admitStart, type ExecutionLimitError, type BurstWindow } from '../domain/executions/limits.ts';
import { isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import type { View } from '../../kernel/store/view.ts';
import { limitedKey } from './admit-run.ts';
import { keyIdOf, mayRead, ownerOf, type PlatformCaller, type ServiceContext } from './context.ts';
import { rateHeaders, limitRow } from './errors.ts';
import { createErrorResponses, type ErrorTable } from '../../http/error-responses.ts';

type BatchOperation =
  'submitFlowBatch' | 'cancelBatch' | 'getBatchStatus' | 'getBatchSummary' | 'getBatchRecordCost';

/** A queued batch, and the burst window of its key. */
interface Submitted {
  readonly batch: BatchRecord;
  readonly window: BurstWindow | null;
}

type SubmitError =
  BatchErrorOf<'BATCH_UNAVAILABLE' | 'BATCHES_EXHAUSTED' | 'BATCH_MALFORMED'> | ExecutionLimitError;

type ReadError = BatchErrorOf<'BATCH_NOT_FOUND' | 'SCOPE_MISSING'>;

/** Handles the operations on batches; `scopes` defines which permissions imply others. */
export function createBatchHandlers(scopes: ScopeLattice): Pick<Handlers<ServiceContext>, BatchOperation> {
  const readBatch = (view: View, caller: PlatformCaller, id: string): Result<BatchRecord, ReadError> => {
    const result = findBatch(view, ownerOf(caller).workspaceId, id);
    return result.ok && !mayRead(scopes, caller, 'FLOWS:READ', result.value)
      ? err({ code: 'SCOPE_MISSING' })
      : result;
  };
  return {
    async submitFlowBatch({ body }, { world, caller }) {
      const submitted = await world.dispatch((tx, at): Result<Submitted, SubmitError> => {
        const admitted = admitBatch(tx, at);
        if (!admitted.ok) return admitted;
        const submission = readSubmission(body);
        if (!submission.ok) return submission;
        const started = admitStart(tx, limitedKey(caller), submission.value.recordIds.length);
        if (!started.ok) return started;
        const owner = ownerOf(caller);
        const counted = countRecords(tx, owner.workspaceId, submission.value);
        if (!counted.ok) return counted;
        const batch = submitBatch(tx, owner, { ...submission.value, keyId: keyIdOf(caller) });
        return ok({ batch, window: started.value });
      });
      if (!submitted.ok) return batchErrorResponse(submitted.error);
      const { batch, window } = submitted.value;
      return {
        status: 200,
        headers: rateHeaders(window),
        body: { batchExecutionId: batch.id, status: batch.status },
      };
    },

    async cancelBatch({ path }, { world, caller }) {
      const cancelled = await world.dispatch((tx) => cancelBatch(tx, ownerOf(caller).workspaceId, path.id));
      if (!cancelled.ok) return batchErrorResponse(cancelled.error);
      const { processed, recordIds } = cancelled.value;
      const message = `Batch cancelled after ${processed} of ${recordIds.length} records`;
      return { status: 200, body: { success: true, message } };
    },

    getBatchStatus({ path }, { world, caller }) {
      const result = world.query((view) => readBatch(view, caller, path.id));
      return result.ok ? { status: 200, body: batchStatus(result.value) } : batchErrorResponse(result.error);
    },

    getBatchSummary(_, { world, caller }) {
      const { active, recent } = world.query((view, at) => overviewBatches(view, ownerOf(caller), at));
      return {
        status: 200,
        body: {
          activeBatches: active.length,
          recentlyCompleted: recent.length,
          batches: active.map(summaryItem),
          recent: recent.map(summaryItem),
        },
      };
    },

    getBatchRecordCost({ path }, { world, caller }) {
      const { batchId, recordId } = path;
      const cost = world.query((view) => {
        const batch = readBatch(view, caller, batchId);
        return batch.ok ? recordCost(view, batch.value, recordId) : batch;
      });
      return cost.ok
        ? { status: 200, body: { batchExecutionId: batchId, recordId, totalCostUsd: cost.value } }
        : batchErrorResponse(cost.error);
    },
  };
}

function batchStatus(batch: BatchRecord): BatchStatus {
  return {
    batchExecutionId: batch.id,
    flowId: batch.flowId,
    ...progressOf(batch),
    successCount: batch.succeeded,
    completedAt: isoTimeOrNull(batch.completedAt),
  };
}

function summaryItem(batch: BatchRecord): BatchSummaryItem {
  return { id: batch.id, flowName: batch.flowName, ...progressOf(batch) };
}

/** Units: `progress` is a percentage with one decimal. */
function progressOf({ status, recordIds, processed, succeeded, startedAt }: BatchRecord) {
  return {
    status,
    totalRecords: recordIds.length,
    processedRecords: processed,
    failedRecords: processed - succeeded,
    progress: Math.round((1000 * processed) / recordIds.length) / 10,
    startedAt: isoTimeOrNull(startedAt),
  };
}

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

export const batchErrorResponse = createErrorResponses<BatchError | ExecutionLimitError, typeof table>(table);
