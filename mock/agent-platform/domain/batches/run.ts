/**
 * Runs the records of a batch: plays the flow on each record and stores its result, which analytics reads.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { currentRecord, succeeds, type BatchErrorOf, type BatchRecord } from './batch.ts';
import { defaultModel } from '../agents/definition/agent-definition.ts';
import { executions } from '../executions/execution.ts';
import { findFlow } from '../flows/flow.ts';
import { defaultFlowScenario } from '../flows/default-scenario.ts';
import { playRun } from '../executions/playback/play.ts';
import { runs } from '../executions/playback/run.ts';
import { openRun } from '../executions/playback/open-run.ts';
import { priceTokens } from '../executions/playback/usage.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';

/** Why a flow fails on a record whose id contains `fail`. */
export const recordFailure = 'The record has no value that the step can work on';

/** The input that a model reads for a record. Units: tokens. */
const recordTokens = { least: 400, most: 2000 } as const;
const attemptOutput = 20;

/**
 * Opens the run of the current record of a batch; returns the id of its execution, which is `id` for fixtures. It is
 * played when its time is over.
 *
 * Shape: the usage of the run includes earlier attempts of a record that fails.
 */
export function startRecord(tx: Transaction, batch: BatchRecord, id?: string): string {
  const { workspaceId, flowId, flowName, maxRetries } = batch;
  const recordId = currentRecord(batch) ?? '';
  const inputs = { recordId };
  const isGood = succeeds(recordId);
  const { steps } = findFlow(tx, workspaceId, flowId);
  const { least, most } = recordTokens;
  const contextTokens = Math.round(least + (most - least) * (id === undefined ? tx.random() : 0.5));
  const run = openRun(tx, {
    id,
    workspaceId,
    agentId: null,
    agent: null,
    agentSpec: null,
    flow: { id: flowId, name: flowName },
    resolution: { agentTargetResolution: null, agentVersionId: null, alias: null },
    messages: [],
    inputs,
    scenario: defaultFlowScenario(
      { name: flowName, steps },
      { inputs, failure: isGood ? undefined : recordFailure },
    ),
    pace: null,
    surfaceType: 'batch',
    sessionId: null,
    parentExecutionId: null,
    contextTokens,
    spent: isGood
      ? undefined
      : priceTokens(defaultModel, maxRetries * contextTokens, maxRetries * attemptOutput),
  });
  tx.put(runs, run);
  return run.id;
}

/** Plays the run of the current record of a batch, and stores its result; returns whether it succeeded. */
export function finishRecord(tx: Transaction, batch: BatchRecord): boolean {
  const { executionId, workspaceId, flowId } = batch;
  const recordId = currentRecord(batch);
  if (executionId === null || recordId === undefined) return false;
  const run = tx.get(runs, executionId);
  if (run !== undefined) playRun(tx, run);
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return false;
  const isGood = execution.status === 'completed';
  addRecordResult(tx, {
    workspaceId,
    batchId: batch.id,
    flowId,
    recordId,
    executionId,
    status: isGood ? 'completed' : 'failed',
    error: execution.error?.message ?? null,
    costUsd: execution.usage.cost,
    startedAt: execution.startedAt,
    completedAt: execution.completedAt ?? tx.at,
  });
  return isGood;
}

/**
 * A record result.
 *
 * Shape: `executionId` is the run of the flow; `error` is the reason of a failure, null for a success.
 * Units: `costUsd` is the cost of all attempts, in US dollars.
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

export const recordResults = defineCollection<RecordResult>('recordResult');

/** The results of a workspace in the order of their completion. */
export const resultsOfWorkspace = defineIndex(recordResults, 'byWorkspace', ({ workspaceId, completedAt }) =>
  sortKey(workspaceId, completedAt),
);

const resultsOfBatch = defineIndex(recordResults, 'byBatch', ({ batchId, recordId }) =>
  sortKey(batchId, recordId),
);

export const recordResultIndexes = [resultsOfWorkspace, resultsOfBatch];

export function addRecordResult(tx: Transaction, result: Omit<RecordResult, 'id'>): RecordResult {
  return tx.put(recordResults, { ...result, id: tx.nextId('res') });
}

export function findRecordResult(view: View, batchId: string, recordId: string): RecordResult | undefined {
  return view.find(resultsOfBatch, sortKey(batchId, recordId));
}

/**
 * Returns the cost of a batch record so far, in US dollars; 0 until it has run.
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
