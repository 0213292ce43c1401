/**
 * The reducers of the events that change the parts of messages: texts, tool calls, media, artifacts, sources, custom
 * events.
 */
import type { ExecutionStreamEvent } from '../generated/service/types.ts';
import { addPart, changePart } from './parts.ts';
import type { ExecutionState, AnyJson, ToolPart } from './state.ts';

type EventOf<Type> = Extract<ExecutionStreamEvent, { readonly type: Type }>;
export type Reducers = {
  readonly [Type in ExecutionStreamEvent['type']]: (
    state: ExecutionState,
    event: EventOf<Type>,
  ) => ExecutionState;
};

export const partReducers = {
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
      props: (rest as { props?: Readonly<Record<string, AnyJson>> }).props ?? {},
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
} satisfies Partial<Reducers>;

/** Creates the part of a tool call that has just started. */
export function newTool(id: string, name: string): ToolPart {
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

function countParts({ messages }: ExecutionState): number {
  return messages.reduce((sum, { parts }) => sum + parts.length, 0);
}

/** Returns the message of an error, which is a string or an object. */
export function messageOf(error: AnyJson): string {
  if (typeof error === 'string') return error;
  const message =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : null;
  return typeof message === 'string' ? message : JSON.stringify(error);
}
