/**
 * The shape of a scenario: a story in steps that a run follows. Data only, so that it can be written in YAML, sent as
 * JSON and kept inside a run. What a step makes of the stream is decided in `run/steps/`; what a file may hold is held
 * to spec/control/schemas/ScenarioRequest.yaml.
 */
import type {
  AwaitedItem,
  ArtifactStep,
  ApproveStep,
  CustomStep,
  EventStep,
  FailStep,
  FallbackStep,
  FinishStep,
  FlowStep,
  MediaStep,
  NoticeStep,
  RepeatStep,
  SayStep,
  SourceStep,
  StateStep,
  SubagentStep,
  ThinkStep,
  ToolStep,
} from './steps.ts';

/** Any value of a JSON document; what its members are is for the reader to find out. */
export type Json = unknown;

/** An object of a JSON document. */
export type JsonMap = Readonly<Record<string, Json>>;

/**
 * A scenario, by its name.
 *
 * Shape: `name` is what `Prefer: scenario=` and `#scenario:` choose it by; `kind` is what its runs are, `agent` unless it
 * says `flow`; `maxTurns` limits agents that set no limit themselves; `steps` are played in order and the run finishes by itself after the last one. Texts may quote
 * `{{lastMessage}}`, the text of the last user message, `{{output.NAME}}`, the last output of the tool or step of that
 * name, and `{{input.NAME}}`, an input of the flow.
 */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly kind?: RunKind;
  readonly maxTurns?: number;
  readonly steps: readonly Step[];
}

/** What runs: an agent or a flow. Source: spec/shared/enums/RunKind.yaml. */
export type RunKind = 'agent' | 'flow';

/** The content of each kind of step. A step of a scenario is an object with exactly one of these members. */
export interface StepContents {
  /** The assistant's answer, streamed word by word; with a `role`, what the user or the system says. */
  readonly say: string | SayStep;
  /** The model's reasoning, streamed before what it says or does. */
  readonly think: string | ThinkStep;
  /** A tool that the service runs by itself. */
  readonly tool: ToolStep;
  /** A tool that runs only when somebody approves it; the run pauses. */
  readonly approve: ApproveStep;
  /** What the run waits for, in parallel: tools of the caller, questions, crawls, jobs. The run pauses. */
  readonly await: readonly AwaitedItem[];
  /** A step of a flow, with what happens in it. */
  readonly step: FlowStep;
  /** Another agent that does a part, in an execution of its own. */
  readonly subagent: SubagentStep;
  /** Model calls that fail until one answers. */
  readonly fallback: FallbackStep;
  /** A document or a component beside the answer. */
  readonly artifact: ArtifactStep;
  /** An image, a sound, a film or a file. */
  readonly media: MediaStep;
  /** The state that the run shares with its client, whole or as a change. */
  readonly state: StateStep;
  /** A source that the answer rests on. */
  readonly source: SourceStep;
  /** Something that the client should know and that changes nothing. */
  readonly notice: NoticeStep;
  /** An event of the agent's own. */
  readonly custom: CustomStep;
  /** Any event of the contract. */
  readonly event: EventStep;
  /** Steps that are played until the turns of the run are used up. */
  readonly repeat: RepeatStep;
  /** A silence of so many milliseconds, at any pace but `instant`. */
  readonly wait: number;
  /** The end of the run by a failure. */
  readonly fail: FailStep;
  /** The end of the run before the last step. */
  readonly finish: FinishStep;
}

/** The kinds of steps. */
export type StepKind = keyof StepContents;

/** A step of some kinds. */
export type StepOf<Kinds extends StepKind> = {
  readonly [Kind in Kinds]: { readonly [Key in Kind]: StepContents[Kind] };
}[Kinds];

/** One step: `{say: …}`, `{tool: …}` and so on. */
export type Step = StepOf<StepKind>;

/** Who may answer an approval. */
export type Approver = 'owner' | 'end-user';

/** Who speaks. Source: spec/shared/enums/Role.yaml. */
export type Role = 'user' | 'assistant' | 'system';

/** Why a turn or a run stopped. Source: spec/shared/enums/StopReason.yaml. */
export type StopReason = 'end_turn' | 'max_tool_calls' | 'length' | 'content_filter' | 'error' | 'unknown';

/** How a run ended. Source: spec/shared/enums/Outcome.yaml. */
export type Outcome = 'completed' | 'error' | 'aborted';

/** Returns the kind of a step. */
export function stepKind(step: Step): StepKind {
  return Object.keys(step)[0] as StepKind;
}
