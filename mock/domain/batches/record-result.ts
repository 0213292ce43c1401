/**
 * Record results: what running a flow on one record gave. Made by batches, read by analytics.
 */
import type { Draft } from '../../kernel/transaction/transaction.ts';
import { indexOf, kindOf } from '../../kernel/store/schema.ts';
import { sortKey } from '../../kernel/store/sort-key.ts';
import type { EpochMs } from '../../kernel/time/units.ts';
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
export const recordResults = kindOf<RecordResult>('recordResult');

/** The results of a workspace in the order in which they were done. */
export const resultsOfWorkspace = indexOf(recordResults, 'byWorkspace', ({ workspaceId, completedAt }) =>
  sortKey(workspaceId, completedAt),
);

const resultsOfBatch = indexOf(recordResults, 'byBatch', ({ batchId, recordId }) =>
  sortKey(batchId, recordId),
);

/** The orders that record results are listed in. */
export const recordResultIndexes = [resultsOfWorkspace, resultsOfBatch];

/** Stores a result under a new id. */
export function addRecordResult(draft: Draft, result: Omit<RecordResult, 'id'>): RecordResult {
  return draft.put(recordResults, { ...result, id: draft.nextId('res') });
}

/** Finds the result of a record in a batch. */
export function findRecordResult(view: View, batchId: string, recordId: string): RecordResult | undefined {
  return view.find(resultsOfBatch, sortKey(batchId, recordId));
}
