/**
 * The work of batches: submitting them, starting them when there is room, keeping the results of their records,
 * cancelling them.
 */
import type { Draft } from '../kernel/draft.ts';
import type { StoredRecord } from '../kernel/layout.ts';
import { transition } from '../kernel/machine.ts';
import type { Step, TransitionRefusal } from '../kernel/machine.ts';
import { createMachines } from '../kernel/machines.ts';
import type { Binding } from '../kernel/machines.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { sortKey } from '../kernel/sort-key.ts';
import { epochMs, milliseconds } from '../kernel/units.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { View } from '../kernel/view.ts';
import type { Owner } from './agent.ts';
import {
  batches,
  batchesByStatus,
  batchMachine,
  batchTimer,
  currentRecord,
  recordDuration,
  succeeds,
} from './batch.ts';
import type { BatchRecord, BatchTrigger } from './batch.ts';
import type { BatchRefusal } from './errors-batches.ts';
import { findBatch } from './batch-list.ts';
import { flowName } from './library.ts';
import { addRecordResult } from './record-result.ts';
import type { NewRecordResult } from './record-result.ts';

/** How many batches of a workspace run at a time; the others are queued. */
export const runningBatchesAtMost = 3;

/** What a batch is submitted with. Shape: a record that is named twice is run once; `id` is for fixtures. */
export interface BatchInput {
  readonly id?: string | undefined;
  readonly flowId: string;
  readonly recordIds: readonly string[];
  readonly maxRetries: number;
}

/** Queues a batch; it starts at once if there is room. */
export function submitBatch(
  draft: Draft,
  { workspaceId, userId }: Owner,
  { id = draft.nextId('batch'), flowId, recordIds, maxRetries }: BatchInput,
): BatchRecord {
  draft.startTimer({
    key: batchTimer(id),
    after: milliseconds(0),
    target: { kind: batches.name, id },
    trigger: 'start',
  });
  return draft.put(batches, {
    id,
    workspaceId,
    userId,
    flowId,
    flowName: flowName(draft, workspaceId, flowId),
    recordIds: [...new Set(recordIds)],
    maxRetries,
    status: 'queued',
    processed: 0,
    succeeded: 0,
    submittedAt: draft.at,
    startedAt: null,
    completedAt: null,
  });
}

/**
 * Cancels a batch that is queued or running. Records that are done stay done.
 *
 * Errors: BATCH_NOT_CANCELLABLE, also when the workspace has no such batch.
 * Source: F-4.4-016; assumption A-BATCH-CANCEL.
 */
export function cancelBatch(
  draft: Draft,
  workspaceId: string,
  batchId: string,
): Result<BatchRecord, BatchRefusal<'BATCH_NOT_CANCELLABLE'>> {
  const found = findBatch(draft, workspaceId, batchId);
  if (!found.ok) return refuse({ code: 'BATCH_NOT_CANCELLABLE', batchId, reason: 'unknown' });
  const moved = machines.send(draft, { kind: batches.name, id: batchId }, { type: 'cancel' });
  return moved.ok
    ? ok(moved.value as BatchRecord)
    : refuse({ code: 'BATCH_NOT_CANCELLABLE', batchId, reason: found.value.status });
}

/**
 * Tells the result of the record that a batch is at, whose run ends at an instant.
 *
 * Shape: a record that fails is tried again as often as was asked for. Null for a batch that is through.
 * Units: `attemptUsd` is what one attempt costs, in US dollars.
 */
export function resultOf(batch: BatchRecord, attemptUsd: number, at: EpochMs): NewRecordResult | null {
  const recordId = currentRecord(batch);
  if (recordId === undefined) return null;
  const isGood = succeeds(recordId);
  const attempts = isGood ? 1 : 1 + batch.maxRetries;
  return {
    workspaceId: batch.workspaceId,
    batchId: batch.id,
    flowId: batch.flowId,
    recordId,
    status: isGood ? 'completed' : 'failed',
    error: isGood ? null : 'The flow found nothing that it could work on in this record',
    costUsd: Number((attempts * attemptUsd).toFixed(4)),
    startedAt: epochMs(at - recordDuration(recordId)),
    completedAt: at,
  };
}

/** How triggers reach batches. */
export const batchBinding: Binding = {
  kind: batches.name,
  move(draft, id, trigger) {
    const batch = draft.get(batches, id);
    if (batch === undefined) return refuse({ code: 'TARGET_UNKNOWN', target: { kind: batches.name, id } });
    return moveBatch(draft, batch, trigger as BatchTrigger);
  },
};

const machines = createMachines([batchBinding]);

function moveBatch(
  draft: Draft,
  batch: BatchRecord,
  trigger: BatchTrigger,
): Result<Step<StoredRecord>, TransitionRefusal> {
  if (trigger.type === 'start' && !hasRoom(draft, batch.workspaceId)) return waitsForRoom(batch, trigger);
  const step = transition(batchMachine, batch, trigger, draft.at);
  if (!step.ok) return step;
  if (trigger.type === 'finishRecord') keepResult(draft, batch);
  draft.put(batches, step.value.record);
  if (batch.status === 'running' && step.value.record.status !== 'running')
    startOldest(draft, batch.workspaceId);
  return step;
}

function hasRoom(view: View, workspaceId: string): boolean {
  return view.count(batchesByStatus, sortKey(workspaceId, 'running')) < runningBatchesAtMost;
}

function waitsForRoom(batch: BatchRecord, { type }: BatchTrigger): Result<never, TransitionRefusal> {
  return refuse({
    code: 'TRANSITION_REFUSED',
    machine: batchMachine.id,
    state: batch.status,
    trigger: type,
    reason: 'guarded',
  });
}

function startOldest(draft: Draft, workspaceId: string): void {
  const [oldest] = draft.scan(batchesByStatus, { prefix: sortKey(workspaceId, 'queued'), limit: 1 });
  if (oldest !== undefined) machines.send(draft, { kind: batches.name, id: oldest.id }, { type: 'start' });
}

function keepResult(draft: Draft, batch: BatchRecord): void {
  const result = resultOf(batch, 0.001 + 0.019 * draft.random(), draft.at);
  if (result !== null) addRecordResult(draft, result);
}
