/**
 * The operations that run an agent, continue a paused run and rejoin a stream, and the error responses of runs.
 */
import type { Handlers } from '../../../generated/service/server.ts';
import { findAgent } from '../domain/agents/agent.ts';
import type { SelectorUnknown, RunStartError } from '../domain/executions/limits.ts';
import type { DomainErrorOf, DomainError } from '../domain/errors.ts';
import { executionTopic, type ExecutionRecord } from '../domain/executions/execution.ts';
import { decideApproval } from '../domain/executions/playback/answer.ts';
import { shortLog } from '../domain/executions/playback/short-log.ts';
import { supplyOutputs } from '../domain/executions/playback/supply.ts';
import type { JsonMap } from '../../kernel/json.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { seq, type Seq } from '../../kernel/time/time.ts';
import {
  admitRun,
  paceOptions,
  startOfAgent,
  continueRun,
  findExecution,
  requireReadable,
} from './admit-run.ts';
import type { RunAdmissionError, AdmittedSegment, AdmissionOptions } from './admit-run.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import { domainRows, errorResponse, limitRow } from './errors.ts';
import { responseWithRun, streamOf, streamRun } from './run-stream.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';

type RunOperation =
  'executeAgent' | 'approveAgentExecution' | 'resumeAgentExecution' | 'followExecutionEvents';

type StartError = DomainErrorOf<'AGENT_NOT_FOUND'> | SelectorUnknown | RunAdmissionError;

/** Handles the operations that stream runs; `scopes` defines which permissions imply others. */
export function createRunHandlers(
  options: AdmissionOptions,
  scopes: ScopeLattice,
): Pick<Handlers<ServiceContext>, RunOperation> {
  return {
    async executeAgent({ path, body }, context) {
      const { workspaceId } = ownerOf(context.caller);
      const started = await context.world.dispatch((tx): Result<AdmittedSegment, StartError> => {
        const agent = findAgent(tx, workspaceId, path.id);
        if (!agent.ok) return agent;
        const target = startOfAgent(tx, agent.value, body);
        if (!target.ok) return target;
        const request = {
          ...target.value,
          messages: body.messages as readonly JsonMap[],
          offeredTools: body.clientTools,
          sessionId: body.sessionId ?? null,
          surfaceType: 'api',
        } as const;
        return admitRun(tx, context, request, options);
      });
      return started.ok ? responseWithRun(context, started.value, body) : runErrorResponse(started.error);
    },

    async approveAgentExecution({ path, body }, context) {
      const { executionId, approvalId, decision, reason } = body;
      const response = { executionId, approvalId, decision, note: reason ?? null };
      const continued = await continueRun(context, path.id, executionId, (tx) =>
        decideApproval(tx, response, paceOptions(context, options)),
      );
      return continued.ok
        ? responseWithRun(context, continued.value, body)
        : runErrorResponse(continued.error);
    },

    async resumeAgentExecution({ path, body }, context) {
      const supply = { outputs: body.toolOutputs, pace: paceOptions(context, options) };
      const continued = await continueRun(context, path.id, body.executionId, (tx) =>
        supplyOutputs(tx, body.executionId, supply),
      );
      return continued.ok
        ? responseWithRun(context, continued.value, body)
        : runErrorResponse(continued.error);
    },

    followExecutionEvents({ path, query, headers }, context) {
      const result = context.world.query((view) =>
        requireReadable(
          scopes,
          context.caller,
          findExecution(view, context.caller, path.id, path.executionId),
        ),
      );
      if (!result.ok) return errorResponse(result.error);
      const lastEventId = headers['Last-Event-ID'] ?? query.after;
      const after = lastEventId === undefined ? null : seq(Number(lastEventId));
      const events = context.world.query((view) => shortLog(view, result.value));
      if (after !== null && isReadToEnd(context, result.value, events?.length, after)) return { status: 204 };
      if (events !== null) return { status: 200, stream: streamOf(events, after) };
      return { status: 200, stream: streamRun(context, result.value.id, after) };
    },
  };
}

/**
 * Returns whether a run has ended and has no event after a position.
 *
 * Shape: `count` is the number of its events; by default those of its log.
 * Source: assumption A-REJOIN.
 */
function isReadToEnd(
  { world }: ServiceContext,
  { id, completedAt }: ExecutionRecord,
  count: number | undefined,
  after: Seq,
): boolean {
  if (completedAt === null) return false;
  return after >= (count ?? world.query((view) => view.topic(executionTopic(id))?.nextSeq ?? 0)) - 1;
}

const table = {
  ...domainRows,
  ...limitRow,
  NOTHING_TO_RUN: invalid(() => ({
    message: 'the body has neither an agent nor a flow',
    code: 'MISSING_REQUIRED_FIELD',
    path: 'agent',
    suggestion: 'Send agent.agentId, an inline agent, flow.id, or an inline flow.',
  })),
  SELECTOR_UNKNOWN: invalid(({ selector }) => ({
    message: `${selector} does not exist for this agent`,
    code: 'INVALID_VALUE',
    path: selector,
    suggestion: 'Omit it to run the live agent.',
  })),
  SESSION_UNKNOWN: invalid(() => ({
    message: 'sessionId is not the id of a client session',
    code: 'INVALID_VALUE',
    path: 'sessionId',
    suggestion: 'Omit it for a run without a visitor.',
  })),
} as const satisfies ErrorTable<DomainError | RunStartError>;

export const runErrorResponse = createErrorResponses<DomainError | RunStartError, typeof table>(table);
