/**
 * A batch: one flow run over many records, one record per second. The machine defines the transitions of its status;
 * the queue is in `queue.ts`.
 */
import { cancelTimer, startTimer, type AnyEffect } from '../../../kernel/machine/trigger.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import { defineMachine } from '../../../kernel/machine/machine.ts';
import { hours, seconds, between, type DurationMs, type EpochMs } from '../../../kernel/time/time.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { Owner } from '../agents/agent.ts';

/** The status of a batch. Source: F-3-030 to F-3-032; assumption A-BATCH-STATUS. */
export type BatchStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/**
 * A batch.
 *
 * Shape: records are run in the order of `recordIds`; the first `processed` are finished, successful or not;
 * `executionId` is the run of the next record, null while none runs; `keyId` is the API key that submitted it, null for
 * other callers.
 */
export interface BatchRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly keyId: string | null;
  readonly flowId: string;
  readonly flowName: string;
  readonly recordIds: readonly string[];
  readonly maxRetries: number;
  readonly status: BatchStatus;
  readonly executionId: string | null;
  readonly processed: number;
  readonly succeeded: number;
  readonly submittedAt: EpochMs;
  readonly startedAt: EpochMs | null;
  readonly completedAt: EpochMs | null;
}

export const batches = defineCollection<BatchRecord>('batch');

/** The batches of a workspace by status, the oldest first. */
export const batchesByStatus = defineIndex(batches, 'byStatus', ({ workspaceId, status, submittedAt }) =>
  sortKey(workspaceId, status, submittedAt),
);

/** The batches of a user, the oldest first. */
export const batchesOfUser = defineIndex(batches, 'byUser', ({ workspaceId, userId, submittedAt }) =>
  sortKey(workspaceId, userId, submittedAt),
);

export type BatchTrigger =
  | { readonly type: 'start' }
  | { readonly type: 'finishRecord'; readonly success?: boolean }
  | { readonly type: 'cancel' };

export const batchMachine = defineMachine<BatchRecord, BatchStatus, BatchTrigger>({
  id: 'batch',
  field: 'status',
  initial: 'queued',
  final: ['completed', 'failed', 'cancelled'],
  table: {
    queued: {
      start: {
        to: 'running',
        update: (batch, _, at) => ({ ...batch, startedAt: at }),
        effects: runNextRecord,
      },
      cancel: { to: 'cancelled', update: ended, effects: stop },
    },
    running: {
      finishRecord: [
        { to: 'running', guard: hasMore, update: counted, effects: runNextRecord },
        { to: 'completed', guard: hasSuccess, update: countedLast },
        { to: 'failed', update: countedLast },
      ],
      cancel: { to: 'cancelled', update: ended, effects: stop },
    },
    completed: {},
    failed: {},
    cancelled: {},
  },
});

/** Returns the name of the timer that starts a batch, and then ends the run of each record. */
export function batchTimer(batchId: string): string {
  return `batch/${batchId}`;
}

export function currentRecord(batch: BatchRecord): string | undefined {
  return batch.recordIds[batch.processed];
}

/**
 * Returns whether the flow succeeds on a record: in this mock, unless the id of the record contains `fail`, so that a
 * test can choose which records fail.
 */
export function succeeds(recordId: string): boolean {
  return !recordId.includes('fail');
}

/** Returns how long a record takes: a second, or an hour when its id contains `slow`, so that a batch keeps running. */
export function recordDuration(recordId: string): DurationMs {
  return recordId.includes('slow') ? hours(1) : seconds(1);
}

function hasMore({ processed, recordIds }: BatchRecord): boolean {
  return processed + 1 < recordIds.length;
}

type FinishRecord = Extract<BatchTrigger, { readonly type: 'finishRecord' }>;

function hasSuccess(batch: BatchRecord, trigger: FinishRecord): boolean {
  return counted(batch, trigger).succeeded > 0;
}

/** Counts the record that has ended. Shape: without `success` its id determines the outcome. */
function counted(batch: BatchRecord, { success }: FinishRecord): BatchRecord {
  const isGood = success ?? succeeds(currentRecord(batch) ?? '');
  return { ...batch, processed: batch.processed + 1, succeeded: batch.succeeded + (isGood ? 1 : 0) };
}

function countedLast(batch: BatchRecord, trigger: FinishRecord, at: EpochMs): BatchRecord {
  return { ...counted(batch, trigger), completedAt: at };
}

function ended(batch: BatchRecord, _: BatchTrigger, at: EpochMs): BatchRecord {
  return { ...batch, completedAt: at };
}

function stop({ id }: BatchRecord): readonly AnyEffect[] {
  return [cancelTimer(batchTimer(id))];
}

function runNextRecord(batch: BatchRecord): readonly AnyEffect[] {
  return [
    startTimer({
      key: batchTimer(batch.id),
      after: recordDuration(currentRecord(batch) ?? ''),
      target: { kind: batches.name, id: batch.id },
      trigger: 'finishRecord',
    }),
  ];
}

/** One problem of a submission. Shape: `path` is dotted. */
export interface BatchFault {
  readonly message: string;
  readonly code: 'MISSING_REQUIRED_FIELD' | 'INVALID_VALUE';
  readonly path: string;
}

/** The errors of batches. Units: `retryAfter` counts seconds. */
export type BatchError =
  | { readonly code: 'BATCH_UNAVAILABLE' }
  | { readonly code: 'BATCHES_EXHAUSTED'; readonly retryAfter: number }
  | { readonly code: 'BATCH_MALFORMED'; readonly faults: readonly BatchFault[] }
  | { readonly code: 'SCOPE_MISSING' }
  | { readonly code: 'BATCH_NOT_FOUND'; readonly batchId: string }
  | { readonly code: 'BATCH_NOT_CANCELLABLE'; readonly batchId: string; readonly reason: string }
  | { readonly code: 'BATCH_RECORD_NOT_FOUND'; readonly recordId: string };

export type BatchErrorOf<Code extends BatchError['code']> = Extract<BatchError, { readonly code: Code }>;

/** How long a batch counts as recent after its end. Source: assumption A-BATCH-USER. */
const recently = hours(24);

/** The batches of a user for a summary, newest first. */
export interface BatchOverview {
  readonly active: readonly BatchRecord[];
  readonly recent: readonly BatchRecord[];
}

/** Finds a batch of a workspace. Errors: BATCH_NOT_FOUND, also when it belongs to another workspace. */
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
