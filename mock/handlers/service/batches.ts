/**
 * The operations on batches.
 */
import type { BatchStatus, BatchSummaryItem } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { admitBatch, readSubmission } from '../../domain/batch-admission.ts';
import { findBatch, overviewBatches, recordCost } from '../../domain/batch-list.ts';
import { cancelBatch, submitBatch } from '../../domain/batch-queue.ts';
import type { BatchRecord } from '../../domain/batch.ts';
import type { BatchRefusal } from '../../domain/errors-batches.ts';
import type { ExecutionLimitError } from '../../domain/errors-execution-limits.ts';
import { admitStart } from '../../domain/execution-limits.ts';
import type { BurstWindow } from '../../domain/execution-limits.ts';
import { isoTimeOrNull } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { limitedKey } from './admit-run.ts';
import { batchRefusal } from './batch-refusals.ts';
import { ownerOf } from './caller.ts';
import { rateHeaders } from './limit-refusal.ts';

type BatchOperation =
  'submitFlowBatch' | 'cancelBatch' | 'getBatchStatus' | 'getBatchSummary' | 'getBatchRecordCost';

/** A batch that is queued, and how the burst rate of its key stands. */
interface Submitted {
  readonly batch: BatchRecord;
  readonly window: BurstWindow | null;
}

type SubmitRefusal =
  BatchRefusal<'BATCH_UNAVAILABLE' | 'BATCHES_EXHAUSTED' | 'BATCH_MALFORMED'> | ExecutionLimitError;

/** Handles the operations on batches. */
export const batchHandlers: Pick<Handlers<ServiceContext>, BatchOperation> = {
  async submitFlowBatch({ body }, { world, caller }) {
    const submitted = await world.dispatch((draft, at): Result<Submitted, SubmitRefusal> => {
      const admitted = admitBatch(draft, at);
      if (!admitted.ok) return admitted;
      const submission = readSubmission(body);
      if (!submission.ok) return submission;
      const started = admitStart(draft, limitedKey(caller));
      if (!started.ok) return started;
      return ok({ batch: submitBatch(draft, ownerOf(caller), submission.value), window: started.value });
    });
    if (!submitted.ok) return batchRefusal(submitted.error);
    const { batch, window } = submitted.value;
    return {
      status: 200,
      headers: rateHeaders(window),
      body: { batchExecutionId: batch.id, status: batch.status },
    };
  },

  async cancelBatch({ path }, { world, caller }) {
    const cancelled = await world.dispatch((draft) =>
      cancelBatch(draft, ownerOf(caller).workspaceId, path.id),
    );
    if (!cancelled.ok) return batchRefusal(cancelled.error);
    const { processed, recordIds } = cancelled.value;
    const message = `Batch cancelled after ${processed} of ${recordIds.length} records`;
    return { status: 200, body: { success: true, message } };
  },

  getBatchStatus({ path }, { world, caller }) {
    const found = world.query((view) => findBatch(view, ownerOf(caller).workspaceId, path.id));
    return found.ok ? { status: 200, body: batchStatus(found.value) } : batchRefusal(found.error);
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
    const cost = world.query((view) => recordCost(view, ownerOf(caller).workspaceId, batchId, recordId));
    return cost.ok
      ? { status: 200, body: { batchExecutionId: batchId, recordId, totalCostUsd: cost.value } }
      : batchRefusal(cost.error);
  },
};

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
  return { id: batch.id, flowName: batch.flowName ?? batch.flowId, ...progressOf(batch) };
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
