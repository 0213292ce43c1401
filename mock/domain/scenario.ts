/**
 * The shape of a scenario: a story in steps that a run of an agent follows. Data only, so that it can be written in
 * YAML, sent as JSON and kept inside a run. What a step makes of the stream is decided in `run/expand.ts`.
 */

/** Any value of a JSON document; what its members are is for the reader to find out. */
export type Json = unknown;

/** An object of a JSON document. */
export type JsonMap = Readonly<Record<string, Json>>;

/**
 * A scenario, by its name.
 *
 * Shape: `name` is what `Prefer: scenario=` and `#scenario:` choose it by; `steps` are played in order and the run
 * finishes by itself after the last one. Texts may quote `{{lastMessage}}`, the text of the last user message, and
 * `{{output.NAME}}`, the last output of the tool of that name.
 */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly Step[];
}

/** The content of each kind of step. A step of a scenario is an object with exactly one of these members. */
export interface StepContents {
  /** The assistant's answer, streamed word by word. */
  readonly say: string;
  /** The model's reasoning, streamed before what it says or does. */
  readonly think: string;
  /** A tool that the service runs by itself. */
  readonly tool: ToolStep;
  /** A tool that runs only when somebody approves it; the run pauses. */
  readonly approve: ApproveStep;
  /** Tools that run at the caller; the run pauses until their outputs are supplied. */
  readonly await: readonly LocalToolStep[];
  /** A silence of so many milliseconds, at any pace but `instant`. */
  readonly wait: number;
  /** The end of the run by a failure. */
  readonly fail: FailStep;
  /** The end of the run before the last step. */
  readonly finish: FinishStep;
}

/** The kinds of steps. */
export type StepKind = keyof StepContents;

/** One step: `{say: …}`, `{tool: …}` and so on. */
export type Step = { readonly [Kind in StepKind]: { readonly [Key in Kind]: StepContents[Kind] } }[StepKind];

/**
 * A call of a tool.
 *
 * Shape: `toolType` defaults to `custom`. `streamInput` writes the parameters in parts before the call, `progress` are
 * parts of the output while it runs. Without `result` the output is null; with `error` the call fails.
 * Units: `takes` in milliseconds; absent for a time drawn from the world's randomness.
 */
export interface ToolStep {
  readonly name: string;
  readonly toolType?: string;
  readonly parameters?: JsonMap;
  readonly streamInput?: boolean;
  readonly progress?: readonly string[];
  readonly result?: Json;
  readonly error?: string;
  readonly takes?: number;
}

/**
 * A call of a tool behind an approval.
 *
 * Shape: `approver` is who must answer, `owner` unless it says otherwise; `denied` is played instead of all later
 * steps when the answer is no.
 * Units: `timeout` in milliseconds of the world's time, 300000 when absent.
 */
export interface ApproveStep extends ToolStep {
  readonly description?: string;
  readonly reason?: string;
  readonly approver?: Approver;
  readonly timeout?: number;
  readonly denied?: readonly Step[];
}

/** Who may answer an approval. */
export type Approver = 'owner' | 'end-user';

/** A call of a tool that runs in the caller's own process. */
export interface LocalToolStep {
  readonly name: string;
  readonly parameters?: JsonMap;
  readonly origin?: 'webmcp' | 'sdk';
}

/**
 * A failure that ends the run with `execution_error`.
 *
 * Shape: `code` is a stable code for programs; `outcome` is `error` unless it says `aborted`; `details` go into the
 * error object.
 */
export interface FailStep {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonMap;
  readonly outcome?: 'error' | 'aborted';
}

/** An end with a reason of its own. */
export interface FinishStep {
  readonly stopReason?: StopReason;
}

/** Why a turn or a run stopped. Source: spec/shared/enums/StopReason.yaml. */
export type StopReason = 'end_turn' | 'max_tool_calls' | 'length' | 'content_filter' | 'error' | 'unknown';

/** Returns the kind of a step and its content. */
export function stepKind(step: Step): StepKind {
  return Object.keys(step)[0] as StepKind;
}
