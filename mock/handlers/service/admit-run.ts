/**
 * What every operation that starts or continues a run does first: the key's limits, the scenario, the session.
 */
import type { AgentRecord } from '../../domain/agent.ts';
import { resolveTarget } from '../../domain/agent-target.ts';
import type { TargetSelector } from '../../domain/agent-target.ts';
import { chooseScenario } from '../../domain/choose-scenario.ts';
import { clientSessions } from '../../domain/client-session.ts';
import type { RunStartError } from '../../domain/errors-runs.ts';
import type { Refusal } from '../../domain/errors.ts';
import { admitStart } from '../../domain/execution-limits.ts';
import type { BurstWindow, LimitedKey } from '../../domain/execution-limits.ts';
import type { Pace, PaceWish } from '../../domain/run/run.ts';
import { storyOfFlow } from '../../domain/flow-story.ts';
import type { FlowDefinition } from '../../domain/flow-story.ts';
import { startRun } from '../../domain/run/start.ts';
import type { RunStart, Segment } from '../../domain/run/start.ts';
import type { ScenarioCatalogue } from '../../domain/scenario-catalogue.ts';
import type { Scenario } from '../../domain/scenario.ts';
import type { Caller, ServiceContext } from '../../http/context.ts';
import type { Draft } from '../../kernel/draft.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** What runs are played from. */
export interface RunOptions {
  readonly scenarios: ScenarioCatalogue;
  /** The pace of a run when neither its request nor its agent's behaviour says one. */
  readonly pace: Pace;
}

/** A part of a stream that a request may have, and how the burst rate of its key stands. */
export interface AdmittedSegment extends Segment {
  readonly window: BurstWindow | null;
}

/** A run whose scenario and pace are not chosen yet. Shape: `usual` is its story when nothing names a scenario. */
export type RunRequest = Omit<RunStart, 'scenario' | 'pace'> & { readonly usual?: Scenario };

/** Why a run is not started. */
export type AdmitRefusal =
  | Refusal<'SCENARIO_UNKNOWN'>
  | Extract<RunStartError, { readonly code: 'EXECUTION_LIMIT_REACHED' | 'SESSION_UNKNOWN' }>;

/**
 * Starts a run for a caller.
 *
 * Errors: SESSION_UNKNOWN, SCENARIO_UNKNOWN, EXECUTION_LIMIT_REACHED.
 */
export function admitRun(
  draft: Draft,
  { caller, run }: ServiceContext,
  { usual, ...start }: RunRequest,
  { scenarios, pace }: RunOptions,
): Result<AdmittedSegment, AdmitRefusal> {
  const { agentId, messages, sessionId } = start;
  if (sessionId !== null && !draft.has(clientSessions, sessionId))
    return refuse({ code: 'SESSION_UNKNOWN', sessionId });
  const wish = { agentId, messages, usual, scenario: run.scenario, pace: run.pace };
  const chosen = chooseScenario(draft, wish, scenarios, pace);
  if (!chosen.ok) return chosen;
  const admitted = admitStart(draft, limitedKey(caller));
  if (!admitted.ok) return admitted;
  return ok({ ...startRun(draft, { ...start, ...chosen.value }), window: admitted.value });
}

/** How fast a request that goes on with a run wants it, and what is usual here. */
export function paceWish({ run }: ServiceContext, { pace }: RunOptions): PaceWish {
  return { asked: run.pace, usual: pace };
}

/** Returns the key whose limits count, null for a caller without one. */
export function limitedKey(caller: Caller): LimitedKey | null {
  return caller.kind === 'apiKey' ? caller.key : null;
}

/**
 * What a run of a stored agent is started with.
 *
 * Errors: SELECTOR_UNKNOWN when the request names a definition that the agent does not have.
 */
export function startOfAgent(draft: Draft, agent: AgentRecord, selector: TargetSelector) {
  const resolution = resolveTarget(draft, agent, selector);
  if (!resolution.ok) return resolution;
  return ok({
    workspaceId: agent.workspaceId,
    agentId: agent.id,
    agentName: agent.name,
    agentSpec: null,
    maxTurns: agent.maxTurns,
    resolution: resolution.value,
    parentExecutionId: null,
  } as const);
}

/** What a run of a flow is started with: the flow's own story, unless a scenario is named. */
export function startOfFlow(workspaceId: string, flow: FlowDefinition & { id: string; name: string }) {
  return {
    workspaceId,
    agentId: null,
    agentName: null,
    agentSpec: null,
    flow: { id: flow.id, name: flow.name },
    maxTurns: null,
    resolution: noVersion,
    parentExecutionId: null,
    usual: storyOfFlow(flow),
  } as const;
}

/** How the definition of a run was chosen that is no stored agent's. */
export const noVersion = { agentTargetResolution: null, agentVersionId: null, alias: null } as const;
