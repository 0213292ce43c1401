/**
 * Aborting runs from the control API.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { executions } from '../../domain/executions/execution.ts';
import { abortRun } from '../../domain/executions/playback/abort.ts';
import { abortPausedRun } from '../../domain/executions/playback/answer.ts';
import { runs } from '../../domain/executions/playback/run.ts';
import type { ServiceContext } from '../../http/context.ts';
import { createErrorResponses } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';

type AbortError =
  | { readonly code: 'EXECUTION_NOT_FOUND'; readonly executionId: string }
  | { readonly code: 'EXECUTION_ENDED'; readonly executionId: string };

const table = {
  EXECUTION_NOT_FOUND: {
    status: 404,
    error: ({ executionId }) => `Execution ${executionId} does not exist`,
  },
  EXECUTION_ENDED: { status: 409, error: ({ executionId }) => `Execution ${executionId} has ended` },
} as const satisfies ErrorTable<AbortError>;

const errorResponse = createErrorResponses<AbortError, typeof table>(table);

export const executionControl: Pick<Handlers<ServiceContext>, 'abortExecution'> = {
  async abortExecution({ path }, { world }) {
    const aborted = await world.dispatch((tx) => abortExecution(tx, path.id));
    return aborted.ok ? { status: 204 } : errorResponse(aborted.error);
  },
};

function abortExecution(tx: Transaction, executionId: string): Result<null, AbortError> {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return err({ code: 'EXECUTION_NOT_FOUND', executionId });
  const run = tx.get(runs, executionId);
  if (run === undefined || (execution.status !== 'running' && execution.status !== 'paused'))
    return err({ code: 'EXECUTION_ENDED', executionId });
  if (run.gates.length > 0) abortPausedRun(tx, run);
  else abortRun(tx, executionId);
  return ok(null);
}
