/**
 * Opens a run: the execution that clients read, the run that is played, and the first event of each segment of its
 * stream.
 */
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { noAgent, type AgentDefinition } from '../../agents/definition/agent-definition.ts';
import { resolveRoles } from '../../agents/definition/resolve-roles.ts';
import { findFlow } from '../../flows/flow.ts';
import type { JsonMap } from '../../../../kernel/json.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { admittedSteps, countFlowSteps, newRun } from './new-run.ts';
import { lastUserText, textOf } from './texts.ts';
import type { OfferedTool } from './pending-action.ts';
import type { Pace } from '../../../../../generated/control/types.ts';
import type { RunHost, RunRecord, RunUsage, ChildStart } from './run.ts';
import type { TimelessEvent } from './event-body.ts';
import { countTokens, noUsage } from './usage.ts';
import type { EpochMs } from '../../../../kernel/time/time.ts';
import { agents } from '../../agents/agent.ts';
import { executions, type ExecutionRecord, type FlowTarget, type TargetResolution } from '../execution.ts';
import { emitEvent } from './emit.ts';

/**
 * The start properties of a run.
 *
 * Shape: `id`, and a `pace` of null, are for fixtures; a run without an id gets a new one, a run without a pace is
 * played immediately and continued at the pace of a later request. `agent` is the definition that runs, null for a
 * standalone flow; `agentId` is the agent in the path. `flow` is the flow to run; an agent's run has one only for a
 * flow scenario.
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
  /** The usage of earlier attempts. Absent for none. */
  readonly spent?: RunUsage | undefined;
  /** Tokens of the input besides the messages, such as a record. Absent for none. */
  readonly contextTokens?: number | undefined;
}

/** Opens the execution of a run and returns the run, of which nothing has been played yet. */
export function openRun(tx: Transaction, start: RunStart): RunRecord {
  const { id = tx.nextId('exec'), scenario, pace, messages, inputs = {}, offeredTools = [] } = start;
  const { baseUrl = '', spent = noUsage } = start;
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
    spent,
  );
  const resolved = resolveRoles(scenario.steps, { view: tx, workspaceId: start.workspaceId, agent });
  const inputTokens = messages.reduce(
    (sum, { content }) => sum + countTokens(textOf(content)),
    start.contextTokens ?? 0,
  );
  const run = newRun({
    id,
    startedAt: tx.at,
    kind,
    agent,
    steps: admittedSteps(tx, resolved),
    pace,
    lastMessage: lastUserText(messages),
    inputs,
    baseUrl,
    offeredTools,
    host: hostOf(tx, agent),
    inputTokens,
  });
  return { ...run, usage: spent };
}

/** Applies the turn limit of a scenario to an agent that sets no limit itself. */
function limited(agent: AgentDefinition, { maxTurns }: Scenario): AgentDefinition {
  return agent.maxTurns === null && maxTurns !== undefined ? { ...agent, maxTurns } : agent;
}

/** Returns the host of an agent; an external agent has a conversation and a task there. */
function hostOf(tx: Transaction, { id, agentType }: AgentDefinition): RunHost {
  if (agentType === 'external')
    return { externalAgent: { contextId: tx.nextId('ctx'), taskId: tx.nextId('task') } };
  return agentType === 'partner_managed' && id !== null ? { partnerManagedAgentId: id } : {};
}

/**
 * Returns the flow of a run. A flow scenario turns an agent's run into a flow too, so that a client sees a flow: the
 * agent's primary flow, else the first flow that it may call, else an unknown one.
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

type NewExecution = Omit<ExecutionRecord, keyof typeof initialState | 'activeModel' | 'usage' | 'startedAt'>;

const initialState = {
  status: 'running',
  iterations: [],
  steps: [],
  openTurn: null,
  pausedReason: null,
  pauses: [],
  outcome: null,
  stopReason: null,
  finalOutput: null,
  error: null,
  completedAt: null,
} as const satisfies Partial<ExecutionRecord>;

/**
 * Stores a new execution, emits the first event of its stream, and updates the agent's `lastRunAt`.
 *
 * Shape: `spent` is the usage before the run is played.
 */
export function openExecution(
  tx: Transaction,
  at: EpochMs,
  execution: NewExecution,
  spent: RunUsage = noUsage,
): void {
  tx.put(executions, {
    ...execution,
    tools: execution.tools.flatMap(({ name, toolId, description }) =>
      toolId === null && description === null ? [] : { name, toolId, description },
    ),
    ...initialState,
    activeModel: execution.model,
    usage: spent,
    startedAt: at,
  });
  announce(tx, execution.id, at, false);
  const agent = execution.agentId === null ? undefined : tx.get(agents, execution.agentId);
  // A run has its own clock, which may be ahead of that of a run that starts later.
  if (agent !== undefined && at > (agent.lastRunAt ?? 0)) tx.put(agents, { ...agent, lastRunAt: at });
}

/** Emits the event that opens every segment of a stream. */
export function announce(tx: Transaction, executionId: string, at: EpochMs, resumed: boolean): void {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) throw new Error(`Execution ${executionId} is not there.`);
  emitEvent(tx, executionId, at, { ...startEvent(execution), ...(resumed && { resumed }) });
}

export function startEvent(execution: ExecutionRecord): Extract<TimelessEvent, { type: 'execution_start' }> {
  const { kind, agentId, agentName, agentSpec, flow, maxTurns, surfaceType } = execution;
  return {
    type: 'execution_start',
    kind,
    ...(agentId !== null && { agentId }),
    ...(agentName !== null && { agentName }),
    ...(agentSpec !== null && { config: { ...agentSpec } }),
    ...(flow !== null && { flowId: flow.id, flowName: flow.name, totalSteps: flow.totalSteps }),
    source: surfaceType,
    ...(maxTurns !== null && { maxTurns }),
  };
}

/** Opens the execution of a call as a child of the calling run's execution. */
export function beginChild(tx: Transaction, run: RunRecord, child: ChildStart): void {
  const parent = tx.get(executions, run.id);
  if (parent === undefined) throw new Error(`Execution ${run.id} is not there.`);
  const { maxTurns, model, tools } = child.agent;
  const subAgent = child.agentId === undefined ? undefined : tx.get(agents, child.agentId);
  const agentId = subAgent?.id ?? parent.agentId;
  openExecution(tx, run.clock.now, {
    id: child.executionId,
    workspaceId: parent.workspaceId,
    kind: child.flow === undefined ? 'agent' : 'flow',
    agentId,
    agentName: child.agentName,
    agentSpec: null,
    flow: child.flow ?? null,
    agentTargetResolution: subAgent === undefined ? null : 'legacy-live-row',
    agentVersionId: subAgent?.publishedVersionId ?? null,
    alias: null,
    surfaceType: parent.surfaceType,
    sessionId: parent.sessionId,
    keyId: parent.keyId,
    parentExecutionId: parent.id,
    scenario: parent.scenario,
    maxTurns,
    model,
    tools,
    messages: [{ role: 'user', content: child.task }],
  });
}
