/**
 * Silence, and the ends of a run.
 */
import type { FailStep, FinishStep, Step } from '../../../scenarios/scenario.ts';
import { closeTurn, end, advance } from '../step-builder.ts';
import type { StepBuilder } from '../step-builder.ts';
import type { RunEnd, RunRecord } from '../run.ts';
import type { Expanders } from './expander.ts';
import { closeFlowStep } from './flow.ts';

/** How often steps are repeated that say no number. Source: spec/control/schemas/scenario/ScenarioRepeat.yaml. */
const mostRounds = 250;

/** The steps that pass time, repeat others or end the run. */
export const ends: Expanders<'repeat' | 'wait' | 'fail' | 'finish'> = {
  repeat(builder, { steps, times = mostRounds }) {
    const again: readonly Step[] = times > 1 ? [{ repeat: { steps, times: times - 1 } }] : [];
    builder.run = { ...builder.run, steps: [...steps, ...again, ...builder.run.steps] };
  },

  wait: advance,
  fail: failRun,

  finish(builder, finish) {
    closeFlowStep(builder);
    const runEnd = finishEnd(builder.run, finish);
    closeTurn(builder, runEnd.stopReason);
    end(builder, runEnd);
  },
};

/** Ends a run by a failure, and what is open in it. */
export function failRun(builder: StepBuilder, failure: FailStep): void {
  const runEnd = failureEnd(failure);
  closeFlowStep(builder, failure.message, runEnd.stopReason);
  closeTurn(builder, runEnd.stopReason);
  end(builder, runEnd);
}

/** Returns the end that a failure makes. */
export function failureEnd({ outcome = 'error', stopReason, ...error }: FailStep): RunEnd {
  return { outcome, stopReason: stopReason ?? (outcome === 'aborted' ? 'unknown' : 'error'), error };
}

/** A run in which a step of its flow has failed ends without success. */
function finishEnd({ tally }: RunRecord, finish: FinishStep): RunEnd {
  const { outcome = tally.failed > 0 ? 'error' : 'completed' } = finish;
  const { stopReason = outcome === 'completed' ? 'end_turn' : outcome === 'error' ? 'error' : 'unknown' } =
    finish;
  return { outcome, stopReason, error: null };
}
