/**
 * An execution as clients read it: its status, its usage and its outcome. The machine defines the transitions of the
 * status; the contents of a run are in `playback/`.
 */
import type {
  ExecutionStreamEvent,
  PausedReason,
  Outcome,
  RunKind,
  StopReason,
} from '../../../../generated/service/types.ts';
import { close } from '../../../kernel/machine/trigger.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import { defineMachine } from '../../../kernel/machine/machine.ts';
import { topicName, type TopicName } from '../../../kernel/store/topic.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { RunEnd, RunError, RunUsage } from './playback/run.ts';
import type { Json, JsonMap } from '../../../kernel/json.ts';

export type RecordedStatus = 'running' | 'paused' | 'completed' | 'failed';

/**
 * How the definition of a run was chosen; null when no stored agent runs. Source: spec/schemas/ExecutionResult.yaml.
 */
export interface TargetResolution {
  readonly agentTargetResolution: 'alias' | 'version' | 'legacy-live-row' | null;
  readonly agentVersionId: string | null;
  readonly alias: string | null;
}

/** The flow that runs. Shape: `totalSteps` counts the steps of its scenario. */
export interface FlowTarget {
  readonly id: string;
  readonly name: string;
  readonly totalSteps: number;
}

/** The properties of a tool in the history of an execution. */
export interface ExecutionTool {
  readonly name: string;
  readonly toolId: string | null;
  readonly description: string | null;
}

/** An iteration whose turn is not complete. Shape: `content` is the text so far. */
export type OpenIteration = Pick<IterationDetail, 'iteration' | 'content' | 'startedAt'>;

export interface IterationDetail {
  readonly iteration: number;
  readonly content: string;
  readonly stopReason: StopReason | null;
  readonly startedAt: EpochMs;
  readonly completedAt: EpochMs;
}

/**
 * One step of a flow's execution, as shown in its detail.
 *
 * Shape: `output` is null and `startedAt` equals `completedAt` for a skipped step; `error` is the reason of a failure.
 * Units: `tokens` of all its model calls; `cost` in US dollars.
 */
export interface StepDetail {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: 'running' | 'completed' | 'failed' | 'skipped';
  readonly output: Json;
  readonly error: string | null;
  readonly tokens: number;
  readonly cost: number;
  readonly startedAt: EpochMs;
  readonly completedAt: EpochMs | null;
}

/**
 * An execution.
 *
 * Shape: `agentId` is null for a standalone flow; `agentSpec` is the inline definition, null for a saved agent;
 * `flow` is set when `kind` is `flow`; `surfaceType` is where it was started from; `sessionId` is set when it belongs
 * to a client session; `keyId` is the API key that started it, null for other callers; `model` is the model of its
 * agent, `activeModel` the one called last; `openTurn` is set while a turn is open, `pausedReason` while it is paused;
 * `pauses` has the reasons of all pauses so far, one for each segment of the stream but the last; `completedAt`,
 * `outcome`, `stopReason` are set once it has ended, `error` when it failed.
 */
export interface ExecutionRecord extends TargetResolution {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: RunKind;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly agentSpec: JsonMap | null;
  readonly flow: FlowTarget | null;
  readonly status: RecordedStatus;
  readonly surfaceType: 'api' | 'client' | 'dispatch' | 'batch';
  readonly sessionId: string | null;
  readonly keyId: string | null;
  readonly parentExecutionId: string | null;
  readonly scenario: string;
  readonly maxTurns: number | null;
  readonly model: string;
  readonly activeModel: string;
  readonly tools: readonly ExecutionTool[];
  readonly messages: readonly JsonMap[];
  readonly iterations: readonly IterationDetail[];
  /** The steps of a flow so far; empty for an agent. */
  readonly steps: readonly StepDetail[];
  readonly openTurn: OpenIteration | null;
  readonly usage: RunUsage;
  readonly pausedReason: PausedReason | null;
  readonly pauses: readonly PausedReason[];
  readonly outcome: Outcome | null;
  readonly stopReason: StopReason | null;
  readonly finalOutput: string | null;
  readonly error: RunError | null;
  readonly startedAt: EpochMs;
  readonly completedAt: EpochMs | null;
}

