/**
 * Continuing a paused run on behalf of its owner.
 */
import type { ExecutionLimitError } from '../../domain/executions/limit-errors.ts';
import type { Refusal } from '../../domain/errors.ts';
import { admitContinuation } from '../../domain/executions/limits.ts';
import type { Segment } from '../../domain/executions/playback/start.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Draft } from '../../kernel/transaction/transaction.ts';
import { ok } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { limitedKey } from './admit-run.ts';
import type { AdmittedSegment } from './admit-run.ts';
import { findExecution, findOwnExecution } from './find-execution.ts';

type Found = Refusal<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>;

/**
 * Continues a run.
 *
 * Shape: `agentId` is the agent in the address, null where the address names none.
 * Errors: AGENT_NOT_FOUND, EXECUTION_NOT_FOUND, EXECUTION_LIMIT_REACHED, and what `go` refuses.
 */
export function continueRun<E>(
  { world, caller }: ServiceContext,
  agentId: string | null,
  executionId: string,
  go: (draft: Draft) => Result<Segment, E>,
): Promise<Result<AdmittedSegment, E | Found | ExecutionLimitError>> {
  return world.dispatch((draft): Result<AdmittedSegment, E | Found | ExecutionLimitError> => {
    const found =
      agentId === null
        ? findOwnExecution(draft, caller, executionId)
        : findExecution(draft, caller, agentId, executionId);
    if (!found.ok) return found;
    const admitted = admitContinuation(draft, limitedKey(caller));
    if (!admitted.ok) return admitted;
    const continued = go(draft);
    return continued.ok ? ok({ ...continued.value, window: admitted.value }) : continued;
  });
}
