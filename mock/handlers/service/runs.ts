/**
 * The operations that run an agent, continue a paused run, and rejoin a stream.
 */
import type { Handlers } from '../../../generated/service/server.ts';
import { agents, findAgent } from '../../domain/agent.ts';
import type { AgentRecord } from '../../domain/agent.ts';
import { chooseScenario } from '../../domain/choose-scenario.ts';
import type { ScenarioCatalogue } from '../../domain/choose-scenario.ts';
import type { Refusal } from '../../domain/errors.ts';
import { executions } from '../../domain/execution.ts';
import { answerApproval, supplyOutputs } from '../../domain/run/answer.ts';
import type { Pace } from '../../domain/run/run.ts';
import { startRun } from '../../domain/run/start.ts';
import type { Segment } from '../../domain/run/start.ts';
import type { Json, JsonMap } from '../../domain/scenario.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Draft } from '../../kernel/draft.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { seq } from '../../kernel/units.ts';
import { ownerOf } from './caller.ts';
import { findExecution } from './find-execution.ts';
import { refusal } from './refusals.ts';
import { replyWithRun, streamRun } from './run-stream.ts';

/** What runs are played from. */
export interface RunOptions {
  readonly scenarios: ScenarioCatalogue;
  /** The pace of a run when neither its request nor its agent's behaviour says one. */
  readonly pace: Pace;
}

type RunOperation =
  'executeAgent' | 'approveAgentExecution' | 'resumeAgentExecution' | 'followExecutionEvents';

/** Handles the operations that stream runs. */
export function createRunHandlers(options: RunOptions): Pick<Handlers<ServiceContext>, RunOperation> {
  return {
    async executeAgent({ path, body }, context) {
      const messages = (body.messages ?? []) as readonly JsonMap[];
      const started = await context.world.dispatch(
        (draft): Result<Segment, Refusal<'AGENT_NOT_FOUND' | 'SCENARIO_UNKNOWN'>> => {
          const agent = findAgent(draft, ownerOf(context.caller).workspaceId, path.id);
          if (!agent.ok) return agent;
          const chosen = chooseScenario(
            draft,
            path.id,
            messages,
            context.run,
            options.scenarios,
            options.pace,
          );
          if (!chosen.ok) return chosen;
          draft.put(agents, { ...agent.value, lastRunAt: draft.at });
          const segment = startRun(draft, {
            ...startOf(agent.value),
            messages,
            ...chosen.value,
            sessionId: body.sessionId ?? null,
          });
          return ok(segment);
        },
      );
      return started.ok ? replyWithRun(context, started.value, body) : refusal(started.error);
    },

    async approveAgentExecution({ path, body }, context) {
      const { executionId, approvalId, decision, reason } = body;
      const answer = { executionId, approvalId, decision, note: reason ?? null };
      const continued = await continueRun(context, path.id, executionId, (draft) =>
        answerApproval(draft, answer, context.run.pace),
      );
      return continued.ok ? replyWithRun(context, continued.value, body) : refusal(continued.error);
    },

    async resumeAgentExecution({ path, body }, context) {
      const outputs = body.toolOutputs as Readonly<Record<string, Json>>;
      const continued = await continueRun(context, path.id, body.executionId, (draft) =>
        supplyOutputs(draft, body.executionId, outputs, context.run.pace),
      );
      return continued.ok ? replyWithRun(context, continued.value, body) : refusal(continued.error);
    },

    followExecutionEvents({ path, query }, context) {
      const found = context.world.query((view) =>
        findExecution(view, context.caller, path.id, path.executionId),
      );
      if (!found.ok) return refusal(found.error);
      const after = query.after === undefined ? null : seq(Number(query.after));
      return { status: 200, stream: streamRun(context, found.value.id, after) };
    },
  };
}

/** Continues a run if it is one of the agent's. */
function continueRun<E>(
  { world, caller }: ServiceContext,
  agentId: string,
  executionId: string,
  go: (draft: Draft) => Result<Segment, E>,
) {
  return world.dispatch((draft): Result<Segment, E | Refusal<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>> => {
    const agent = findAgent(draft, ownerOf(caller).workspaceId, agentId);
    if (!agent.ok) return agent;
    const execution = draft.get(executions, executionId);
    if (execution?.agentId !== agentId) return refuse({ code: 'EXECUTION_NOT_FOUND', executionId });
    return go(draft);
  });
}

function startOf(agent: AgentRecord) {
  return {
    agentId: agent.id,
    agentName: agent.name,
    agentSpec: null,
    maxTurns: agent.maxTurns,
    resolution: {
      agentTargetResolution: 'legacy-live-row',
      agentVersionId: agent.publishedVersionId,
      alias: null,
    },
    surfaceType: 'api',
    parentExecutionId: null,
  } as const;
}
