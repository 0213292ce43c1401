/**
 * Turns the events of an execution into the state of a chat. Pure: the same events give the same state, and no state is changed.
 */
import type { ExecutionStreamEvent } from '../generated/service/types.ts';
import { applyPatch } from './apply-patch.ts';
import { addPart, changePart, openMessage } from './parts.ts';
import {
  initialExecutionState,
  type Approval,
  type ChatMessage,
  type ExecutionState,
  type FlowStep,
  type Json,
  type PendingAction,
  type ToolPart,
} from './state.ts';

type EventOf<Type> = Extract<ExecutionStreamEvent, { readonly type: Type }>;
type Reducers = {
  readonly [Type in ExecutionStreamEvent['type']]: (
    state: ExecutionState,
    event: EventOf<Type>,
  ) => ExecutionState;
};

/**
 * Returns the state after an event of the stream.
 *
 * Shape: an event whose `seq` was seen before changes nothing, so a rejoined stream may repeat itself; an event of a type that this
 * version does not know changes nothing but `lastSeq`. Streams of one execution, one after the other, go into one state.
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

/** Adds a message of the user, as a chat shows it before the request is answered. */
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
 * Returns the state for the next execution of the same conversation: the messages stay, everything about the execution begins anew.
 */
export function nextExecution({ messages, shared }: ExecutionState): ExecutionState {
  return { ...initialExecutionState, messages, shared };
}

const unchanged = (state: ExecutionState): ExecutionState => state;

