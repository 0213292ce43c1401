/** The operations that run an agent or a flow without its own path, and that continue any run. */
import type { DispatchRequest } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { findAgent } from '../domain/agents/agent.ts';
import { defineInlineAgent } from '../domain/agents/definition/agent-definition.ts';
import type { RunStartError, SelectorUnknown } from '../domain/executions/limits.ts';
import type { DomainErrorOf } from '../domain/errors.ts';
import { inlineAgentId } from '../domain/executions/execution.ts';
import { findFlow, type Flow } from '../domain/flows/flow.ts';
import { decideApproval } from '../domain/executions/playback/answer.ts';
import { supplyOutputs } from '../domain/executions/playback/supply.ts';
import type { JsonMap } from '../../kernel/json.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { admitRun, noVersion, paceOptions, startOfAgent, startOfFlow, continueRun } from './admit-run.ts';
import type { AdmittedSegment, AdmissionOptions, RunRequest } from './admit-run.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import { runErrorResponse } from './runs.ts';
import { responseWithRun } from './run-stream.ts';

type DispatchError = DomainErrorOf<'AGENT_NOT_FOUND' | 'SCENARIO_UNKNOWN'> | RunStartError;

export function createDispatchHandlers(
  options: AdmissionOptions,
): Pick<Handlers<ServiceContext>, 'dispatchRun' | 'approveDispatch' | 'resumeDispatch'> {
  return {
    async dispatchRun({ body }, context) {
      const { workspaceId } = ownerOf(context.caller);
      const started = await context.world.dispatch((tx): Result<AdmittedSegment, DispatchError> => {
        const request = requestOf(tx, workspaceId, body);
        return request.ok ? admitRun(tx, context, request.value, options) : request;
      });
      return started.ok ? responseWithRun(context, started.value, body) : runErrorResponse(started.error);
    },

    async approveDispatch({ body }, context) {
      const { executionId, approvalId, decision, reason } = body;
      const response = { executionId, approvalId, decision, note: reason ?? null };
      const continued = await continueRun(context, null, executionId, (tx) =>
        decideApproval(tx, response, paceOptions(context, options)),
      );
      return continued.ok
        ? responseWithRun(context, continued.value, body)
        : runErrorResponse(continued.error);
    },

    async resumeDispatch({ body }, context) {
      const { executionId, toolOutputs = {}, messages, clientTools } = body;
      const supply = {
        outputs: toolOutputs,
        messages: messages as readonly JsonMap[] | undefined,
        offeredTools: clientTools,
        pace: paceOptions(context, options),
      };
      const continued = await continueRun(context, null, executionId, (tx) =>
        supplyOutputs(tx, executionId, supply),
      );
      return continued.ok
        ? responseWithRun(context, continued.value, body)
        : runErrorResponse(continued.error);
    },
  };
}

function requestOf(
  tx: Transaction,
  workspaceId: string,
  body: DispatchRequest,
): Result<
  RunRequest,
  DomainErrorOf<'AGENT_NOT_FOUND'> | SelectorUnknown | { readonly code: 'NOTHING_TO_RUN' }
> {
  const { agent, flow, record, inputs } = body;
  const common = {
    workspaceId,
    messages: (body.messages ?? []) as readonly JsonMap[],
    inputs: { ...record?.metadata, ...inputs },
    offeredTools: body.clientTools,
    sessionId: body.sessionId ?? null,
    surfaceType: 'dispatch',
    parentExecutionId: null,
  } as const;
  if (agent?.agentId !== undefined) {
    const result = findAgent(tx, workspaceId, agent.agentId);
    if (!result.ok) return result;
    const target = startOfAgent(tx, result.value, agent);
    return target.ok ? ok({ ...common, ...target.value }) : target;
  }
  if (agent !== undefined) return ok({ ...common, ...inlineAgent(tx, workspaceId, agent) });
  if (flow !== undefined) {
    const target = targetOf(tx, workspaceId, flow);
    return ok({ ...common, ...startOfFlow(workspaceId, target, common.inputs) });
  }
  return err({ code: 'NOTHING_TO_RUN' });
}

/**
 * Returns the flow of a request: a named flow without steps is the stored one; properties of the request override it.
 */
function targetOf(
  tx: Transaction,
  workspaceId: string,
  { id, name, steps }: NonNullable<DispatchRequest['flow']>,
): Flow {
  if (id === undefined) return { id: tx.nextId('flow'), name: name ?? 'Inline flow', steps: steps ?? [] };
  const stored = findFlow(tx, workspaceId, id);
  return { id, name: name ?? stored.name, steps: steps ?? stored.steps };
}

function inlineAgent(tx: Transaction, workspaceId: string, agent: NonNullable<DispatchRequest['agent']>) {
  return {
    agentId: inlineAgentId,
    agent: defineInlineAgent(tx, workspaceId, agent),
    agentSpec: agent,
    resolution: noVersion,
  };
}
