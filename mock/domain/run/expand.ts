/**
 * What each kind of step makes of a run: one row of a table a kind. Pure, but for the ids and the chance it is given.
 */
import { stepKind } from '../scenario.ts';
import type { Step, StepKind } from '../scenario.ts';
import { compose } from './compose.ts';
import type { Composition, Source } from './compose.ts';
import type { Beat, PlannedStep, RunRecord } from './run.ts';
import { content } from './steps/content.ts';
import { ends } from './steps/ends.ts';
import type { Expanders, PlayStep } from './steps/expander.ts';
import { closeFlowStep, flow } from './steps/flow.ts';
import { notices } from './steps/notices.ts';
import { pauses } from './steps/pauses.ts';
import { speech } from './steps/speech.ts';
import { subagent } from './steps/subagent.ts';
import { tools } from './steps/tools.ts';

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
  ...notices,
  ...ends,
};

/** Expands the next step of a run; a run without steps finishes. */
export function expandNext(run: RunRecord, source: Source): Expansion {
  const [step = { finish: {} }, ...rest] = run.steps;
  const composition = compose({ ...run, steps: rest }, source);
  if (isClose(step)) closeFlowStep(composition);
  else composeStep(composition, step);
  return { run: composition.run, beats: composition.beats };
}

/** Returns the planned ends among steps: what is left of a story of which nothing more is told. */
export function endsAmong(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  return steps.filter(isClose);
}

function composeStep(composition: Composition, step: Step): void {
  const kind = stepKind(step);
  const expand = expanders[kind] as (composition: Composition, content: unknown, playStep: PlayStep) => void;
  expand(composition, Object.values(step)[0], composeStep);
}

function isClose(step: PlannedStep): step is { readonly close: 'step' } {
  return 'close' in step;
}
