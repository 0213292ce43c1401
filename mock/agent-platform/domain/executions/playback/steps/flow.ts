/**
 * The steps of a flow, waits, and the ends of a run. The steps inside a flow step are played as steps of the run, and
 * its end is planned after them, so that a pause inside a step needs no special handling.
 */
import { maxRounds } from '../../../scenarios/scenario.ts';
import type { FlowScenarioStep, FailStep, FinishStep, Step } from '../../../scenarios/scenario.ts';
import type { Json } from '../../../../../kernel/json.ts';
import type { StopReason } from '../../../../../../generated/service/types.ts';
import { between, emit, advance, end, type StepBuilder, type Expanders } from '../step-builder.ts';
import { closeModelCall, closeTurn, finishReasonOf } from '../turns.ts';
import { fallbackReport, noUsage } from '../usage.ts';
import { quoteJson } from '../texts.ts';
import type { OpenFlowStep, RunRecord, StepTally, RunEnd } from '../run.ts';
import { storeOutput } from '../tool-calls.ts';

const defaultStepType = 'prompt';

export const flow: Expanders<'step'> = {
  step(builder, content) {
    closeTurn(builder);
    const { run } = builder;
    const index = run.tally.begun;
    const id = content.id ?? `step_${index + 1}`;
    const shown = {
      id,
      index,
      name: content.name,
      stepType: content.type ?? defaultStepType,
      totalSteps: run.totalSteps,
    };
    count(builder, 'begun');
    if (content.skip !== undefined) {
      emit(builder, { type: 'step_skip', ...shown, when: content.skip });
      return;
    }
    const output = content.output === undefined ? {} : { outputVariable: content.output };
    emit(builder, { type: 'step_start', ...shown, ...output });
    const startedAt = builder.run.elapsed;
    builder.run = {
      ...builder.run,
      flowStep: { id, content, text: '', usage: noUsage, startedAt },
      steps: [...(content.steps ?? []), { close: 'step' }, ...builder.run.steps],
    };
    if (content.steps === undefined) advance(builder, content.takes ?? between(builder, 200, 900));
  },
};

/**
 * Completes the open step of the flow, if there is one.
 *
 * Shape: `broken` is the reason why the run ends inside it, `cause` the stop reason of its model in that case.
 */
export function closeFlowStep(builder: StepBuilder, broken?: string, cause: StopReason = 'error'): void {
  const { flowStep } = builder.run;
  if (flowStep === null) return;
  const ending = failureOf(flowStep, broken);
  const defaultReason = ending === undefined ? 'end_turn' : broken === undefined ? 'error' : cause;
  const stopReason = flowStep.content.stopReason ?? defaultReason;
  closeModelCall(builder, finishReasonOf(stopReason));
  const { run } = builder;
  if (run.flowStep === null) return;
  const { id, content, usage, startedAt } = run.flowStep;
  const { name, type: stepType = defaultStepType, fallback, unresolvedVariables } = content;
  const result = resultOf(run, content);
  emit(builder, {
    type: 'step_complete',
    id,
    name,
    stepType,
    success: ending === undefined,
    durationMs: run.elapsed - startedAt,
    cost: usage.cost,
    tokensUsed: usage.input + usage.output,
    ...((usage.output > 0 || content.stopReason !== undefined) && { stopReason }),
    ...(ending === undefined ? { result } : { error: ending }),
    ...(fallback !== undefined && { fallback: fallbackReport(fallback) }),
    ...(unresolvedVariables !== undefined && { unresolvedVariables: [...unresolvedVariables] }),
  });
  count(builder, ending === undefined ? 'succeeded' : 'failed');
  builder.run = { ...builder.run, flowStep: null };
  if (ending === undefined) storeOutput(builder, content.output ?? name, result);
}

/** Returns why a step fails, undefined when it does not. An exhausted fallback fails the step. */
function failureOf({ content }: OpenFlowStep, broken: string | undefined): string | undefined {
  const { error, fallback } = content;
  const isExhausted = fallback !== undefined && !fallback.attempts.some(({ success }) => success);
  return error ?? broken ?? (isExhausted ? (fallback.reason ?? 'No fallback has succeeded.') : undefined);
}

/** Returns the result of a step; the text of a step is in `response`. */
function resultOf(run: RunRecord, { result }: FlowScenarioStep): Json {
  if (result !== undefined) return quoteJson(result, run);
  const text = run.flowStep?.text ?? '';
  return text === '' ? null : { response: text };
}

function count(builder: StepBuilder, counter: keyof StepTally): void {
  const { run } = builder;
  builder.run = { ...run, tally: { ...run.tally, [counter]: run.tally[counter] + 1 } };
}

/** The steps that wait, repeat others or end the run. */
export const ends: Expanders<'repeat' | 'wait' | 'fail' | 'finish'> = {
  repeat(builder, { steps, times = maxRounds }) {
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

export function failRun(builder: StepBuilder, failure: FailStep): void {
  const runEnd = failureEnd(failure);
  closeFlowStep(builder, failure.message, runEnd.stopReason);
  closeTurn(builder, runEnd.stopReason);
  end(builder, runEnd);
}

export function failureEnd({ outcome = 'error', stopReason, ...error }: FailStep): RunEnd {
  return { outcome, stopReason: stopReason ?? (outcome === 'aborted' ? 'unknown' : 'error'), error };
}

/** Returns the end of a run; a run with a failed flow step ends without success. */
function finishEnd({ tally }: RunRecord, finish: FinishStep): RunEnd {
  const { outcome = tally.failed > 0 ? 'error' : 'completed' } = finish;
  const { stopReason = outcome === 'completed' ? 'end_turn' : outcome === 'error' ? 'error' : 'unknown' } =
    finish;
  return { outcome, stopReason, error: null };
}