/**
 * The agent id of runs without a stored agent (inline agents and flows), which gives them a path below `/v1/agents`.
 */
export const inlineAgentId = 'virtual';

export const executions = defineCollection<ExecutionRecord>('execution');

/**
 * The executions of an agent in a workspace, oldest start first; those without a stored agent under `inlineAgentId`.
 */
export const executionsOfAgent = defineIndex(executions, 'byAgent', ({ workspaceId, agentId, startedAt }) =>
  sortKey(workspaceId, agentId ?? inlineAgentId, startedAt),
);

/** All executions, oldest start first. */
export const executionsByStart = defineIndex(executions, 'byStart', ({ startedAt }) => sortKey(startedAt));

/** The executions started by another one, oldest start first. */
export const executionsOfParent = defineIndex(executions, 'byParent', ({ parentExecutionId, startedAt }) =>
  parentExecutionId === null ? null : sortKey(parentExecutionId, startedAt),
);

/** The executions of a client session, oldest start first. */
export const executionsOfSession = defineIndex(executions, 'bySession', ({ sessionId, startedAt }) =>
  sessionId === null ? null : sortKey(sessionId, startedAt),
);

export interface ExecutionEnd extends RunEnd {
  readonly completedAt: EpochMs;
  readonly finalOutput: string | null;
}

export type ExecutionTrigger =
  | { readonly type: 'pause'; readonly reason: PausedReason }
  | { readonly type: 'continue' }
  | ({ readonly type: 'complete' | 'fail' } & ExecutionEnd);

export const executionMachine = defineMachine<ExecutionRecord, RecordedStatus, ExecutionTrigger>({
  id: 'execution',
  field: 'status',
  initial: 'running',
  final: ['completed', 'failed'],
  table: {
    running: {
      pause: {
        to: 'paused',
        update: paused,
        effects: ({ id }) => [close(executionTopic(id), 'paused')],
      },
      complete: { to: 'completed', update: ended, effects: endOfStream },
      fail: { to: 'failed', update: ended, effects: endOfStream },
    },
    paused: {
      continue: { to: 'running', update: (execution) => ({ ...execution, pausedReason: null }) },
    },
    completed: {},
    failed: {},
  },
});

export function executionTopic(executionId: string): TopicName<ExecutionStreamEvent> {
  return topicName(`execution/${executionId}`);
}

function paused(execution: ExecutionRecord, { reason }: { reason: PausedReason }): ExecutionRecord {
  return { ...execution, pausedReason: reason, pauses: [...execution.pauses, reason] };
}

function ended(execution: ExecutionRecord, end: ExecutionEnd): ExecutionRecord {
  const { outcome, stopReason, finalOutput, error, completedAt } = end;
  return { ...execution, outcome, stopReason, finalOutput, error, completedAt };
}

function endOfStream({ id }: ExecutionRecord) {
  return [close(executionTopic(id), 'ended')];
}

/**
 * One call of a tool.
 *
 * Shape: `toolId` is null for a tool without a record.
 * Units: `executionTimeMs` in milliseconds, null until the call has ended.
 */
export interface ToolCallRecord {
  readonly id: string;
  readonly executionId: string;
  readonly toolId: string | null;
  readonly toolName: string;
  readonly toolDescription: string | null;
  readonly status: 'running' | 'completed' | 'failed';
  readonly model: string | null;
  readonly parameters: JsonMap;
  readonly result: Json;
  readonly error: string | null;
  readonly executionTimeMs: number | null;
  readonly createdAt: EpochMs;
}

export const toolCalls = defineCollection<ToolCallRecord>('toolCall');

/** The tool calls of an execution, oldest first. */
export const toolCallsOfExecution = defineIndex(toolCalls, 'byExecution', ({ executionId, createdAt }) =>
  sortKey(executionId, createdAt),
);
