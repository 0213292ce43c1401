/**
 * What the events of a run mean for its history: tool calls, iterations, use. The history is derived here and nowhere
 * else, so that it can't disagree with the stream.
 */
import type { ExecutionStreamEvent } from '../../../generated/service/types.ts';
import type { Draft } from '../../kernel/draft.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord } from '../execution.ts';
import { toolCalls } from '../tool-call.ts';
import { addUsage, usualModel } from './usage.ts';

type EventOf<Type> = Extract<ExecutionStreamEvent, { type: Type }>;
type Observers = {
  readonly [Type in ExecutionStreamEvent['type']]?: (draft: Draft, event: EventOf<Type>) => void;
};

const observers: Observers = {
  turn_start(draft, { executionId }) {
    change(draft, executionId, () => ({ turnStartedAt: draft.at }));
  },

  turn_complete(draft, { executionId, iteration = 0, content = '', stopReason = null }) {
    change(draft, executionId, ({ iterations, turnStartedAt }) => ({
      turnStartedAt: null,
      iterations: [
        ...iterations,
        { iteration, content, stopReason, startedAt: turnStartedAt ?? draft.at, completedAt: draft.at },
      ],
    }));
  },

  model_call_complete(draft, { executionId, tokens, cost = 0 }) {
    if (!tokens) return;
    const used = { input: tokens.input, output: tokens.output, cost };
    change(draft, executionId, ({ usage }) => ({ usage: addUsage(usage, used) }));
  },

  tool_start(draft, { executionId, toolCallId, toolName, parameters = {} }) {
    if (draft.has(toolCalls, toolCallId)) return;
    draft.put(toolCalls, {
      id: toolCallId,
      executionId,
      toolId: null,
      toolName,
      status: 'running',
      model: usualModel,
      parameters,
      result: null,
      error: null,
      executionTimeMs: null,
      createdAt: draft.at,
    });
  },

  tool_complete(draft, { toolCallId, success, result = null, error = null, executionTime = null }) {
    const call = draft.get(toolCalls, toolCallId);
    if (call === undefined) return;
    draft.put(toolCalls, {
      ...call,
      status: success ? 'completed' : 'failed',
      result,
      error,
      executionTimeMs: executionTime,
    });
  },
};

/** Carries an event over to the records that tell the history of its run. */
export function observe(draft: Draft, event: ExecutionStreamEvent): void {
  const observer = observers[event.type] as ((draft: Draft, event: ExecutionStreamEvent) => void) | undefined;
  observer?.(draft, event);
}

function change(
  draft: Draft,
  id: string,
  update: (execution: ExecutionRecord) => Partial<ExecutionRecord>,
): void {
  const execution = draft.get(executions, id);
  if (execution !== undefined) draft.put(executions, { ...execution, ...update(execution) });
}
