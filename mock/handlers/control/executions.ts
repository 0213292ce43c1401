/**
 * Listing, reading and aborting executions from the control API.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { agents } from '../../domain/agents/agent.ts';
import { executions, executionsByStart, executionsOfAgent } from '../../domain/executions/execution.ts';
import type { ExecutionRecord } from '../../domain/executions/execution.ts';
import { abortRun } from '../../domain/executions/playback/abort.ts';
import { abortPausedRun } from '../../domain/executions/playback/answer.ts';
import { runs } from '../../domain/executions/playback/run.ts';
import { textOf } from '../../domain/executions/playback/texts.ts';
import { scanKept } from '../../domain/page.ts';
import type { ServiceContext } from '../../http/context.ts';
import { createErrorResponses } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import { sortKey } from '../../kernel/store/schema.ts';
import { placeIn } from '../../kernel/store/view.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { invalid } from '../service/errors.ts';
import { eventList, executionDetail, executionSummary } from './execution-bodies.ts';

type AbortError =
  | { readonly code: 'EXECUTION_NOT_FOUND'; readonly executionId: string }
  | { readonly code: 'EXECUTION_ENDED'; readonly executionId: string };

interface CursorUnknown {
  readonly code: 'CURSOR_UNKNOWN';
}

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
      const page = listExecutions(view, query);
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

interface ListQuery {
  readonly status?: string | undefined;
  readonly agentId?: string | undefined;
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

interface ListPage {
  readonly items: readonly ExecutionRecord[];
  readonly cursor: string | null;
}

/** Reads a page of executions, newest start first. Errors: CURSOR_UNKNOWN. */
function listExecutions(
  view: View,
  { status, agentId, q, after, limit }: ListQuery,
): Result<ListPage, CursorUnknown> {
  const agent = agentId === undefined ? undefined : view.get(agents, agentId);
  const source = agent === undefined ? executionsByStart : executionsOfAgent;
  const last = after === undefined ? undefined : view.get(executions, after);
  if (after !== undefined && last === undefined) return err({ code: 'CURSOR_UNKNOWN' });
  const wanted = q?.toLowerCase();
  const found = scanKept(
    view,
    {
      source,
      prefix: agent === undefined ? '' : sortKey(agent.workspaceId, agent.id),
      keep: (execution) =>
        (status === undefined || execution.status === status) &&
        (agentId === undefined || execution.agentId === agentId) &&
        (wanted === undefined || hasText(execution, wanted)),
    },
    { after: (last && placeIn(source, last)) ?? '', reverse: true, limit: limit + 1 },
  );
  const items = found.slice(0, limit);
  return ok({ items, cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null });
}

/** Returns whether a text in lower case occurs in what identifies an execution. */
function hasText({ id, agentName, flow, messages }: ExecutionRecord, wanted: string): boolean {
  const texts = [id, flow?.name ?? agentName ?? '', textOf(messages[0]?.['content'])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

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
