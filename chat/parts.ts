/**
 * Message parts, at any depth. A part is added to the message or tool call that it belongs to, and updated in place.
 */
import type { ChatMessage, ExecutionState, MessagePart } from './state.ts';

type PartType = MessagePart['type'];
type PartOf<Type extends PartType> = Extract<MessagePart, { readonly type: Type }>;

/**
 * Adds a part to a tool call, or to the last message when `parentId` is null or unknown. An existing part is left
 * unchanged.
 */
export function addPart(state: ExecutionState, parentId: string | null, part: MessagePart): ExecutionState {
  if (hasPart(state, part.type, part.id)) return state;
  const nested =
    parentId === null
      ? null
      : changePart(state, 'tool', parentId, (tool) => ({ ...tool, parts: [...tool.parts, part] }));
  if (nested !== null && nested !== state) return nested;
  const message = state.messages.at(-1);
  if (message?.role !== 'assistant') return openMessage(state, part.id, [part]);
  return {
    ...state,
    messages: [...state.messages.slice(0, -1), { ...message, parts: [...message.parts, part] }],
  };
}

/** Opens a message of the assistant, unless a message with that id exists. */
export function openMessage(
  state: ExecutionState,
  id: string,
  parts: readonly MessagePart[] = [],
): ExecutionState {
  const message: ChatMessage = { id, role: 'assistant', parts, isStreaming: true };
  if (state.messages.some((message) => message.id === id)) return state;
  return { ...state, messages: [...state.messages, message] };
}

/** Returns the state with one part changed, or the same state when the part does not exist. */
export function changePart<Type extends PartType>(
  state: ExecutionState,
  type: Type,
  id: string,
  change: (part: PartOf<Type>) => PartOf<Type>,
): ExecutionState {
  for (let index = state.messages.length - 1; index >= 0; index--) {
    const message = state.messages[index];
    const parts = message && changeIn(message.parts, type, id, change);
    if (message === undefined || parts == null) continue;
    const messages = state.messages.map((each) => (each === message ? { ...message, parts } : each));
    return { ...state, messages };
  }
  return state;
}

function changeIn<Type extends PartType>(
  parts: readonly MessagePart[],
  type: Type,
  id: string,
  change: (part: PartOf<Type>) => PartOf<Type>,
): readonly MessagePart[] | null {
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index];
    if (part === undefined) continue;
    const changed = part.type === type && part.id === id ? change(part as PartOf<Type>) : changeInside(part);
    if (changed !== null) return parts.map((each) => (each === part ? changed : each));
  }
  return null;

  function changeInside(part: MessagePart): MessagePart | null {
    if (part.type !== 'tool') return null;
    const inner = changeIn(part.parts, type, id, change);
    return inner === null ? null : { ...part, parts: inner };
  }
}

function hasPart({ messages }: ExecutionState, type: PartType, id: string): boolean {
  const isIn = (parts: readonly MessagePart[]): boolean =>
    parts.some(
      (part) => (part.type === type && part.id === id) || (part.type === 'tool' && isIn(part.parts)),
    );
  return messages.some(({ parts }) => isIn(parts));
}

/** Closes the messages that are still open: when a run ends, and before a new turn. */
export function closeMessages(state: ExecutionState): ExecutionState {
  if (!state.messages.some(({ isStreaming }) => isStreaming)) return state;
  const messages = state.messages.map((message) =>
    message.isStreaming ? { ...message, isStreaming: false } : message,
  );
  return { ...state, messages };
}
