/**
 * Expands the steps of a run into beats: one row of a table for each kind of step. Pure, but for the ids and the chance it
 * is given.
 */
import { stepKind } from '../../scenarios/scenario.ts';
import type { Step, StepKind } from '../../scenarios/scenario.ts';
import { compose } from './compose.ts';
import type { Composition, Source } from './compose.ts';
import { quoteJson, quoteStep } from './quote.ts';
import { withApproval } from './required-approvals.ts';
import type { Beat, PlannedStep, RunRecord } from './run.ts';
import { content } from './steps/content.ts';
import { ends } from './steps/ends.ts';
import { event, notices } from './steps/notices.ts';
import type { Expanders } from './steps/expander.ts';
import { closeFlowStep, flow } from './steps/flow.ts';
import { pauses } from './steps/pauses.ts';
import { speech } from './steps/speech.ts';
import { composeChild, finishChild, subagent } from './steps/subagent.ts';
import { tools } from './steps/tools.ts';
import { composeWithin } from './turn-limit.ts';

/** The beats of a step, and the run once they are played. */
export interface Expansion {
  readonly run: RunRecord;
  readonly beats: readonly Beat[];
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
 * Expands the next step of a run, or of the sub-agent that it has called. A run without steps finishes, and so does one
 * whose next step is beyond the limits of its agent.
 */
export function expandNext(run: RunRecord, source: Source): Expansion {
  const composition = compose(run, source);
  if (run.child === null) composeNext(composition);
  else if (run.child.run.steps.length === 0) finishChild(composition);
  else composeChild(composition, composeNext);
  return { run: composition.run, beats: composition.beats };
}

/** Returns the planned ends among steps: what is left of a scenario whose other steps are not played. */

export function endsAmong(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  return steps.filter(isClose);
}

function composeNext(composition: Composition): void {
  const [step = { finish: {} }, ...rest] = composition.run.steps;
  composition.run = { ...composition.run, steps: rest };
  const isWithin = composeWithin(composition, () => {
    if (isClose(step)) closeFlowStep(composition);
    else composeApproved(composition, step);
  });
  if (!isWithin) composeStep(composition, limitReached);
}

/** The end of a run that has used up its turns or its tool calls. */
const limitReached: Step = { finish: { stopReason: 'max_tool_calls' } };

/** A step with a call that needs an approval is played again once that is granted. */
function composeApproved(composition: Composition, step: Step): void {
  const first = withApproval(composition.run, step);
  if (!('approve' in step) && 'approve' in first)
    composition.run = { ...composition.run, steps: [step, ...composition.run.steps] };
  composeStep(composition, first);
}

function composeStep(composition: Composition, step: Step): void {
  const kind = stepKind(step);
  const content: unknown = Object.values(step)[0];
  const expand = expanders[kind] as (composition: Composition, content: unknown) => void;
  const quote = kind === 'event' ? quoteJson : quoteStep;
  expand(composition, quote(content, composition.run));
}

function isClose(step: PlannedStep): step is { readonly close: 'step' } {
  return 'close' in step;
}
