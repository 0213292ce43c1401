/**
 * A run as one JSON answer.
 */
import type { ExecutionResult, ExecutionStreamEvent } from '../../../generated/service/types.ts';
import { executions } from '../../domain/executions/execution.ts';
import type { ExecutionRecord } from '../../domain/executions/execution.ts';
import type { Segment } from '../../domain/executions/playback/run.ts';
import type { World } from '../../kernel/world/world.ts';

/**
 * Returns what a segment of a run came to.
 *
 * Shape: the last event tells the status, since the run may have gone on by another request in the meantime.
 */
export function runResult(
  world: World,
  { executionId, segment }: Segment,
  events: ExecutionStreamEvent[],
): ExecutionResult {
  const execution = world.query((view) => view.get(executions, executionId));
  if (execution === undefined) throw new Error(`Execution ${executionId} is gone.`);
  const status = statusAfter(events.at(-1));
  const reason = execution.pauses[segment];
  return {
    executionId,
    status,
    success: status !== 'failed',
    ...resolutionOf(execution),
    ...(status === 'failed' && failureOf(execution)),
    ...(status === 'paused' && reason && { pausedReason: reason }),
    events,
  };
}

/** Returns how the definition of a run was chosen; what does not apply is absent. */
export function resolutionOf({ agentTargetResolution, agentVersionId, alias }: ExecutionRecord) {
  return {
    ...(agentTargetResolution !== null && { agentTargetResolution }),
    ...(agentVersionId !== null && { agentVersionId }),
    ...(alias !== null && { alias }),
  };
}

/** Returns why a run failed; what does not apply is absent. */
export function failureOf({ outcome, error }: ExecutionRecord) {
  if (error === null) return { error: outcome === 'aborted' ? 'The run was stopped' : 'The run failed' };
  const { message, code, blockReason, upgradeUrl } = error;
  return {
    error: message,
    code,
    ...(blockReason !== undefined && { blockReason }),
    ...(upgradeUrl !== undefined && { upgradeUrl }),
  };
}

function statusAfter(last: ExecutionStreamEvent | undefined): ExecutionResult['status'] {
  if (last?.type === 'execution_complete') return last.success ? 'completed' : 'failed';
  return last?.type === 'execution_error' ? 'failed' : 'paused';
}