const reducers: Reducers = {
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

  text_start: (state, { id, parentToolCallId = null, subagent }) =>
    addPart(state, parentToolCallId ?? subagent?.parentToolCallId ?? null, {
      type: 'text',
      id,
      text: '',
      isComplete: false,
    }),
  text_delta: (state, { id, delta }) =>
    changePart(state, 'text', id, (part) => ({ ...part, text: part.text + delta })),
  text_complete: (state, { id, text }) =>
    changePart(state, 'text', id, (part) => ({ ...part, text: text ?? part.text, isComplete: true })),

  reasoning_start: (state, { id, parentToolCallId = null, scope = 'turn', subagent }) =>
    addPart(state, parentToolCallId ?? subagent?.parentToolCallId ?? null, {
      type: 'reasoning',
      id,
      text: '',
      scope,
      isComplete: false,
    }),
  reasoning_delta: (state, { id, delta }) =>
    changePart(state, 'reasoning', id, (part) => ({ ...part, text: part.text + delta })),
  reasoning_complete: (state, { id, text }) =>
    changePart(state, 'reasoning', id, (part) => ({ ...part, text: text ?? part.text, isComplete: true })),

  tool_start(
    state,
    { toolCallId, toolName, toolType, parameters = {}, hiddenParameterNames = [], subagent },
  ) {
    const call = { name: toolName, toolType, parameters, hiddenParameters: hiddenParameterNames };
    const opened = addPart(state, subagent?.parentToolCallId ?? null, newTool(toolCallId, toolName));
    return changePart(opened, 'tool', toolCallId, (tool) => ({ ...tool, ...call, status: 'running' }));
  },
  tool_input_delta(state, { toolCallId, delta, subagent }) {
    const opened = addPart(state, subagent?.parentToolCallId ?? null, newTool(toolCallId, ''));
    return changePart(opened, 'tool', toolCallId, (tool) => ({ ...tool, inputText: tool.inputText + delta }));
  },
  tool_input_complete: (state, { toolCallId, toolName, parameters, hiddenParameterNames = [] }) =>
    changePart(state, 'tool', toolCallId, (tool) => ({
      ...tool,
      name: toolName ?? tool.name,
      parameters,
      hiddenParameters: hiddenParameterNames,
    })),
  tool_output_delta: (state, { toolCallId, delta }) =>
    changePart(state, 'tool', toolCallId, (tool) => ({ ...tool, outputText: tool.outputText + delta })),
  tool_complete(state, { toolCallId, toolName = '', success, result, error, executionTime, subagent }) {
    const opened = addPart(state, subagent?.parentToolCallId ?? null, newTool(toolCallId, toolName));
    return changePart(opened, 'tool', toolCallId, (tool) => ({
      ...tool,
      status: success ? 'succeeded' : 'failed',
      result: result ?? null,
      error: error == null ? null : messageOf(error),
      durationMs: executionTime ?? null,
    }));
  },

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
    const answered = state.pending.find((each) => each.type === 'approval' && each.approvalId === approvalId);
    const pending = state.pending.filter((each) => each !== answered);
    const next: ExecutionState = {
      ...state,
      approvals,
      pending,
      status: pending.length > 0 ? 'paused' : 'running',
    };
    if (decision === 'approved' || answered?.toolCallId == null) return next;
    return changePart(next, 'tool', answered.toolCallId, (tool) => ({ ...tool, status: 'denied' }));
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

  media_start: (state, { id, mediaType, toolCallId = null }) =>
    addPart(state, toolCallId, { type: 'media', id, mediaType, data: null, url: null, isComplete: false }),
  media_delta: (state, { id, delta }) =>
    changePart(state, 'media', id, (part) => ({ ...part, data: (part.data ?? '') + delta })),
  media_complete: (state, { id, data, url }) =>
    changePart(state, 'media', id, (part) => ({
      ...part,
      data: data ?? part.data,
      url: url ?? part.url,
      isComplete: true,
    })),

  artifact_start: (state, { id, artifactType, title, file, component, ...rest }) =>
    addPart(state, null, {
      type: 'artifact',
      id,
      artifactType,
      title: title ?? null,
      file: file ?? null,
      component: component ?? null,
      props: (rest as { props?: Readonly<Record<string, Json>> }).props ?? {},
      text: '',
      isComplete: false,
    }),
  artifact_delta: (state, { id, delta }) =>
    changePart(state, 'artifact', id, (part) => ({ ...part, text: part.text + delta })),
  artifact_update: (state, { id, component, props }) =>
    changePart(state, 'artifact', id, (part) => ({ ...part, component, props })),
  artifact_complete: (state, { id }) =>
    changePart(state, 'artifact', id, (part) => ({ ...part, isComplete: true })),

  source: (state, { id, title = null, url = null, sourceType = null, seq }) =>
    addPart(state, null, { type: 'source', id: id ?? `source_${seq}`, title, url, sourceType }),
  custom: (state, { name, value, seq }) =>
    addPart(state, null, {
      type: 'custom',
      id: `custom_${seq ?? countParts(state)}`,
      name,
      value: value ?? null,
    }),

  state_snapshot: (state, { state: shared }) => ({ ...state, shared }),
  state_delta: (state, { patch }) => ({
    ...state,
    shared: applyPatch(state.shared, patch)?.value ?? state.shared,
  }),

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

function newTool(id: string, name: string): ToolPart {
  return {
    type: 'tool',
    id,
    name,
    toolType: null,
    status: 'input',
    parameters: {},
    hiddenParameters: [],
    inputText: '',
    outputText: '',
    result: null,
    error: null,
    durationMs: null,
    parts: [],
  };
}

function putStep(
  state: ExecutionState,
  change: Pick<FlowStep, 'id' | 'status'> & Partial<FlowStep>,
): ExecutionState {
  const known = state.steps.find(({ id }) => id === change.id);
  const blank = { name: change.id, stepType: null, result: null, error: null, durationMs: null };
  const step: FlowStep = { ...blank, ...known, ...change };
  const steps =
    known === undefined ? [...state.steps, step] : state.steps.map((each) => (each === known ? step : each));
  return { ...state, steps };
}

/** What is still open when a run ends is over with it, as is the turn before a new one. */
function closeMessages(state: ExecutionState): ExecutionState {
  if (!state.messages.some(({ isStreaming }) => isStreaming)) return state;
  const messages = state.messages.map((message) =>
    message.isStreaming ? { ...message, isStreaming: false } : message,
  );
  return { ...state, messages };
}

function countParts({ messages }: ExecutionState): number {
  return messages.reduce((sum, { parts }) => sum + parts.length, 0);
}

function messageOf(error: Json): string {
  if (typeof error === 'string') return error;
  const message =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : null;
  return typeof message === 'string' ? message : JSON.stringify(error);
}

function codeOf(error: Json): string | null {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}
