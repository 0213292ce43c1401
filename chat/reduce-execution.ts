/**
 * Reduces the events of an execution to the state of a chat. Pure: the same events give the same state; no state is
 * mutated.
 */
import type { ExecutionStreamEvent } from '../generated/service/types.ts';
import { applyPatch } from '../templates/runtime/json/patch.ts';
import { addPart, changePart, closeMessages, openMessage } from './parts.ts';
import { messageOf, newTool, partReducers, type Reducers } from './reduce-parts.ts';
import {
  initialExecutionState,
  type Approval,
  type ChatMessage,
  type ExecutionState,
  type FlowStep,
  type AnyJson,
  type PendingAction,
} from './state.ts';

/**
 * Returns the state after an event of the stream.
 *
 * Shape: an event whose `seq` was seen before is ignored, so a rejoined stream may repeat events; an event of an
 * unknown type only changes `lastSeq`. Consecutive streams of one execution are reduced into one state.
 *
 * @example
 * let state = initialExecutionState;
 * for await (const event of executeAgent(client, request)) state = reduceExecution(state, event);
 */
export function reduceExecution(
  state: ExecutionState | undefined = initialExecutionState,
  event: ExecutionStreamEvent,
): ExecutionState {
  const { seq } = event as { readonly seq?: number };
  if (typeof seq === 'number' && seq <= state.lastSeq) return state;
  const reduce = Object.hasOwn(reducers, event.type)
    ? (reducers[event.type] as (state: ExecutionState, event: ExecutionStreamEvent) => ExecutionState)
    : unchanged;
  const next = reduce(state, event);
  return typeof seq === 'number' ? { ...next, lastSeq: seq } : next;
}

/** Adds a user message, as a chat shows it before the response arrives. */
export function addUserMessage(
  state: ExecutionState,
  text: string,
  id = `user_${state.messages.length}`,
): ExecutionState {
  const message: ChatMessage = {
    id,
    role: 'user',
    parts: [{ type: 'text', id, text, isComplete: true }],
    isStreaming: false,
  };
  return { ...state, messages: [...state.messages, message] };
}

/**
 * Returns the state for the next execution of the same conversation: keeps the messages and resets everything else.
 */
export function nextExecution({ messages, shared }: ExecutionState): ExecutionState {
  return { ...initialExecutionState, messages, shared };
}

const unchanged = (state: ExecutionState): ExecutionState => state;

