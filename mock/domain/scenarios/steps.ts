/**
 * What each kind of step of a scenario holds. Types only; `scenario.ts` says which kinds there are.
 */
import type { AgentDefinition } from '../agents/definition/agent-definition.ts';
import type {
  Approver,
  Json,
  JsonMap,
  Outcome,
  Role,
  Step,
  StepKind,
  StepOf,
  StopReason,
} from './scenario.ts';

/**
 * A text of somebody.
 *
 * Shape: `role` is `assistant` when absent; another one speaks without a model call. `adapted` is said instead when a tool of
 * the agent has taken a role of the scenario under another name.
 */
export interface SayStep {
  readonly text: string;
  readonly role?: Role;
  readonly adapted?: string;
}

/** Reasoning. Shape: `scope` is `turn` unless the model looks back on the whole `loop`. */
export interface ThinkStep {
  readonly text: string;
  readonly scope?: 'turn' | 'loop';
}

/**
 * What a tool of a scenario stands for. A tool of the agent that fits takes the role; without one the scenario's own tool
 * is called. A tool without a role is called as it is.
 */
export type ToolRole = 'lookup' | 'action' | 'approval' | 'flow' | 'mcp' | 'local' | 'subagent';

interface CallRole {
  readonly role?: ToolRole;
}

/** Hints about a tool. Source: spec/shared/objects/Annotations.yaml. */
export interface ToolAnnotations {
  readonly consequentialHint?: boolean;
  readonly debugging?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly readOnlyHint?: boolean;
  readonly untrustedContentHint?: boolean;
}

/**
 * A call of a tool.
 *
 * Shape: `toolType` defaults to `custom`. `streamInput` writes the parameters in parts before the call, `progress` are
 * parts of the output while it runs, `hidden` names parameters that a client should not show. Without `result` the
 * output is null; with `error` the call fails.
 * Units: `takes` in milliseconds, absent for a time drawn from the world's randomness; `cost` in US dollars.
 */
export interface ToolStep extends CallRole {
  readonly name: string;
  readonly toolType?: string;
  readonly parameters?: JsonMap;
  readonly hidden?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly streamInput?: boolean;
  readonly progress?: readonly string[];
  readonly result?: Json;
  readonly error?: string;
  readonly takes?: number;
  readonly cost?: number;
}

/**
 * A call of a tool behind an approval.
 *
 * Shape: with `grants`, which no file has, the call itself is a step of its own behind the approval; `approver` is who must answer, `owner` unless it says otherwise; `denied` is played instead of all later
 * steps when the answer is no; `expect` is the answer that the list of scenarios assumes, `approved` when absent.
 * Units: `timeout` in milliseconds of the world's time, 300000 when absent.
 */
export interface ApproveStep extends ToolStep {
  readonly grants?: true;
  readonly description?: string;
  readonly reason?: string;
  readonly approver?: Approver;
  readonly timeout?: number;
  readonly denied?: readonly Step[];
  readonly expect?: 'approved' | 'denied' | 'timeout';
}

/** One thing that a run waits for: an object with exactly one of these members. */
export type AwaitedItem =
  | { readonly tool: LocalToolStep }
  | { readonly elicitation: ElicitationStep }
  | { readonly crawl: BackgroundStep }
  | { readonly poll: BackgroundStep };

/**
 * A call of a tool that runs in the caller's own process.
 *
 * Shape: with `preferOffered`, the first tool that the request offers in `clientTools` is called in its place.
 */
export interface LocalToolStep extends CallRole {
  readonly name: string;
  readonly parameters?: JsonMap;
  readonly origin?: 'webmcp' | 'sdk';
  readonly pageOrigin?: string;
  readonly annotations?: ToolAnnotations;
  readonly preferOffered?: boolean;
}

/**
 * A question that a tool server asks the user while its tool runs.
 *
 * Shape: `mode` is `form` unless it says `url`; `requests` are the questions when there are several. With `result` the
 * tool returns that after the answer, without it the answer itself.
 */
