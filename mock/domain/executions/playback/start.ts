/**
 * Starts a run: the execution that clients read, the run that is played, and its first beats.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { noAgent } from '../../agents/definition/agent-definition.ts';
import type { AgentDefinition } from '../../agents/definition/agent-definition.ts';
import { resolveRoles } from '../../agents/definition/resolve-roles.ts';
import { findFlow } from '../../flows/flow.ts';
import type { ExecutionRecord, FlowTarget, TargetResolution } from '../execution.ts';
import type { JsonMap } from '../../json.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { admittedSteps } from './blocked.ts';
import { lastUserText, textOf } from './messages.ts';
import { countFlowSteps, newRun } from './new-run.ts';
import type { RunPlan } from './new-run.ts';
import type { OfferedTool } from './offered-tool.ts';
import { openExecution } from './open-execution.ts';
import { playRun } from './play.ts';
import type { Pace } from '../../../../generated/control/types.ts';
import type { RunHost, RunRecord, Segment, Usage } from './run.ts';
import { countTokens, noUsage } from './usage.ts';

/**
 * What a run is started with.
 *
 * Shape: `id`, and a `pace` of null, are for fixtures; a run without an id gets a new one, one without a pace is played at
 * once and goes on at the pace of who goes on with it. `agent` is what runs, null for a flow of its own; `agentId` is the
 * address of the agent. `flow` is the flow that is to run; an agent's run has one only when its scenario is a flow's.
 */
export interface RunStart {
  readonly id?: string | undefined;
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly agent: AgentDefinition | null;
  readonly agentSpec: JsonMap | null;
  readonly flow?: Omit<FlowTarget, 'totalSteps'> | null | undefined;
  readonly resolution: TargetResolution;
  readonly messages: readonly JsonMap[];
  readonly inputs?: JsonMap | undefined;
  readonly baseUrl?: string | undefined;
  readonly offeredTools?: readonly OfferedTool[] | undefined;
  readonly scenario: Scenario;
  readonly pace: Pace | null;
  readonly surfaceType: ExecutionRecord['surfaceType'];
  readonly sessionId: string | null;
  /** The API key that starts the run. Absent for other callers. */
  readonly keyId?: string | undefined;
  readonly parentExecutionId: string | null;
  /** What earlier attempts have used. Absent for nothing. */
  readonly spent?: Usage | undefined;
  /** Tokens of what the run reads beside its messages, such as a record. Absent for none. */
  readonly contextTokens?: number | undefined;
}

/** Starts a run and plays it as far as it goes without waiting. */
export function startRun(tx: Transaction, start: RunStart): Segment {
  const run = openRun(tx, start);
  playRun(tx, run);
  return { executionId: run.id, segment: 0 };
}

/** Opens the execution of a run and returns the run, of which nothing has been played yet. */
export function openRun(tx: Transaction, start: RunStart): RunRecord {
  const { id = tx.nextId('exec'), scenario, pace, messages, inputs = {}, offeredTools = [] } = start;
  const { baseUrl = '' } = start;
  const flow = flowOf(tx, start);
  const agent = limited(start.agent ?? noAgent, scenario);
  const kind = flow === null ? 'agent' : 'flow';
  openExecution(
    tx,
    tx.at,
    {
      id,
      workspaceId: start.workspaceId,
      kind,
      agentId: start.agentId,
      agentName: start.agent === null ? null : agent.name,
      agentSpec: start.agentSpec,
      flow,
      ...start.resolution,
      surfaceType: start.surfaceType,
      sessionId: start.sessionId,
      keyId: start.keyId ?? null,
      parentExecutionId: start.parentExecutionId,
      scenario: scenario.name,
      maxTurns: start.agent === null ? null : agent.maxTurns,
      model: agent.model,
      tools: agent.tools,
      messages,
    },
    start.spent,
  );
  const own = resolveRoles(scenario.steps, { view: tx, workspaceId: start.workspaceId, agent });
  const steps = admittedSteps(tx, own);
  const lastMessage = lastUserText(messages);
  const inputTokens = messages.reduce(
    (sum, { content }) => sum + countTokens(textOf(content)),
    start.contextTokens ?? 0,
  );
  const host = hostOf(tx, agent);
  const plan: RunPlan = {
    id,
    startedAt: tx.at,
    kind,
    agent,
    steps,
    pace,
    lastMessage,
    inputs,
    baseUrl,
    offeredTools,
    host,
    inputTokens,
  };
  return { ...newRun(plan), usage: start.spent ?? noUsage };
}

/** A scenario may limit the turns of agents that set no limit themselves. */
function limited(agent: AgentDefinition, { maxTurns }: Scenario): AgentDefinition {
  return agent.maxTurns === null && maxTurns !== undefined ? { ...agent, maxTurns } : agent;
}

/** An agent that lives elsewhere has a conversation and a task there. */
function hostOf(tx: Transaction, { id, agentType }: AgentDefinition): RunHost {
  if (agentType === 'external')
    return { externalAgent: { contextId: tx.nextId('ctx'), taskId: tx.nextId('task') } };
  return agentType === 'partner_managed' && id !== null ? { partnerManagedAgentId: id } : {};
}

/**
 * A scenario of a flow makes a flow of an agent's run too, so that a client sees what flows look like: the flow that the
 * agent stands for, else the first that it may call, else one that no workspace knows.
 */
function flowOf(tx: Transaction, { flow = null, scenario, agent, workspaceId }: RunStart): FlowTarget | null {
  if (flow === null && scenario.kind !== 'flow') return null;
  const target = flow ?? agentFlow(tx, workspaceId, agent);
  return { ...target, totalSteps: countFlowSteps(scenario.steps) };
}

function agentFlow(tx: Transaction, workspaceId: string, agent: AgentDefinition | null) {
  const id = agent?.primaryFlowId ?? agent?.tools.find(({ kind }) => kind === 'flow')?.targetId ?? null;
  return id === null ? demoFlow : { id, name: findFlow(tx, workspaceId, id).name };
}

const demoFlow = { id: 'flow_demo', name: 'Demo flow' };
