/**
 * Expands the steps of a run into scheduled events, with a table by the kind of step. Pure, except for the given source
 * of ids and random numbers.
 */
import { stepKind, type Step, type StepKind } from '../../scenarios/scenario.ts';
import { createBuilder, buildWithin } from './step-builder.ts';
import type { StepBuilder, BuilderSource, Expanders } from './step-builder.ts';
import { quoteJson, quoteStep } from './texts.ts';
import { withApproval } from './tool-calls.ts';
import type { ScheduledEvent, PlannedStep, RunRecord } from './run.ts';
import { content, event, notices } from './steps/content.ts';
import { ends, closeFlowStep, flow } from './steps/flow.ts';
import { pauses } from './steps/pauses.ts';
import { speech, tools } from './steps/model.ts';
import { buildChild, finishChild, subagent } from './steps/subagent.ts';

/** The scheduled events of a step, and the run after them. */
export interface Expansion {
  readonly run: RunRecord;
  readonly schedule: readonly ScheduledEvent[];
}

const expanders: Expanders<StepKind> = {
  ...speech,
  ...tools,
  ...pauses,
  ...flow,
  ...subagent,
  ...content,
  ...event,
  ...notices,
  ...ends,
};

/**
 * Expands the next step of a run, or of the sub-agent that it has called. A run without steps finishes, and so does a
 * run whose next step is beyond the limits of its agent.
 */
export function expandNext(run: RunRecord, source: BuilderSource): Expansion {
  const builder = createBuilder(run, source);
  if (run.child === null) composeNext(builder);
  else if (run.child.run.steps.length === 0) finishChild(builder);
  else buildChild(builder, composeNext);
  return { run: builder.run, schedule: builder.schedule };
}

/** Returns the planned ends among steps, for a scenario whose other steps are not played. */
export function plannedEnds(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  return steps.filter(isClose);
}

function composeNext(builder: StepBuilder): void {
  const [step = { finish: {} }, ...rest] = builder.run.steps;
  builder.run = { ...builder.run, steps: rest };
  const isWithin = buildWithin(builder, () => {
    if (isClose(step)) closeFlowStep(builder);
    else composeApproved(builder, step);
  });
  if (!isWithin) composeStep(builder, limitReached);
}

/** The end of a run that has reached its limit of turns or tool calls. */
const limitReached: Step = { finish: { stopReason: 'max_tool_calls' } };

/** Builds a step; if its call needs an approval, it is played again once that is granted. */
function composeApproved(builder: StepBuilder, step: Step): void {
  const first = withApproval(builder.run, step);
  if (!('approve' in step) && 'approve' in first)
    builder.run = { ...builder.run, steps: [step, ...builder.run.steps] };
  composeStep(builder, first);
}

function composeStep(builder: StepBuilder, step: Step): void {
  const kind = stepKind(step);
  const content: unknown = Object.values(step)[0];
  const expand = expanders[kind] as (builder: StepBuilder, content: unknown) => void;
  const quote = kind === 'event' ? quoteJson : quoteStep;
  expand(builder, quote(content, builder.run));
}

function isClose(step: PlannedStep): step is { readonly close: 'step' } {
  return 'close' in step;
}