export interface ElicitationStep extends CallRole {
  readonly name: string;
  readonly parameters?: JsonMap;
  readonly message: string;
  readonly mode?: ElicitationMode;
  readonly requestedSchema?: JsonMap;
  readonly url?: string;
  readonly serverName?: string;
  readonly requests?: readonly ElicitationRequest[];
  readonly result?: Json;
}

/** How a question is asked: by a form here, or at an address. */
export type ElicitationMode = 'form' | 'url';

/** One of several questions. */
export interface ElicitationRequest {
  readonly name: string;
  readonly message: string;
  readonly mode: ElicitationMode;
  readonly requestedSchema?: JsonMap;
  readonly url?: string;
}

/**
 * Work that goes on without the run and finishes by itself: a crawl of web pages, or a job that is asked about now and then.
 *
 * Units: `takes` in milliseconds of the world's time, 30000 when absent.
 */
export interface BackgroundStep extends CallRole {
  readonly name?: string;
  readonly parameters?: JsonMap;
  readonly result?: Json;
  readonly takes?: number;
}

/**
 * A step of a flow.
 *
 * Shape: with `skip` (the condition that was not met) the step is left out; with `error` it fails. `steps` happen inside
 * it. Without `result` the result is `{response}` with what was said inside. `output` is the variable that takes the result.
 * `stopReason` is why the model of the step stopped, `end_turn` when absent.
 * Units: `takes` in milliseconds, of a step in which nothing happens.
 */
export interface FlowStep {
  readonly id?: string;
  readonly name: string;
  readonly type?: string;
  readonly output?: string;
  readonly skip?: string;
  readonly steps?: readonly StepOf<FlowStepContent>[];
  readonly result?: Json;
  readonly error?: string;
  readonly fallback?: FallbackReport;
  readonly unresolvedVariables?: readonly string[];
  readonly stopReason?: StopReason;
  readonly takes?: number;
}

/**
 * Steps that are played over and over.
 *
 * Shape: without `times` they are played until the turns of the run are used up, at most 250 times.
 */
export interface RepeatStep {
  readonly times?: number;
  readonly steps: readonly Step[];
}

/** The kinds of steps that may stand inside a step of a flow: all but another one, and the ends of the run. */
export type FlowStepContent =
  | 'say'
  | 'think'
  | 'tool'
  | 'approve'
  | 'await'
  | 'subagent'
  | 'artifact'
  | 'media'
  | 'state'
  | 'source'
  | 'notice'
  | 'custom'
  | 'event'
  | 'wait';

/**
 * A call of another agent, or of a flow, as a tool.
 *
 * Shape: `agentId` is who runs, else the sub-agent that the agent has under that tool name; `steps` are what it does in an
 * execution of its own. Without `result` the call returns what was said last. `agent` is the definition that runs, and
 * `flow` the flow that runs instead of an agent: they are added when the run is planned. A flow returns the result of its
 * last step.
 */
export interface SubagentStep extends CallRole {
  readonly name: string;
  readonly agentId?: string;
  readonly agentName?: string;
  readonly agent?: AgentDefinition;
  readonly flow?: { readonly id: string; readonly name: string };
  readonly parameters?: JsonMap;
  readonly steps: readonly StepOf<SubagentContent>[];
  readonly result?: Json;
}

/** The kinds of steps that a sub-agent may take: all but a sub-agent of its own. */
export type SubagentContent = Exclude<StepKind, 'subagent'>;

/**
 * One try. Shape: `type` says what was tried; `error` why it failed; `text` is what a `message` or a `flow` answers.
 * Source: spec/shared/objects/FallbackAttempt.yaml.
 */
export interface FallbackAttempt {
  readonly type: 'retry' | 'model' | 'message' | 'flow';
  readonly success: boolean;
  readonly model?: string;
  readonly error?: string;
  readonly text?: string;
}

