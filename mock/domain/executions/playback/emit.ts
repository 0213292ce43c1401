/**
 * Appends an event of a run to its log, with its position and its time, and updates the history of the run.
 */
import type { ExecutionStreamEvent } from '../../../../generated/service/types.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import { executionTopic } from '../execution.ts';
import { isoTime } from '../../time.ts';
import { projectEvent } from './project-event.ts';
import type { EventBody, TimeField, TimelessEvent } from './event-body.ts';
import type { RunEnd, RunError, RunTotals } from './run.ts';

/** The property that holds the time of an event; events that are not listed have none. */
const timeFields: { readonly [Type in EventBody['type']]?: TimeField } = {
  execution_start: 'startedAt',
  execution_complete: 'completedAt',
  execution_error: 'completedAt',
  turn_complete: 'completedAt',
  model_call_start: 'startedAt',
  model_call_complete: 'completedAt',
  step_start: 'startedAt',
  step_complete: 'completedAt',
  step_skip: 'skippedAt',
  tool_start: 'startedAt',
  approval_start: 'startedAt',
  approval_complete: 'completedAt',
  await: 'awaitedAt',
  ping: 'timestamp',
};

/**
 * Appends an event to the stream of an execution.
 *
 * Shape: `seq` counts from 0 over the whole execution; `at` is a time of the run's own clock.
 */
export function emitEvent(
  tx: Transaction,
  executionId: string,
  at: EpochMs,
  body: TimelessEvent,
): ExecutionStreamEvent {
  const topic = executionTopic(executionId);
  const event = placeEvent(executionId, tx.topic(topic)?.nextSeq ?? 0, at, body);
  tx.append(topic, event);
  projectEvent(tx, event, at);
  return event;
}

/** Returns an event with its run, its number and, where its type has one, its time. */
export function placeEvent(
  executionId: string,
  seq: number,
  at: EpochMs,
  body: TimelessEvent,
): ExecutionStreamEvent {
  const { type, ...fields } = body;
  return { type, executionId, seq, ...fields, ...timeOf(type, at) } as ExecutionStreamEvent;
}

function timeOf(type: EventBody['type'], at: EpochMs): Partial<Record<TimeField, string>> {
  const field = timeFields[type];
  return field === undefined ? {} : { [field]: isoTime(at) };
}

/**
 * Returns the event that ends a run: `execution_error` for a failure, else `execution_complete`.
 *
 * Units: `durationMs` is milliseconds of the run's clock since the execution began.
 */
export function endEvent(end: RunEnd, totals: RunTotals, durationMs: number): TimelessEvent {
  const { outcome, stopReason, error } = end;
  const { kind, answer, usage, iterations, host } = totals;
  const told = { kind, outcome, stopReason, ...(answer !== '' && { finalOutput: answer }) } as const;
  if (error !== null) return { type: 'execution_error', ...told, ...failureFields(error) };
  return {
    type: 'execution_complete',
    success: outcome === 'completed',
    ...told,
    iterations,
    durationMs,
    totalCost: usage.cost,
    totalTokens: { input: usage.input, output: usage.output },
    totalTokensUsed: usage.input + usage.output,
    ...host,
    ...stepFields(totals),
  };
}

/** With details the error is an object, without them its text. Source: spec/shared/events/execution_error.yaml. */
function failureFields({ code, message, details, blockReason, upgradeUrl }: RunError) {
  return {
    code,
    error: details === undefined ? message : { code, message, details: { ...details } },
    ...(blockReason !== undefined && { blockReason }),
    ...(upgradeUrl !== undefined && { upgradeUrl }),
  };
}

function stepFields({ tally: { begun, succeeded, failed } }: RunTotals) {
  if (begun === 0) return {};
  return {
    totalSteps: begun,
    successfulSteps: succeeded,
    failedSteps: failed,
    stepErrorCount: failed,
  };
}
