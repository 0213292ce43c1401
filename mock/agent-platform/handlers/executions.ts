/** The operations that read the history of runs. */
import type {
  ExecutionDetail,
  ExecutionStatus,
  ExecutionSummary,
  ToolCall,
  ToolCallSummary,
} from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { listExecutions } from '../domain/executions/list.ts';
import {
  executionTopic,
  inlineAgentId,
  toolCalls,
  toolCallsOfExecution,
} from '../domain/executions/execution.ts';
import type { ExecutionRecord, StepDetail, ToolCallRecord } from '../domain/executions/execution.ts';
import { shortLog } from '../domain/executions/playback/short-log.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';
import { sortKey } from '../../kernel/store/collection.ts';
import type { View } from '../../kernel/store/view.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import { checkAgent, findExecution, findOwnExecution, requireReadable } from './admit-run.ts';
import { errorResponse } from './errors.ts';
import { failureOf, resolutionOf } from './run-stream.ts';

type HistoryOperation =
  | 'listAgentExecutions'
  | 'getAgentExecution'
  | 'listExecutionToolCalls'
  | 'getExecutionToolCall'
  | 'getExecutionStatus';

/** Handles the operations on the history of runs; `scopes` defines which permissions imply others. */
export function createExecutionHandlers(
  scopes: ScopeLattice,
): Pick<Handlers<ServiceContext>, HistoryOperation> {
  return {
    listAgentExecutions({ path, query }, { world, caller }) {
      return world.query((view) => {
        const agent = checkAgent(view, caller, path.id);
        if (!agent.ok) return errorResponse(agent.error);
        const page = listExecutions(view, ownerOf(caller).workspaceId, path.id, query);
        if (!page.ok) return errorResponse(page.error);
        const { items, pagination } = page.value;
        return { status: 200, body: { data: items.map(executionSummary), pagination: { ...pagination } } };
      });
    },

    getAgentExecution({ path }, { world, caller }) {
      return world.query((view) => {
        const result = requireReadable(
          scopes,
          caller,
          findExecution(view, caller, path.id, path.executionId),
        );
        return result.ok ? { status: 200, body: executionDetail(result.value) } : errorResponse(result.error);
      });
    },

    listExecutionToolCalls({ path }, { world, caller }) {
      return world.query((view) => {
        const result = findExecution(view, caller, path.id, path.executionId);
        if (!result.ok) return errorResponse(result.error);
        const calls = view.scan(toolCallsOfExecution, { prefix: sortKey(result.value.id) });
        return { status: 200, body: { data: calls.map(toolCallSummary) } };
      });
    },

    getExecutionToolCall({ path }, { world, caller }) {
      return world.query((view) => {
        const result = findExecution(view, caller, path.id, path.executionId);
        if (!result.ok) return errorResponse(result.error);
        const { toolCallId } = path;
        const call = view.get(toolCalls, toolCallId);
        if (call?.executionId !== result.value.id)
          return errorResponse({ code: 'TOOL_CALL_NOT_FOUND', toolCallId });
        return { status: 200, body: toolCallDetail(call) };
      });
    },

    getExecutionStatus({ path }, { world, caller }) {
      return world.query((view) => {
        const result = requireReadable(scopes, caller, findOwnExecution(view, caller, path.executionId));
        return result.ok
          ? { status: 200, body: executionStatus(view, result.value) }
          : errorResponse(result.error);
      });
    },
  };
}

function executionSummary(execution: ExecutionRecord): ExecutionSummary {
  const { id, agentId, agentSpec, parentExecutionId, surfaceType, status, stopReason, usage } = execution;
  return {
    id,
    executionId: id,
    agentId: agentId ?? inlineAgentId,
    agentSource: agentSpec === null ? 'saved' : 'inline',
    agentSpec,
    parentExecutionId,
    surfaceType,
    status,
    stopReason,
    model: execution.model,
    iterations: execution.iterations.length,
    totalCost: usage.cost.toFixed(6),
    totalTokens: { input: usage.input, output: usage.output },
    inputMessages: [...execution.messages],
    startedAt: isoTime(execution.startedAt),
    completedAt: isoTimeOrNull(execution.completedAt),
    createdAt: isoTime(execution.startedAt),
  };
}

function executionDetail(execution: ExecutionRecord): ExecutionDetail {
  return {
    ...executionSummary(execution),
    finalOutput: execution.finalOutput,
    iterationDetails: execution.iterations.map(({ stopReason, startedAt, completedAt, ...rest }) => ({
      ...rest,
      ...(stopReason !== null && { stopReason }),
      startedAt: isoTime(startedAt),
      completedAt: isoTime(completedAt),
    })),
    ...(execution.kind === 'flow' && { steps: execution.steps.map(stepDetail) }),
    loopConfig: { maxTurns: execution.maxTurns },
    ...resolutionOf(execution),
    ...(execution.outcome !== null && { outcome: execution.outcome }),
    ...(execution.status === 'failed' && failureOf(execution)),
    ...(execution.pausedReason !== null && { pausedReason: execution.pausedReason }),
  };
}

function stepDetail({ startedAt, completedAt, ...step }: StepDetail) {
  return { ...step, startedAt: isoTime(startedAt), completedAt: isoTimeOrNull(completedAt) };
}

function executionStatus(view: View, execution: ExecutionRecord): ExecutionStatus {
  const events = view.topic(executionTopic(execution.id))?.nextSeq ?? shortLog(view, execution)?.length ?? 0;
  return {
    executionId: execution.id,
    ...(execution.agentId !== null && { agentId: execution.agentId }),
    status: execution.status,
    lastEventId: events === 0 ? null : String(events - 1),
    startedAt: isoTime(execution.startedAt),
    completedAt: isoTimeOrNull(execution.completedAt),
  };
}

function toolCallSummary(call: ToolCallRecord): ToolCallSummary {
  return {
    id: call.id,
    toolId: call.toolId,
    toolName: call.toolName,
    toolDescription: call.toolDescription,
    model: call.model,
    status: call.status,
    errorMessage: call.error,
    executionTimeMs: call.executionTimeMs,
    createdAt: isoTime(call.createdAt),
  };
}

function toolCallDetail(call: ToolCallRecord): ToolCall {
  return { ...toolCallSummary(call), inputParameters: call.parameters, outputResult: call.result };
}
