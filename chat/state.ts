/**
 * The state that a chat renders for an execution. Plain data: it can be stored, compared and rendered by any framework.
 */
import type { StopReason } from '../generated/service/types.ts';

/** Any value of a JSON document. */
export type AnyJson = unknown;

/**
 * The state of a chat about one execution.
 *
 * Shape: everything is empty or null before the first event. `lastSeq` is the cursor for rejoining a stream, -1 before
 * the first event; `shared` is the state that the run shares with its client, built from `state_snapshot` and
 * `state_delta`.
 */
export interface ExecutionState {
  readonly executionId: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly flowId: string | null;
  readonly kind: 'agent' | 'flow' | null;
  readonly status: ExecutionStatus;
  readonly messages: readonly ChatMessage[];
  readonly steps: readonly FlowStep[];
  /** Pending actions of the run, oldest first; empty unless `status` is `paused`. */
  readonly pending: readonly PendingAction[];
  readonly approvals: readonly Approval[];
  readonly notices: readonly Notice[];
  readonly shared: AnyJson;
  readonly usage: Usage;
  readonly stopReason: StopReason | null;
  readonly error: ExecutionFailure | null;
  readonly lastSeq: number;
}

/** The status of an execution. A `paused` one waits for the actions in `pending`. */
export type ExecutionStatus = 'idle' | 'running' | 'paused' | 'completed' | 'failed';

/**
 * A message of the conversation.
 *
 * Shape: an assistant message is one turn, or the output of one flow step; `isStreaming` until the turn is complete.
 * `id` is the id of the turn.
 */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly MessagePart[];
  readonly isStreaming: boolean;
}

/** A part of a message, in the order in which the parts started. */
export type MessagePart =
  TextPart | ReasoningPart | ToolPart | MediaPart | ArtifactPart | SourcePart | CustomPart;

/** Text of the assistant. */
export interface TextPart {
  readonly type: 'text';
  readonly id: string;
  readonly text: string;
  readonly isComplete: boolean;
}

/** Reasoning of the model. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly id: string;
  readonly text: string;
  readonly scope: 'turn' | 'loop';
  readonly isComplete: boolean;
}

/**
 * A call of a tool.
 *
 * Shape: `parts` is the output of a sub-agent in the call. `inputText` and `outputText` are the streamed text, empty
 * when nothing is streamed. A `waiting` call needs an approval, an output or a response from the user.
 * Units: `durationMs` in milliseconds.
 */
export interface ToolPart {
  readonly type: 'tool';
  readonly id: string;
  readonly name: string;
  readonly toolType: string | null;
  readonly status: 'input' | 'waiting' | 'running' | 'succeeded' | 'failed' | 'denied';
  readonly parameters: Readonly<Record<string, AnyJson>>;
  readonly hiddenParameters: readonly string[];
  readonly inputText: string;
  readonly outputText: string;
  readonly result: AnyJson;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly parts: readonly MessagePart[];
}

/** Media. Shape: `data` is base64 or the streamed address, `url` an address; both are null until they arrive. */
export interface MediaPart {
  readonly type: 'media';
  readonly id: string;
  readonly mediaType: string;
  readonly data: string | null;
  readonly url: string | null;
  readonly isComplete: boolean;
}

/** A document or a component. Shape: `props` are the latest props of a component. */
export interface ArtifactPart {
  readonly type: 'artifact';
  readonly id: string;
  readonly artifactType: string;
  readonly title: string | null;
  readonly file: { readonly path: string; readonly mimeType: string; readonly language?: string } | null;
  readonly component: string | null;
  readonly props: Readonly<Record<string, AnyJson>>;
  readonly text: string;
  readonly isComplete: boolean;
}

/** A source that the response cites. */
export interface SourcePart {
  readonly type: 'source';
  readonly id: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly sourceType: string | null;
}

/** A custom event of the agent. */
export interface CustomPart {
  readonly type: 'custom';
  readonly id: string;
  readonly name: string;
  readonly value: AnyJson;
}

/** A step of a flow. Units: `durationMs` in milliseconds. */
export interface FlowStep {
  readonly id: string;
  readonly name: string;
  readonly stepType: string | null;
  readonly status: 'running' | 'succeeded' | 'failed' | 'skipped';
  readonly result: AnyJson;
  readonly error: string | null;
  readonly durationMs: number | null;
}

/** An action that the run waits for. */
export type PendingAction =
  | {
      readonly type: 'approval';
      readonly approvalId: string;
      readonly toolCallId: string | null;
      readonly toolName: string;
      readonly description: string | null;
      readonly reason: string | null;
      readonly parameters: Readonly<Record<string, AnyJson>>;
      /** Milliseconds until the action expires; null when the service reports no timeout. */
      readonly timeoutMs: number | null;
    }
  | {
      readonly type: 'tool' | 'elicitation' | 'crawl' | 'job';
      readonly toolCallId: string | null;
      readonly toolName: string | null;
      readonly parameters: Readonly<Record<string, AnyJson>>;
      readonly origin: string | null;
      readonly elicitation: Readonly<Record<string, AnyJson>> | null;
    };

/** The outcome of an approval. */
export interface Approval {
  readonly approvalId: string;
  readonly toolName: string;
  readonly decision: 'pending' | 'approved' | 'denied' | 'timeout';
}

/** Something a user may want to know: a compacted conversation, or an error that the run recovered from. */
export type Notice =
  | {
      readonly type: 'compaction';
      readonly phase: string;
      readonly tokensBefore: number | null;
      readonly tokensAfter: number | null;
    }
  | { readonly type: 'error'; readonly message: string; readonly isRecoverable: boolean };

/** The usage of the model calls. Units: tokens, and US dollars. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

/** The reason why an execution failed. */
export interface ExecutionFailure {
  readonly message: string;
  readonly code: string | null;
  readonly upgradeUrl: string | null;
}

/** The state before the first event. */
export const initialExecutionState: ExecutionState = {
  executionId: null,
  agentId: null,
  agentName: null,
  flowId: null,
  kind: null,
  status: 'idle',
  messages: [],
  steps: [],
  pending: [],
  approvals: [],
  notices: [],
  shared: null,
  usage: { inputTokens: 0, outputTokens: 0, cost: 0 },
  stopReason: null,
  error: null,
  lastSeq: -1,
};