const reducers: Reducers = {
  ...partReducers,

  execution_start(state, { executionId, kind, agentId = null, agentName = null, flowId = null, resumed }) {
    const isNew = resumed !== true && state.executionId !== null && state.executionId !== executionId;
    const base = isNew ? nextExecution(state) : state;
    return {
      ...base,
      executionId,
      kind,
      agentId: agentId ?? base.agentId,
      agentName: agentName ?? base.agentName,
      flowId: flowId ?? base.flowId,
      status: 'running',
      pending: [],
    };
  },
  execution_complete: (state, { success, stopReason = null }) => ({
    ...closeMessages(state),
    status: success ? 'completed' : 'failed',
    stopReason: stopReason ?? state.stopReason,
    pending: [],
  }),
  execution_error(state, { error, code = null, upgradeUrl = null, stopReason = null }) {
    const failure = { message: messageOf(error), code: code ?? codeOf(error), upgradeUrl };
    return { ...closeMessages(state), status: 'failed', error: failure, stopReason, pending: [] };
  },

  turn_start: (state, { id, subagent }) => (subagent ? state : openMessage(closeMessages(state), id)),
  turn_complete(state, { id, stopReason, subagent }) {
    if (subagent) return state;
    const messages = state.messages.map((message) =>
      message.id === id ? { ...message, isStreaming: false } : message,
    );
    return { ...state, messages, stopReason: stopReason ?? state.stopReason };
  },

  model_call_start: unchanged,
  model_call_complete(state, { tokens, cost = 0 }) {
    const { inputTokens, outputTokens, cost: before } = state.usage;
    const usage = {
      inputTokens: inputTokens + (tokens?.input ?? 0),
      outputTokens: outputTokens + (tokens?.output ?? 0),
      cost: before + cost,
    };
    return { ...state, usage };
  },

  step_start: (state, { id, name = id, stepType = null, subagent }) =>
    subagent ? state : putStep(state, { id, name, stepType, status: 'running' }),
  step_complete(state, { id, success = true, result, error, durationMs, subagent }) {
    if (subagent) return state;
    const status = success ? 'succeeded' : 'failed';
    return putStep(state, {
      id,
      status,
      result: result ?? null,
      error: error == null ? null : messageOf(error),
      durationMs: durationMs ?? null,
    });
  },
  step_skip: (state, { id, name = id, stepType = null }) =>
    putStep(state, { id, name, stepType, status: 'skipped' }),

  approval_start(state, event) {
    const {
      approvalId,
      toolName,
      toolCallId = null,
      description,
      reason,
      parameters = {},
      timeout,
      subagent,
    } = event;
    const pending: PendingAction = {
      type: 'approval',
      approvalId,
      toolCallId,
      toolName,
      description: description ?? null,
      reason: reason ?? null,
      parameters,
      timeoutMs: timeout ?? null,
    };
    const waiting =
      toolCallId === null
        ? state
        : addPart(state, subagent?.parentToolCallId ?? null, {
            ...newTool(toolCallId, toolName),
            parameters,
            status: 'waiting',
          });
    const approval: Approval = { approvalId, toolName, decision: 'pending' };
    return pause({ ...waiting, approvals: [...waiting.approvals, approval] }, pending);
  },
  approval_complete(state, { approvalId, decision }) {
    const approvals = state.approvals.map((approval) =>
      approval.approvalId === approvalId ? { ...approval, decision } : approval,
    );
    const decided = state.pending.find((each) => each.type === 'approval' && each.approvalId === approvalId);
    const pending = state.pending.filter((each) => each !== decided);
    const next: ExecutionState = {
      ...state,
      approvals,
      pending,
      status: pending.length > 0 ? 'paused' : 'running',
    };
    if (decision === 'approved' || decided?.toolCallId == null) return next;
    return changePart(next, 'tool', decided.toolCallId, (tool) => ({ ...tool, status: 'denied' }));
  },
  await(state, event) {
    const {
      toolCallId = null,
      toolName = null,
      parameters = {},
      origin = null,
      elicitation,
      awaitReason,
    } = event;
    const type = elicitation
      ? 'elicitation'
      : awaitReason === 'crawl_pending'
        ? 'crawl'
        : awaitReason === 'durable_poll'
          ? 'job'
          : 'tool';
    const waiting =
      toolCallId === null
        ? state
        : changePart(state, 'tool', toolCallId, (tool) => ({ ...tool, status: 'waiting' }));
    return pause(waiting, {
      type,
      toolCallId,
      toolName,
      parameters,
      origin,
      elicitation: elicitation ? { ...elicitation } : null,
    });
  },

  state_snapshot: (state, { state: shared }) => ({ ...state, shared }),
  state_delta(state, { patch }) {
    const patched = applyPatch(state.shared, patch);
    return patched.ok ? { ...state, shared: patched.value } : state;
  },

  error: (state, { error, recoverable = true }) => ({
    ...state,
    notices: [...state.notices, { type: 'error', message: messageOf(error), isRecoverable: recoverable }],
  }),
  context_notice(state, { phase, tokensBefore = null, tokensAfter = null }) {
    const notice = { type: 'compaction', phase, tokensBefore, tokensAfter } as const;
    return { ...state, notices: [...state.notices, notice] };
  },
  ping: unchanged,
};

function pause(state: ExecutionState, action: PendingAction): ExecutionState {
  return { ...state, status: 'paused', pending: [...state.pending, action] };
}

function putStep(
  state: ExecutionState,
  change: Pick<FlowStep, 'id' | 'status'> & Partial<FlowStep>,
): ExecutionState {
  const before = state.steps.find(({ id }) => id === change.id);
  const blank = { name: change.id, stepType: null, result: null, error: null, durationMs: null };
  const step: FlowStep = { ...blank, ...before, ...change };
  const steps =
    before === undefined
      ? [...state.steps, step]
      : state.steps.map((each) => (each === before ? step : each));
  return { ...state, steps };
}

function codeOf(error: AnyJson): string | null {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}
