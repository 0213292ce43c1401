/** Listing, reading and aborting executions from the control API. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import { executions } from '../domain/executions/execution.ts';
import { abortRun } from '../domain/executions/playback/abort.ts';
import { abortPausedRun } from '../domain/executions/playback/answer.ts';
import { runs } from '../domain/executions/playback/run.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { eventList, executionDetail, executionSummary } from './execution-bodies.ts';
import { listExecutions, type CursorUnknown } from './execution-list.ts';

type AbortError =
  | { readonly code: 'EXECUTION_NOT_FOUND'; readonly executionId: string }
  | { readonly code: 'EXECUTION_ENDED'; readonly executionId: string };

type ExecutionError = AbortError | CursorUnknown;

const table = {
  EXECUTION_NOT_FOUND: {
    status: 404,
    error: ({ executionId }) => `Execution ${executionId} does not exist`,
  },
  CURSOR_UNKNOWN: invalid(() => ({
    message: 'after is not the ID of an execution',
    code: 'INVALID_CURSOR',
    path: 'after',
    suggestion: 'Send the cursor of the previous page, or none for the first page.',
  })),
  EXECUTION_ENDED: { status: 409, error: ({ executionId }) => `Execution ${executionId} has ended` },
} as const satisfies ErrorTable<ExecutionError>;

const errorResponse = createErrorResponses<ExecutionError, typeof table>(table);

type ExecutionOperation = 'listExecutions' | 'getExecution' | 'listExecutionEvents' | 'abortExecution';

export const executionControl: Pick<Handlers<ServiceContext>, ExecutionOperation> = {
  listExecutions({ query }, { world }) {
    return world.query((view, at) => {
      const page = listExecutions(view, at, query);
      if (!page.ok) return errorResponse(page.error);
      const { items, cursor } = page.value;
      const rows = items.map((execution) => executionSummary(view, at, execution));
      return { status: 200, body: { executions: rows, cursor } };
    });
  },

  getExecution({ path }, { world }) {
    return world.query((view, at) => {
      const execution = view.get(executions, path.id);
      return execution === undefined
        ? errorResponse({ code: 'EXECUTION_NOT_FOUND', executionId: path.id })
        : { status: 200, body: executionDetail(view, at, execution) };
    });
  },

  listExecutionEvents({ path, query }, { world }) {
    return world.query((view) => {
      const execution = view.get(executions, path.id);
      return execution === undefined
        ? errorResponse({ code: 'EXECUTION_NOT_FOUND', executionId: path.id })
        : { status: 200, body: eventList(view, execution, query) };
    });
  },

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
