/**
 * Opens the execution that clients read, and the segments of its stream.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import { agents } from '../../agents/agent.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord, ExecutionTool } from '../execution.ts';
import { emitEvent } from './emit.ts';
import type { TimelessEvent } from './event-body.ts';
import type { Usage, ChildStart, RunRecord } from './run.ts';
import { noUsage } from './usage.ts';

/** What an execution is opened with. */
export type NewExecution = Pick<
  ExecutionRecord,
  | 'id'
  | 'workspaceId'
  | 'kind'
  | 'agentId'
  | 'agentName'
  | 'agentSpec'
  | 'flow'
  | 'agentTargetResolution'
  | 'agentVersionId'
  | 'alias'
  | 'surfaceType'
  | 'sessionId'
  | 'keyId'
  | 'parentExecutionId'
  | 'scenario'
  | 'maxTurns'
  | 'model'
  | 'messages'
> & { readonly tools: readonly ExecutionTool[] };

/**
 * Stores a new execution, emits the first event of its stream, and updates the agent's `lastRunAt`.
 *
 * Shape: `spent` is what the run has used before it is played.
 */
export function openExecution(
  tx: Transaction,
  at: EpochMs,
  execution: NewExecution,
  spent: Usage = noUsage,
): void {
  tx.put(executions, {
    ...execution,
    tools: execution.tools.flatMap(({ name, toolId, description }) =>
      toolId === null && description === null ? [] : { name, toolId, description },
    ),
    activeModel: execution.model,
    status: 'running',
    iterations: [],
    steps: [],
    openTurn: null,
    usage: spent,
    pausedReason: null,
    pauses: [],
    outcome: null,
    stopReason: null,
    finalOutput: null,
    error: null,
    startedAt: at,
    completedAt: null,
  });
  announce(tx, execution.id, at, false);
  const agent = execution.agentId === null ? undefined : tx.get(agents, execution.agentId);
  // A run has a clock of its own, which may be ahead of that of a run that starts after it.
  if (agent !== undefined && at > (agent.lastRunAt ?? 0)) tx.put(agents, { ...agent, lastRunAt: at });
}

/** Emits the event that opens every segment of a stream. */
export function announce(tx: Transaction, executionId: string, at: EpochMs, resumed: boolean): void {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) throw new Error(`Execution ${executionId} is not there.`);
  emitEvent(tx, executionId, at, { ...startEvent(execution), ...(resumed && { resumed }) });
}

/** Returns the event that opens the stream of an execution. */
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

/** Opens the execution of a call below that of the run that makes it. */
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
