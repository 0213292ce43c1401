/**
 * The types of a scenario, derived from the contract of the control API (`spec/control/schemas/Scenario*.yaml`). Data
 * only, so that a scenario can be written in YAML, sent as JSON and stored in a run. `executions/playback/steps/` turns
 * steps into events.
 */
import type {
  Scenario as ScenarioBody,
  ScenarioAnnotations,
  ScenarioApprove,
  ScenarioArtifact,
  ScenarioBackgroundWork,
  ScenarioChildStep,
  ScenarioCustom,
  ScenarioElicitation,
  ScenarioEvent,
  ScenarioFail,
  ScenarioFallback,
  ScenarioFinish,
  ScenarioFlowStep,
  ScenarioInnerStep,
  ScenarioLocalTool,
  ScenarioMedia,
  ScenarioNotice,
  ScenarioRepeat,
  ScenarioSay,
  ScenarioSource,
  ScenarioState,
  ScenarioSubagent,
  ScenarioThink,
  ScenarioTool,
} from '../../../../generated/control/types.ts';
import type { AgentDefinition } from '../agents/definition/agent-definition.ts';
import type { DeepReadonly, ReadonlyObject } from '../../../kernel/json.ts';

/** The maximum number of events of an execution. One that reaches it fails. */
export const maxEvents = 50_000;

/** The default number of repetitions. Source: spec/control/schemas/scenario/ScenarioRepeat.yaml. */
export const maxRounds = 250;

/** An object with exactly one of the properties of another type. */
type OneOf<T> = { readonly [Key in keyof T]: { readonly [Only in Key]: T[Only] } }[keyof T];

/** A scenario with its name. Shape: without `kind` it is for runs of agents. */
export interface Scenario extends Omit<ReadonlyObject<ScenarioBody>, 'name' | 'steps'> {
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface StepContents {
  readonly say: DeepReadonly<ScenarioSay>;
  readonly think: DeepReadonly<ScenarioThink>;
  readonly tool: ToolStep;
  readonly approve: ApproveStep;
  readonly await: readonly AwaitedItem[];
  readonly step: FlowScenarioStep;
  readonly subagent: SubagentStep;
  readonly fallback: FallbackStep;
  readonly artifact: ReadonlyObject<ScenarioArtifact>;
  readonly media: MediaStep;
  readonly state: ReadonlyObject<ScenarioState>;
  readonly source: ReadonlyObject<ScenarioSource>;
  readonly notice: NoticeStep;
  readonly custom: ReadonlyObject<ScenarioCustom>;
  readonly event: ReadonlyObject<ScenarioEvent>;
  readonly repeat: RepeatStep;
  readonly wait: number;
  readonly fail: FailStep;
  readonly finish: FinishStep;
}

export type StepKind = keyof StepContents;

export type StepOf<Kinds extends StepKind> = OneOf<Pick<StepContents, Kinds>>;

/** One step: `{say: …}`, `{tool: …}` and so on. */
export type Step = StepOf<StepKind>;

export type SayStep = Exclude<StepContents['say'], string>;
export type ToolStep = ReadonlyObject<ScenarioTool>;
export type ToolAnnotations = ReadonlyObject<ScenarioAnnotations>;
export type LocalToolStep = ReadonlyObject<ScenarioLocalTool>;
export type ElicitationStep = ReadonlyObject<ScenarioElicitation>;
export type BackgroundStep = ReadonlyObject<ScenarioBackgroundWork>;
export type FallbackStep = ReadonlyObject<ScenarioFallback>;
export type FallbackAttempt = FallbackStep['attempts'][number];
export type MediaStep = ReadonlyObject<ScenarioMedia>;
export type FailStep = ReadonlyObject<ScenarioFail>;
export type FinishStep = ReadonlyObject<ScenarioFinish>;
export type CompactionNotice = ReadonlyObject<NonNullable<ScenarioNotice['compaction']>>;
export type ErrorNotice = ReadonlyObject<NonNullable<ScenarioNotice['error']>>;

export type AwaitedItem = OneOf<{
  readonly tool: LocalToolStep;
  readonly elicitation: ElicitationStep;
  readonly crawl: BackgroundStep;
  readonly poll: BackgroundStep;
}>;

/** A notice to the client without further effect. */
export type NoticeStep = OneOf<{ readonly compaction: CompactionNotice; readonly error: ErrorNotice }>;

/**
 * A tool call that needs an approval.
 *
 * Shape: `grants` is only set by the mock: the approval was added because of an agent's rules, and the call itself is
 * the next step.
 */
export interface ApproveStep extends Omit<ReadonlyObject<ScenarioApprove>, 'denied'> {
  readonly grants?: true;
  readonly denied?: readonly Step[];
}

export interface FlowScenarioStep extends Omit<ReadonlyObject<ScenarioFlowStep>, 'steps'> {
  readonly steps?: readonly StepOf<FlowStepContent>[];
}

/** The kinds of steps that are valid inside a step of a flow. */
export type FlowStepContent = keyof ScenarioInnerStep;

/** Repeats steps. */
export interface RepeatStep extends Omit<ReadonlyObject<ScenarioRepeat>, 'steps'> {
  readonly steps: readonly Step[];
}

/**
 * A call of another agent, or of a flow, as a tool.
 *
 * Shape: `agent` and `flow` are set by the mock when the run is planned: the definition that runs, or the flow that
 * runs instead. A flow returns the result of its last step. `streamInput` and `progress` are those of the tool that the
 * call replaces.
 */
export interface SubagentStep
  extends Omit<ReadonlyObject<ScenarioSubagent>, 'steps'>, Pick<ToolStep, 'streamInput' | 'progress'> {
  readonly agent?: AgentDefinition;
  readonly flow?: { readonly id: string; readonly name: string };
  readonly steps: readonly StepOf<SubagentContent>[];
}

/** The kinds of steps that are valid in a sub-agent. */
export type SubagentContent = keyof ScenarioChildStep;

/** The role of a tool in a scenario: a suitable tool of the agent replaces it. */
export type ToolRole = NonNullable<(ToolStep | LocalToolStep | SubagentStep)['role']>;

export function stepKind(step: Step): StepKind {
  return Object.keys(step)[0] as StepKind;
}
