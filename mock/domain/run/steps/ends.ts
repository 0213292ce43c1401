/**
 * Silence, and the ends of a run.
 */
import type { RunEnd, RunRecord } from '../run.ts';
import { closeTurn, end, spend } from '../compose.ts';
import type { FailStep, FinishStep } from '../../scenario-steps.ts';
import type { Expanders } from './expander.ts';
import { closeFlowStep } from './flow.ts';

/** The steps after which less is left. */
export const ends: Expanders<'wait' | 'fail' | 'finish'> = {
  wait: spend,

  fail(composition, failure) {
    closeFlowStep(composition, failure.message);
    closeTurn(composition, 'error');
    end(composition, failureEnd(failure));
  },

  finish(composition, finish) {
    closeFlowStep(composition);
    const runEnd = finishEnd(composition.run, finish);
    closeTurn(composition, runEnd.stopReason);
    end(composition, runEnd);
  },
};

/** Returns the end that a failure makes. */
export function failureEnd({ outcome = 'error', ...error }: FailStep): RunEnd {
  return { outcome, stopReason: 'error', error };
}

/** A run in which a step of its flow has failed has not done what it was asked, although it came to its end. */
function finishEnd({ tally }: RunRecord, finish: FinishStep): RunEnd {
  const { outcome = tally.failed > 0 ? 'error' : 'completed' } = finish;
  const { stopReason = outcome === 'completed' ? 'end_turn' : outcome === 'error' ? 'error' : 'unknown' } =
    finish;
  return { outcome, stopReason, error: null };
}
