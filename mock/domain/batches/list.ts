/**
 * Reading batches: one by its id, those that a summary tells, and the cost of a record.
 */
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { sortKey } from '../../kernel/store/schema.ts';
import { between, hours } from '../../kernel/time/time.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Owner } from '../agents/agent.ts';
import { batches, batchesOfUser } from './batch.ts';
import type { BatchRecord } from './batch.ts';
import type { BatchErrorOf } from './errors.ts';
import { findRecordResult } from './record-result.ts';

/** For how long a batch that has ended is recent. Source: assumption A-BATCH-USER. */
const recently = hours(24);

/** The batches of a user that a summary tells, newest first. */
export interface BatchOverview {
  readonly active: readonly BatchRecord[];
  readonly recent: readonly BatchRecord[];
}

/**
 * Finds a batch of a workspace.
 *
 * Errors: BATCH_NOT_FOUND, also when it belongs to another workspace.
 */
export function findBatch(
  view: View,
  workspaceId: string,
  batchId: string,
): Result<BatchRecord, BatchErrorOf<'BATCH_NOT_FOUND'>> {
  const batch = view.get(batches, batchId);
  return batch?.workspaceId === workspaceId ? ok(batch) : err({ code: 'BATCH_NOT_FOUND', batchId });
}

/** Lists a user's batches that are queued or running, and those that ended in the last 24 hours. */
export function overviewBatches(view: View, { workspaceId, userId }: Owner, at: EpochMs): BatchOverview {
  const all = view.scan(batchesOfUser, { prefix: sortKey(workspaceId, userId), reverse: true });
  return {
    active: all.filter(({ completedAt }) => completedAt === null),
    recent: all.filter(({ completedAt }) => completedAt !== null && between(completedAt, at) < recently),
  };
}

/**
 * Returns what a record of a batch has cost so far, in US dollars; 0 until it has run.
 *
 * Errors: BATCH_RECORD_NOT_FOUND.
 */
export function recordCost(
  view: View,
  { id, recordIds }: BatchRecord,
  recordId: string,
): Result<number, BatchErrorOf<'BATCH_RECORD_NOT_FOUND'>> {
  if (!recordIds.includes(recordId)) return err({ code: 'BATCH_RECORD_NOT_FOUND', recordId });
  return ok(findRecordResult(view, id, recordId)?.costUsd ?? 0);
}
