/**
 * The operations that run an agent or a flow without an address of its own, and go on with any run.
 */
import type { DispatchRequest } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { findAgent } from '../../domain/agents/agent.ts';
import { defineInlineAgent } from '../../domain/agents/definition/agent-definition.ts';
import type { RunStartError, SelectorUnknown } from '../../domain/executions/errors.ts';
import type { Refusal } from '../../domain/errors.ts';
import { inlineAgentId } from '../../domain/executions/execution.ts';
import { findFlow } from '../../domain/flows/flow.ts';
import type { Flow } from '../../domain/flows/flow.ts';
import { answerApproval } from '../../domain/executions/playback/answer.ts';
import { supplyOutputs } from '../../domain/executions/playback/supply.ts';
import type { JsonMap } from '../../domain/scenarios/scenario.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Draft } from '../../kernel/transaction/transaction.ts';
import { ok, refuse } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { admitRun, noVersion, paceWish, startOfAgent, startOfFlow, continueRun } from './admit-run.ts';
import type { AdmittedSegment, RunOptions, RunRequest } from './admit-run.ts';
import { ownerOf } from './caller.ts';
import { runRefusal } from './run-errors.ts';
import { responseWithRun } from './run-stream.ts';

type DispatchOperation = 'dispatchRun' | 'approveDispatch' | 'resumeDispatch';

type DispatchRefusal = Refusal<'AGENT_NOT_FOUND' | 'SCENARIO_UNKNOWN'> | RunStartError;

/** Handles the operations of dispatch. */
export function createDispatchHandlers(
  options: RunOptions,
): Pick<Handlers<ServiceContext>, DispatchOperation> {
  return {
    async dispatchRun({ body }, context) {
      const { workspaceId } = ownerOf(context.caller);
      const started = await context.world.dispatch((draft): Result<AdmittedSegment, DispatchRefusal> => {
        const request = requestOf(draft, workspaceId, body);
        return request.ok ? admitRun(draft, context, request.value, options) : request;
      });
      return started.ok ? responseWithRun(context, started.value, body) : runRefusal(started.error);
    },

    async approveDispatch({ body }, context) {
      const { executionId, approvalId, decision, reason } = body;
      const response = { executionId, approvalId, decision, note: reason ?? null };
      const continued = await continueRun(context, null, executionId, (draft) =>
        answerApproval(draft, response, paceWish(context, options)),
      );
      return continued.ok ? responseWithRun(context, continued.value, body) : runRefusal(continued.error);
    },

    async resumeDispatch({ body }, context) {
      const { executionId, toolOutputs = {}, messages, clientTools } = body;
      const supply = {
        outputs: toolOutputs,
        messages: messages as readonly JsonMap[] | undefined,
        offeredTools: clientTools,
        pace: paceWish(context, options),
      };
      const continued = await continueRun(context, null, executionId, (draft) =>
        supplyOutputs(draft, executionId, supply),
      );
      return continued.ok ? responseWithRun(context, continued.value, body) : runRefusal(continued.error);
    },
  };
}

function requestOf(
  draft: Draft,
  workspaceId: string,
  body: DispatchRequest,
): Result<RunRequest, Refusal<'AGENT_NOT_FOUND'> | SelectorUnknown | { readonly code: 'NOTHING_TO_RUN' }> {
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
    const found = findAgent(draft, workspaceId, agent.agentId);
    if (!found.ok) return found;
    const target = startOfAgent(draft, found.value, agent);
    return target.ok ? ok({ ...common, ...target.value }) : target;
  }
  if (agent !== undefined) return ok({ ...common, ...inlineAgent(draft, workspaceId, agent) });
  if (flow !== undefined) {
    const target = targetOf(draft, workspaceId, flow);
    return ok({ ...common, ...startOfFlow(workspaceId, target, common.inputs) });
  }
  return refuse({ code: 'NOTHING_TO_RUN' });
}

/** A flow that is named without steps is the stored one; what the request says of it goes first. */
function targetOf(
  draft: Draft,
  workspaceId: string,
  { id, name, steps }: NonNullable<DispatchRequest['flow']>,
): Flow {
  if (id === undefined) return { id: draft.nextId('flow'), name: name ?? 'Inline flow', steps: steps ?? [] };
  const stored = findFlow(draft, workspaceId, id);
  return { id, name: name ?? stored.name, steps: steps ?? stored.steps };
}

function inlineAgent(draft: Draft, workspaceId: string, agent: NonNullable<DispatchRequest['agent']>) {
  return {
    agentId: inlineAgentId,
    agent: defineInlineAgent(draft, workspaceId, agent),
    agentSpec: agent,
    resolution: noVersion,
  };
}
