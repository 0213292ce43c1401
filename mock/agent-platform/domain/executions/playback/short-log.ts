/**
 * The stream of a run whose log is no longer stored: its turns, texts, tool calls, steps and end, built from the
 * records of its history.
 */
import type { ExecutionStreamEvent } from '../../../../../generated/service/types.ts';
import { sortKey } from '../../../../kernel/store/collection.ts';
import type { EpochMs } from '../../../../kernel/time/time.ts';
import type { View } from '../../../../kernel/store/view.ts';
import { executionTopic, toolCallsOfExecution } from '../execution.ts';
import type { ExecutionRecord, IterationDetail, StepDetail, ToolCallRecord } from '../execution.ts';
import { placeEvent, type TimelessEvent } from './event-body.ts';
import { endEvent } from './play.ts';
import { startEvent } from './open-run.ts';

/** An event of a short log, with its time. */
export interface ShortEntry {
  readonly at: EpochMs;
  readonly event: ExecutionStreamEvent;
}

interface Timed {
  readonly at: EpochMs;
  readonly body: TimelessEvent;
}

/**
 * Returns the events of a finished run without a log.
 *
 * Shape: in the order of a full log, with each text in one delta and without model calls; null for a run whose log is
 * still stored.
 * Source: assumption A-REJOIN.
 */
export function shortLog(view: View, execution: ExecutionRecord): readonly ExecutionStreamEvent[] | null {
  return shortEntries(view, execution)?.map(({ event }) => event) ?? null;
}

/** Returns the events of `shortLog` with their times. */
export function shortEntries(view: View, execution: ExecutionRecord): readonly ShortEntry[] | null {
  const { id, startedAt, completedAt } = execution;
  if (completedAt === null || view.topic(executionTopic(id)) !== undefined) return null;
  const calls = view.scan(toolCallsOfExecution, { prefix: sortKey(id) });
  const events: readonly Timed[] = [
    { at: startedAt, body: startEvent(execution) },
    ...execution.iterations.flatMap((turn) => turnEvents(execution, turn, calls)),
    ...execution.steps.flatMap((step, index) => stepEvents(execution, step, index)),
    { at: completedAt, body: lastEvent(execution, completedAt) },
  ];
  return events.map(({ at, body }, seq) => ({ at, event: placeEvent(id, seq, at, body) }));
}

function turnEvents(
  { id }: ExecutionRecord,
  { iteration, content, stopReason, startedAt, completedAt }: IterationDetail,
  calls: readonly ToolCallRecord[],
): readonly Timed[] {
  const turnId = `turn_${iteration}_of_${id}`;
  const textId = `text_${iteration}_of_${id}`;
  const isOwn = ({ createdAt }: ToolCallRecord): boolean => createdAt >= startedAt && createdAt < completedAt;
  const role = 'assistant' as const;
  const at = startedAt;
  const spoken: readonly Timed[] = [
    { at, body: { type: 'text_start', id: textId, role, turnId } },
    { at, body: { type: 'text_delta', id: textId, delta: content } },
    { at, body: { type: 'text_complete', id: textId, text: content } },
  ];
  const reason = stopReason === null ? {} : { stopReason };
  return [
    { at, body: { type: 'turn_start', id: turnId, role, iteration, turnIndex: iteration - 1 } },
    ...(content === '' ? [] : spoken),
    ...calls.filter(isOwn).flatMap((call) => callEvents(call, iteration)),
    {
      at: completedAt,
      body: { type: 'turn_complete', id: turnId, role, iteration, content, ...reason },
    },
  ];
}

function callEvents(call: ToolCallRecord, iteration: number): readonly Timed[] {
  const { id: toolCallId, toolName, parameters, result, error, executionTimeMs, createdAt } = call;
  const executionTime = executionTimeMs ?? 0;
  const outcome = error === null ? { success: true, result } : { success: false, error };
  return [
    {
      at: createdAt,
      body: { type: 'tool_start', toolCallId, toolName, toolType: 'custom', parameters, iteration },
    },
    {
      at: createdAt,
      body: { type: 'tool_complete', toolCallId, toolName, executionTime, iteration, ...outcome },
    },
  ];
}

function stepEvents({ flow }: ExecutionRecord, step: StepDetail, index: number): readonly Timed[] {
  const { id, name, type: stepType, status, output, error, tokens, cost, startedAt } = step;
  const at = startedAt;
  const place = { id, index, name, stepType, totalSteps: flow?.totalSteps ?? 0 };
  if (status === 'skipped') return [{ at, body: { type: 'step_skip', ...place } }];
  const completedAt = step.completedAt ?? startedAt;
  const outcome = error === null ? { success: true, result: output } : { success: false, error };
  const durationMs = completedAt - startedAt;
  return [
    { at, body: { type: 'step_start', ...place } },
    {
      at: completedAt,
      body: { type: 'step_complete', id, name, stepType, durationMs, cost, tokensUsed: tokens, ...outcome },
    },
  ];
}

/** Returns the last event. A flow that ended with a failed step is complete; its error is that of the step. */
function lastEvent(execution: ExecutionRecord, completedAt: EpochMs): TimelessEvent {
  const { kind, usage, iterations, finalOutput, steps, outcome, stopReason, startedAt } = execution;
  const failed = steps.filter(({ status }) => status === 'failed').length;
  const succeeded = steps.filter(({ status }) => status === 'completed').length;
  return endEvent(
    {
      outcome: outcome ?? 'completed',
      stopReason: stopReason ?? 'unknown',
      error: failed > 0 ? null : execution.error,
    },
    {
      kind,
      usage,
      iterations: iterations.length,
      answer: finalOutput ?? '',
      tally: { begun: steps.length, succeeded, failed },
      host: {},
    },
    completedAt - startedAt,
  );
}
