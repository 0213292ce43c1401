/**
 * The queue of batches: submitting them, starting them when a slot is free, advancing to the next record, cancelling
 * them.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { transition, createMachines } from '../../../kernel/machine/machine.ts';
import type { MachineStep, TransitionError, Binding } from '../../../kernel/machine/machine.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { sortKey, type StoredRecord } from '../../../kernel/store/collection.ts';
import { milliseconds } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { Owner } from '../agents/agent.ts';
import { batches, batchesByStatus, batchMachine, batchTimer, findBatch } from './batch.ts';
import type { BatchRecord, BatchTrigger, BatchErrorOf } from './batch.ts';
import { finishRecord, startRecord } from './run.ts';
import { findFlow } from '../flows/flow.ts';
import { abortRun } from '../executions/playback/abort.ts';

/** How many batches of a workspace run at a time; the others are queued. */
export const maxRunningBatches = 3;

/** The input for a new batch. Shape: without duplicate records; `id` is for fixtures. */
export interface BatchInput {
  readonly id?: string | undefined;
  readonly flowId: string;
  readonly recordIds: readonly string[];
  readonly maxRetries: number;
  /** The API key that submits the batch. Absent for other callers. */
  readonly keyId?: string | undefined;
}

/** Queues a batch; it starts immediately if a slot is free. */
export function submitBatch(
  tx: Transaction,
  { workspaceId, userId }: Owner,
  { id = tx.nextId('batch'), flowId, recordIds, maxRetries, keyId }: BatchInput,
): BatchRecord {
  tx.startTimer({
    key: batchTimer(id),
    after: milliseconds(0),
    target: { kind: batches.name, id },
    trigger: 'start',
  });
  return tx.put(batches, {
    id,
    workspaceId,
    userId,
    keyId: keyId ?? null,
    flowId,
    flowName: findFlow(tx, workspaceId, flowId).name,
    recordIds,
    maxRetries,
    status: 'queued',
    executionId: null,
    processed: 0,
    succeeded: 0,
    submittedAt: tx.at,
    startedAt: null,
    completedAt: null,
  });
}

/**
 * Cancels a batch that is queued or running. Results of finished records are kept.
 *
 * Errors: BATCH_NOT_CANCELLABLE, also when the workspace has no such batch.
 * Source: F-4.4-016; assumption A-BATCH-CANCEL.
 */
export function cancelBatch(
  tx: Transaction,
  workspaceId: string,
  batchId: string,
): Result<BatchRecord, BatchErrorOf<'BATCH_NOT_CANCELLABLE'>> {
  const batch = findBatch(tx, workspaceId, batchId);
  if (!batch.ok) return err({ code: 'BATCH_NOT_CANCELLABLE', batchId, reason: 'unknown' });
  const moved = machines.send(tx, { kind: batches.name, id: batchId }, { type: 'cancel' });
  return moved.ok
    ? ok(moved.value as BatchRecord)
    : err({ code: 'BATCH_NOT_CANCELLABLE', batchId, reason: batch.value.status });
}

export const batchBinding: Binding = {
  kind: batches.name,
  move(tx, id, trigger) {
    const batch = tx.get(batches, id);
    if (batch === undefined) return err({ code: 'TARGET_UNKNOWN', target: { kind: batches.name, id } });
    return moveBatch(tx, batch, trigger as BatchTrigger);
  },
};

const machines = createMachines([batchBinding]);

function moveBatch(
  tx: Transaction,
  batch: BatchRecord,
  trigger: BatchTrigger,
): Result<MachineStep<StoredRecord>, TransitionError> {
  if (trigger.type === 'start' && !hasRoom(tx, batch.workspaceId)) return waitsForRoom(batch, trigger);
  const isEnd = trigger.type === 'finishRecord' && batch.status === 'running';
  const complete: BatchTrigger = isEnd ? { ...trigger, success: finishRecord(tx, batch) } : trigger;
  const step = transition(batchMachine, batch, complete, tx.at);
  if (!step.ok) return step;
  if (trigger.type === 'cancel' && batch.executionId !== null) abortRun(tx, batch.executionId);
  const moved = step.value.record;
  const isRunning = moved.status === 'running';
  const record = tx.put(batches, { ...moved, executionId: isRunning ? startRecord(tx, moved) : null });
  if (batch.status === 'running' && !isRunning) startOldest(tx, batch.workspaceId);
  return ok({ ...step.value, record });
}

function hasRoom(view: View, workspaceId: string): boolean {
  return view.count(batchesByStatus, sortKey(workspaceId, 'running')) < maxRunningBatches;
}

function waitsForRoom(batch: BatchRecord, { type }: BatchTrigger): Result<never, TransitionError> {
  return err({
    code: 'TRANSITION_REJECTED',
    machine: batchMachine.id,
    state: batch.status,
    trigger: type,
    reason: 'guarded',
  });
}

function startOldest(tx: Transaction, workspaceId: string): void {
  const [oldest] = tx.scan(batchesByStatus, { prefix: sortKey(workspaceId, 'queued'), limit: 1 });
  if (oldest !== undefined) machines.send(tx, { kind: batches.name, id: oldest.id }, { type: 'start' });
}
