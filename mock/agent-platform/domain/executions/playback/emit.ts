/**
 * Appends an event of a run to its log, with its position and its time, and derives the history of the run from it:
 * tool calls, iterations, usage. The history is derived only here, so that it agrees with the stream.
 */
import type { ExecutionStreamEvent, StopReason } from '../../../../../generated/service/types.ts';
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import type { EpochMs } from '../../../../kernel/time/time.ts';
import { executionTopic, executions, toolCalls } from '../execution.ts';
import { placeEvent, type TimelessEvent } from './event-body.ts';
import type { ExecutionRecord, StepDetail } from '../execution.ts';
import { joinParagraphs } from './texts.ts';
import { addUsage } from './usage.ts';

/**
 * Appends an event to the stream of an execution.
 *
 * Shape: `seq` counts from 0 across the whole execution; `at` is a time of the run's own clock.
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

type EventOf<Type> = Extract<ExecutionStreamEvent, { type: Type }>;
type Projections = {
  readonly [Type in ExecutionStreamEvent['type']]?: (
    tx: Transaction,
    event: EventOf<Type>,
    at: EpochMs,
  ) => void;
};

const projections: Projections = {
  // Only turns of the assistant are iterations.
  turn_start(tx, { executionId, iteration }, at) {
    if (iteration === undefined) return;
    change(tx, executionId, () => ({ openTurn: { iteration, content: '', startedAt: at } }));
  },

  text_complete(tx, { executionId, text = '' }) {
    change(tx, executionId, ({ openTurn }) => ({
      openTurn: openTurn && { ...openTurn, content: joinParagraphs(openTurn.content, text) },
    }));
  },

  turn_complete(tx, { executionId, iteration, stopReason = null }, at) {
    if (iteration === undefined) return;
    closeIteration(tx, executionId, at, stopReason);
  },

  // The turn of an awaited call has no `turn_complete`; another turn replaces it when the run continues.
  await(tx, { executionId }, at) {
    closeIteration(tx, executionId, at, null);
  },

  model_call_start(tx, { executionId, model }) {
    const execution = tx.get(executions, executionId);
    if (model === undefined || execution === undefined || execution.activeModel === model) return;
    tx.put(executions, { ...execution, activeModel: model });
  },

  step_start(tx, { executionId, id, name = id, stepType = '' }, at) {
    addStep(tx, executionId, {
      id,
      name,
      type: stepType,
      status: 'running',
      startedAt: at,
      completedAt: null,
    });
  },

  step_complete(tx, { executionId, id, success, result = null, error = null, tokensUsed = 0, cost = 0 }, at) {
    change(tx, executionId, ({ steps }) => ({
      steps: steps.map((step) =>
        step.id === id && step.status === 'running'
          ? {
              ...step,
              status: success === false ? ('failed' as const) : ('completed' as const),
              output: result,
              error,
              tokens: tokensUsed,
              cost,
              completedAt: at,
            }
          : step,
      ),
    }));
  },

  step_skip(tx, { executionId, id, name = id, stepType = '' }, at) {
    addStep(tx, executionId, { id, name, type: stepType, status: 'skipped', startedAt: at, completedAt: at });
  },

  model_call_complete(tx, { executionId, tokens, cost = 0 }) {
    if (!tokens) return;
    const used = { input: tokens.input, output: tokens.output, cost };
    change(tx, executionId, ({ usage }) => ({ usage: addUsage(usage, used) }));
  },

  tool_start(tx, { executionId, toolCallId, toolName, parameters = {} }, at) {
    if (tx.has(toolCalls, toolCallId)) return;
    const execution = tx.get(executions, executionId);
    const tool = execution?.tools.find(({ name }) => name === toolName);
    tx.put(toolCalls, {
      id: toolCallId,
      executionId,
      toolId: tool?.toolId ?? null,
      toolName,
      toolDescription: tool?.description ?? null,
      status: 'running',
      model: execution?.activeModel ?? null,
      parameters,
      result: null,
      error: null,
      executionTimeMs: null,
      createdAt: at,
    });
  },

  tool_complete(tx, { toolCallId, success, result = null, error = null, executionTime = null }) {
    const call = tx.get(toolCalls, toolCallId);
    if (call === undefined) return;
    tx.put(toolCalls, {
      ...call,
      status: success ? 'completed' : 'failed',
      result,
      error,
      executionTimeMs: executionTime,
    });
  },
};

/** Updates the history of a run after an event. An event of a sub-agent belongs to the history of its own execution. */
export function projectEvent(tx: Transaction, event: ExecutionStreamEvent, at: EpochMs): void {
  if ('subagent' in event) return;
  const projection = projections[event.type] as
    ((tx: Transaction, event: ExecutionStreamEvent, at: EpochMs) => void) | undefined;
  projection?.(tx, event, at);
}

function closeIteration(
  tx: Transaction,
  id: string,
  completedAt: EpochMs,
  stopReason: StopReason | null,
): void {
  change(tx, id, ({ iterations, openTurn }) => ({
    openTurn: null,
    iterations: openTurn === null ? iterations : [...iterations, { ...openTurn, stopReason, completedAt }],
  }));
}

function addStep(
  tx: Transaction,
  executionId: string,
  step: Omit<StepDetail, 'output' | 'error' | 'tokens' | 'cost'>,
): void {
  const added = { ...step, output: null, error: null, tokens: 0, cost: 0 };
  change(tx, executionId, ({ steps }) => ({ steps: [...steps, added] }));
}

function change(
  tx: Transaction,
  id: string,
  update: (execution: ExecutionRecord) => Partial<ExecutionRecord>,
): void {
  const execution = tx.get(executions, id);
  if (execution !== undefined) tx.put(executions, { ...execution, ...update(execution) });
}