/**
 * Tries in place of a model call that failed, in order. Without one that succeeds the run fails.
 *
 * Shape: `reason` is why the first call failed.
 */
export interface FallbackStep {
  readonly reason?: string;
  readonly attempts: readonly FallbackAttempt[];
}

/** A fallback as a step of a flow reports it. */
export type FallbackReport = FallbackStep;

/**
 * An artifact.
 *
 * Shape: `text` is streamed in parts; `updates` are the props of a component, one after the other.
 */
export interface ArtifactStep {
  readonly type: 'markdown' | 'component';
  readonly title?: string;
  readonly file?: { readonly path: string; readonly mimeType: string; readonly language?: string };
  readonly component?: string;
  readonly text?: string;
  readonly updates?: readonly JsonMap[];
}

/**
 * Media.
 *
 * Shape: `data` is base64, `url` an address; `stream` sends the data in parts first, which joined are a data URI;
 * `ofTool` makes it the output of the tool that was called last.
 */
export interface MediaStep {
  readonly mediaType: string;
  readonly data?: string;
  readonly url?: string;
  readonly stream?: boolean;
  readonly ofTool?: boolean;
}

/** State. Shape: `snapshot` replaces it, `patch` changes it (RFC 6902); with both the snapshot comes first. */
export interface StateStep {
  readonly snapshot?: JsonMap;
  readonly patch?: readonly PatchOperation[];
}

/** One operation of a JSON Patch. Source: RFC 6902 section 4. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/** A source. */
export interface SourceStep {
  readonly title?: string;
  readonly url?: string;
  readonly sourceType?: string;
}

/** A notice: an object with exactly one of these members. */
export type NoticeStep = { readonly compaction: CompactionNotice } | { readonly error: ErrorNotice };

/**
 * The conversation is shortened.
 *
 * Shape: `tier` counts from 1, as does the epoch, which the run counts itself. `before` is what the context has grown to,
 * the size that the run has counted when absent; `after` is what is left, a part of it when absent.
 * Units: `before` and `after` in tokens; `takes` in milliseconds.
 */
export interface CompactionNotice {
  readonly reason?: 'threshold' | 'overflow' | 'manual' | 'surface_policy' | 'provider_mismatch';
  readonly strategy?: 'provider_native' | 'summary';
  readonly tier?: number;
  readonly outcome?: 'ok' | 'failed' | 'gap' | 'skipped';
  readonly before?: number;
  readonly after?: number;
  readonly takes?: number;
}

/** A failure. Shape: the run fails with it when `recoverable` is false; `code` makes the error an object. */
export interface ErrorNotice {
  readonly message: string;
  readonly code?: string;
  readonly details?: JsonMap;
  readonly recoverable?: boolean;
}

/** An event of the agent's own. */
export interface CustomStep {
  readonly name: string;
  readonly value?: Json;
}

/** An event as it is written on the stream, without `executionId`, `seq` and its time. */
export interface EventStep {
  readonly type: string;
  readonly [property: string]: Json;
}

/**
 * A failure that ends the run with `execution_error`.
 *
 * Shape: `code` is a stable code for programs; `outcome` is `error` unless it says `aborted`; with `details` the error is
 * an object, without them its message. `blockReason` and `upgradeUrl` say that the account is not allowed to go on.
 * `stopReason` is `error` when absent.
 */
export interface FailStep {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonMap;
  readonly outcome?: Exclude<Outcome, 'completed'>;
  readonly stopReason?: StopReason;
  readonly blockReason?: string;
  readonly upgradeUrl?: string;
}

/**
 * An end with `execution_complete`.
 *
 * Shape: `stopReason` is `end_turn` when absent; an `outcome` other than `completed` is an end without success.
 */
export interface FinishStep {
  readonly stopReason?: StopReason;
  readonly outcome?: Outcome;
}
