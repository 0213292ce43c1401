/**
 * Record results: what running a flow on one record gave. Made by batches, read by analytics.
 */
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../kernel/store/schema.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';

/**
 * A record result.
 *
 * Shape: `executionId` is the run of the flow; `error` says why it failed, null when it did not.
 * Units: `costUsd` is that of all attempts, in US dollars.
 */
export interface RecordResult {
  readonly id: string;
  readonly workspaceId: string;
  readonly batchId: string;
  readonly flowId: string;
  readonly recordId: string;
  readonly executionId: string;
  readonly status: 'completed' | 'failed';
  readonly error: string | null;
  readonly costUsd: number;
  readonly startedAt: EpochMs;
  readonly completedAt: EpochMs;
}

/** Record results by id. */
export const recordResults = defineCollection<RecordResult>('recordResult');

/** The results of a workspace in the order in which they were done. */
export const resultsOfWorkspace = defineIndex(recordResults, 'byWorkspace', ({ workspaceId, completedAt }) =>
  sortKey(workspaceId, completedAt),
);

const resultsOfBatch = defineIndex(recordResults, 'byBatch', ({ batchId, recordId }) =>
  sortKey(batchId, recordId),
);

/** The orders that record results are listed in. */
export const recordResultIndexes = [resultsOfWorkspace, resultsOfBatch];

/** Stores a result under a new id. */
export function addRecordResult(tx: Transaction, result: Omit<RecordResult, 'id'>): RecordResult {
  return tx.put(recordResults, { ...result, id: tx.nextId('res') });
}

/** Finds the result of a record in a batch. */
export function findRecordResult(view: View, batchId: string, recordId: string): RecordResult | undefined {
  return view.find(resultsOfBatch, sortKey(batchId, recordId));
}
