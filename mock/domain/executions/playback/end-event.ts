/**
 * The last event of a run.
 */
import type { RunEnd, RunError, RunTotals, TimelessEvent } from './run.ts';

/**
 * Returns the event that ends a run: `execution_error` for a failure, else `execution_complete`.
 *
 * Units: `durationMs` is milliseconds of the run's clock since the execution began.
 */
export function endEvent(end: RunEnd, totals: RunTotals, durationMs: number): TimelessEvent {
  const { outcome, stopReason, error } = end;
  const { kind, answer, usage, iterations, host } = totals;
  const told = { kind, outcome, stopReason, ...(answer !== '' && { finalOutput: answer }) } as const;
  if (error !== null) return { type: 'execution_error', ...told, ...failureFields(error) };
  return {
    type: 'execution_complete',
    success: outcome === 'completed',
    ...told,
    iterations,
    durationMs,
    totalCost: usage.cost,
    totalTokens: { input: usage.input, output: usage.output },
    totalTokensUsed: usage.input + usage.output,
    ...host,
    ...stepFields(totals),
  };
}

/** With details the error is an object, without them its text. Source: spec/shared/events/execution_error.yaml. */
function failureFields({ code, message, details, blockReason, upgradeUrl }: RunError) {
  return {
    code,
    error: details === undefined ? message : { code, message, details: { ...details } },
    ...(blockReason !== undefined && { blockReason }),
    ...(upgradeUrl !== undefined && { upgradeUrl }),
  };
}

function stepFields({ tally: { begun, succeeded, failed } }: RunTotals) {
  if (begun === 0) return {};
  return {
    totalSteps: begun,
    successfulSteps: succeeded,
    failedSteps: failed,
    stepErrorCount: failed,
  };
}
