/**
 * Starts a run: the execution that clients read, the run that is played, and its first beats.
 */
import type { Draft } from '../../kernel/draft.ts';
import { agents } from '../agent.ts';
import type { ExecutionRecord, FlowTarget, TargetResolution } from '../execution.ts';
import type { JsonMap, Scenario } from '../scenario.ts';
import { admittedSteps } from './blocked.ts';
import { lastUserText, textOf } from './messages.ts';
import { countFlowSteps, newRun } from './new-run.ts';
import type { OfferedTool } from './offered-tool.ts';
import { openExecution } from './open-execution.ts';
import { playRun } from './play.ts';
import type { Pace, RunHost } from './run.ts';
import { countTokens } from './usage.ts';

/**
 * What a run is started with.
 *
 * Shape: `id`, and a `pace` of null, are for fixtures; a run without an id gets a new one, one without a pace is played at
 * once and goes on at the pace of who goes on with it. `flow` is the flow that is to run; an agent's run has one
 * only when its scenario is a flow's.
 */
export interface RunStart {
  readonly id?: string | undefined;
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly agentSpec: JsonMap | null;
  readonly flow?: Omit<FlowTarget, 'totalSteps'> | null | undefined;
  readonly maxTurns: number | null;
  readonly resolution: TargetResolution;
  readonly messages: readonly JsonMap[];
  readonly inputs?: JsonMap | undefined;
  readonly offeredTools?: readonly OfferedTool[] | undefined;
  readonly scenario: Scenario;
  readonly pace: Pace | null;
  readonly surfaceType: ExecutionRecord['surfaceType'];
  readonly sessionId: string | null;
  readonly parentExecutionId: string | null;
}

/** A part of an execution's stream that answers one request. */
export interface Segment {
  readonly executionId: string;
  readonly segment: number;
}

/** Starts a run and plays it as far as it goes without waiting. */
export function startRun(draft: Draft, start: RunStart): Segment {
  const { id = draft.nextId('exec'), scenario, pace, messages, inputs = {}, offeredTools = [] } = start;
  const flow = flowOf(start);
  const kind = flow === null ? 'agent' : 'flow';
  openExecution(draft, {
    id,
    workspaceId: start.workspaceId,
    kind,
    agentId: start.agentId,
    agentName: start.agentName,
    agentSpec: start.agentSpec,
    flow,
    ...start.resolution,
    surfaceType: start.surfaceType,
    sessionId: start.sessionId,
    parentExecutionId: start.parentExecutionId,
    scenario: scenario.name,
    maxTurns: start.maxTurns,
    messages,
  });
  const steps = admittedSteps(draft, scenario.steps);
  const lastMessage = lastUserText(messages);
  const inputTokens = messages.reduce((sum, { content }) => sum + countTokens(textOf(content)), 0);
  const host = hostOf(draft, start.agentId);
  playRun(draft, newRun({ id, kind, steps, pace, lastMessage, inputs, offeredTools, host, inputTokens }));
  return { executionId: id, segment: 0 };
}

/** An agent that lives elsewhere has a conversation and a task there. */
function hostOf(draft: Draft, agentId: string | null): RunHost {
  const agent = agentId === null ? undefined : draft.get(agents, agentId);
  switch (agent?.agentType) {
    case 'external':
      return { externalAgent: { contextId: draft.nextId('ctx'), taskId: draft.nextId('task') } };
    case 'partner_managed':
      return { partnerManagedAgentId: agent.id };
    default:
      return {};
  }
}

/** A scenario of a flow makes a flow of an agent's run too, so that a client sees what flows look like. */
function flowOf({ flow = null, scenario }: RunStart): FlowTarget | null {
  const target =
    flow ?? (scenario.kind === 'flow' ? { id: `flow_${scenario.name}`, name: scenario.name } : null);
  return target && { ...target, totalSteps: countFlowSteps(scenario.steps) };
}
