/**
 * The steps of a flow. What stands inside one is played as steps of the run, and its end is planned behind them, so that
 * a pause inside a step needs nothing special.
 */
import type { FlowStep } from '../../scenario-steps.ts';
import type { Json } from '../../scenario.ts';
import { between, closeModelCall, closeTurn, emit, spend } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { fallbackReport } from '../fallback-report.ts';
import { quoteJson } from '../quote.ts';
import type { RunRecord, StepTally } from '../run.ts';
import { keepOutput } from '../tool-call-events.ts';
import { noUsage } from '../usage.ts';
import type { Expanders } from './expander.ts';

const usualStepType = 'prompt';

/** The step of a flow. */
export const flow: Expanders<'step'> = {
  step(composition, content) {
    closeTurn(composition);
    const { run } = composition;
    const index = run.tally.begun;
    const id = content.id ?? `step_${index + 1}`;
    const told = {
      id,
      index,
      name: content.name,
      stepType: content.type ?? usualStepType,
      totalSteps: run.totalSteps,
    };
    count(composition, 'begun');
    if (content.skip !== undefined) {
      emit(composition, { type: 'step_skip', ...told, when: content.skip });
      return;
    }
    const output = content.output === undefined ? {} : { outputVariable: content.output };
    emit(composition, { type: 'step_start', ...told, ...output });
    composition.run = {
      ...composition.run,
      flowStep: { id, content, text: '', usage: noUsage, elapsed: 0 },
      steps: [...(content.steps ?? []), { close: 'step' }, ...composition.run.steps],
    };
    if (content.steps === undefined) spend(composition, content.takes ?? between(composition, 200, 900));
  },
};

/**
 * Completes the step of a flow if one is open.
 *
 * Shape: `broken` says why the run ends inside it.
 */
export function closeFlowStep(composition: Composition, broken?: string): void {
  closeModelCall(composition, broken === undefined ? 'stop' : 'error');
  const { run } = composition;
  if (run.flowStep === null) return;
  const { id, content, usage, elapsed } = run.flowStep;
  const { name, type: stepType = usualStepType, fallback, unresolvedVariables } = content;
  const error = content.error ?? broken;
  const result = resultOf(run, content);
  emit(composition, {
    type: 'step_complete',
    id,
    name,
    stepType,
    success: error === undefined,
    durationMs: elapsed,
    cost: usage.cost,
    tokensUsed: usage.input + usage.output,
    ...(usage.output > 0 && { stopReason: error === undefined ? 'end_turn' : 'error' }),
    ...(error === undefined ? { result } : { error }),
    ...(fallback !== undefined && { fallback: fallbackReport(fallback) }),
    ...(unresolvedVariables !== undefined && { unresolvedVariables: [...unresolvedVariables] }),
  });
  count(composition, error === undefined ? 'succeeded' : 'failed');
  composition.run = { ...composition.run, flowStep: null };
  if (error === undefined) keepOutput(composition, content.output ?? name, result);
}

/** The wire's place for the text of a step is `response`. */
function resultOf(run: RunRecord, { result }: FlowStep): Json {
  if (result !== undefined) return quoteJson(result, run);
  const text = run.flowStep?.text ?? '';
  return text === '' ? null : { response: text };
}

function count(composition: Composition, member: keyof StepTally): void {
  const { run } = composition;
  composition.run = { ...run, tally: { ...run.tally, [member]: run.tally[member] + 1 } };
}
