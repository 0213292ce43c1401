/**
 * The record of a run while it is played: the remaining steps, the open turn, the pending actions. Clients never see
 * it; they read the record in `execution.ts`.
 */
import type { Pace } from '../../../../../generated/control/types.ts';
import type { EpochMs } from '../../../../kernel/time/time.ts';
import { defineCollection } from '../../../../kernel/store/collection.ts';
import type { AgentDefinition } from '../../agents/definition/agent-definition.ts';
import type { FallbackStep, FlowScenarioStep, SubagentStep, Step } from '../../scenarios/scenario.ts';
import type { Json, JsonMap } from '../../../../kernel/json.ts';
import type { Outcome, Role, RunKind, StopReason } from '../../../../../generated/service/types.ts';
import type { TimelessEvent } from './event-body.ts';
import type { OpenAction, OfferedTool } from './pending-action.ts';

/**
 * An event with the delay before it.
 *
 * Shape: `on` is the execution of a sub-agent that the event belongs to, absent for the run itself.
 * Units: `after` in milliseconds of the real pace since the previous event.
 */
export type ScheduledEvent =
  | { readonly after: number; readonly emit: TimelessEvent; readonly on?: string }
  | { readonly after: number; readonly gates: readonly OpenAction[] }
  | { readonly after: number; readonly begin: ChildStart }
  | { readonly after: number; readonly end: RunEnd; readonly totals: RunTotals; readonly on?: string };

/**
 * The execution of a sub-agent or of a flow that a run starts.
 *
 * Shape: `agent` is the definition that runs; without `agentId` it is the agent of the run itself. With `flow` that
 * flow runs, and `agentName` is null.
 */
export interface ChildStart {
  readonly executionId: string;
  readonly agent: AgentDefinition;
  readonly agentId?: string;
  readonly agentName: string | null;
  readonly flow?: { readonly id: string; readonly name: string; readonly totalSteps: number };
  readonly task: string;
}

/**
 * How a run ends.
 *
 * Shape: with an `error` the last event is `execution_error`, otherwise `execution_complete`.
 */
export interface RunEnd {
  readonly outcome: Outcome;
  readonly stopReason: StopReason;
  readonly error: RunError | null;
}

/** The failure that ends a run. Shape: `blockReason` and `upgradeUrl` when the account does not permit the run. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonMap;
  readonly blockReason?: string;
  readonly upgradeUrl?: string;
}

export interface RunTotals {
  readonly kind: RunKind;
  readonly usage: RunUsage;
  readonly iterations: number;
  readonly answer: string;
  readonly tally: StepTally;
  readonly host: RunHost;
}

/**
 * The host of an agent that runs outside of the service.
 *
 * Shape: `externalAgent` for an agent of another service, `partnerManagedAgentId` for one that a partner manages.
 */
export interface RunHost {
  readonly externalAgent?: { readonly contextId: string; readonly taskId: string };
  readonly partnerManagedAgentId?: string;
}

/** Counts the steps of a flow: the started ones, and their outcomes. */
export interface StepTally {
  readonly begun: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** A model call that has started and not yet completed. Units: `startedAt` as the run's `elapsed`. */
export interface OpenModelCall {
  readonly id: string;
  readonly ordinal: number;
  readonly model: string;
  readonly startedAt: number;
  readonly latency: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/**
 * A turn that has started and not yet completed.
 *
 * Shape: `acted` is true once a tool was called in it, after which the model continues in a new turn; a turn whose
 * `role` is not `assistant` has no model call.
 */
export interface OpenTurn {
  readonly id: string;
  readonly role: Role;
  readonly iteration: number;
  readonly content: string;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly acted: boolean;
  readonly usage: RunUsage;
  readonly fallback: FallbackStep | null;
}

/** A step of a flow that has started and not yet completed. Units: `startedAt` as the run's `elapsed`. */
export interface OpenFlowStep {
  readonly id: string;
  readonly content: FlowScenarioStep;
  readonly text: string;
  readonly usage: RunUsage;
  readonly startedAt: number;
}

/** Units: tokens, and US dollars. */
export interface RunUsage {
  readonly input: number;
  readonly output: number;
  readonly cost: number;
}

/**
 * A sub-agent or a flow that a run has called and that is not finished.
 *
 * Shape: `run` is its own run, which the run of the caller plays; the rest is the call in the caller's stream.
 * `agentName` is null for a flow.
 * Units: `calledAt` as the run's `elapsed`.
 */
export interface ChildRun {
  readonly run: RunRecord;
  readonly step: SubagentStep;
  readonly toolCallId: string;
  readonly agentName: string | null;
  readonly parameters: JsonMap;
  readonly calledAt: number;
}

/** An approved call that has not been made yet. */
export interface Grant {
  readonly toolCallId: string;
  readonly parameters: JsonMap;
}

/** Shape: `now` is the run's own time; `since` is the world's time when the run last paused. */
export interface RunClock {
  readonly now: EpochMs;
  readonly since: EpochMs;
}

/** A step to play: a step of the scenario, or the end of a flow step with nested steps. */
export type PlannedStep = Step | { readonly close: 'step' };

/**
 * The run of an execution, stored under the execution's id.
 *
 * Shape: `agent` is the agent's definition for the run; `steps` are the steps not yet started, `beats` the events of
 * the step being played, from `next` on; `gates` is empty unless the run is paused; `outputs` has the last output of
 * each tool by name, `grants` the approved calls that are not made yet; `inputTokens` is the cost of the conversation
 * so far for the next model call, `cachedTokens` the part that the previous call has read; `answer` is the text of the
 * last turn with a text; `lastCallId` is the latest tool call; `toolCalls` counts the calls; `epoch` counts the
 * compactions of the conversation; `pace` is null for a run that was played without a request, until a request
 * continues it; `baseUrl` is the URL of the world, empty when no request has started the run.
 * Units: `pending` is the delay before the next event, in milliseconds of the real pace; `elapsed` is the duration of
 * the run up to its last planned event, in the same milliseconds and including its pauses.
 */
export interface RunRecord {
  readonly id: string;
  readonly kind: RunKind;
  readonly agent: AgentDefinition;
  readonly steps: readonly PlannedStep[];
  readonly beats: readonly ScheduledEvent[];
  readonly next: number;
  readonly pending: number;
  readonly elapsed: number;
  readonly clock: RunClock;
  readonly gates: readonly OpenAction[];
  readonly pace: Pace | null;
  readonly lastMessage: string;
  readonly inputs: JsonMap;
  readonly baseUrl: string;
  readonly offeredTools: readonly OfferedTool[];
  readonly host: RunHost;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputs: Readonly<Record<string, Json>>;
  readonly grants: Readonly<Record<string, Grant>>;
  readonly turn: OpenTurn | null;
  readonly flowStep: OpenFlowStep | null;
  readonly modelCall: OpenModelCall | null;
  readonly child: ChildRun | null;
  readonly model: string;
  readonly iteration: number;
  readonly turns: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly totalSteps: number;
  readonly tally: StepTally;
  readonly epoch: number;
  readonly lastCallId: string | null;
  readonly answer: string;
  readonly usage: RunUsage;
}

export const runs = defineCollection<RunRecord>('run');
