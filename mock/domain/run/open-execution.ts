/**
 * Opens the execution that clients read, and the segments of its stream.
 */
import type { Draft } from '../../kernel/draft.ts';
import { agents } from '../agent.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord } from '../execution.ts';
import { emitEvent } from './emit.ts';
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
  | 'parentExecutionId'
  | 'scenario'
  | 'maxTurns'
  | 'messages'
>;

/** Stores a new execution, writes the first event of its stream, and notes at its agent when it last ran. */
export function openExecution(draft: Draft, execution: NewExecution): void {
  draft.put(executions, {
    ...execution,
    status: 'running',
    iterations: [],
    turnStartedAt: null,
    usage: noUsage,
    pausedReason: null,
    pauses: [],
    outcome: null,
    stopReason: null,
    finalOutput: null,
    error: null,
    startedAt: draft.at,
    completedAt: null,
  });
  announce(draft, execution.id, false);
  const agent = execution.agentId === null ? undefined : draft.get(agents, execution.agentId);
  if (agent !== undefined) draft.put(agents, { ...agent, lastRunAt: draft.at });
}

/** Writes the event that opens every segment of a stream. */
export function announce(draft: Draft, executionId: string, resumed: boolean): void {
  const execution = draft.get(executions, executionId);
  if (execution === undefined) throw new Error(`Execution ${executionId} is not there.`);
  const { kind, agentId, agentName, agentSpec, flow, maxTurns, surfaceType } = execution;
  emitEvent(draft, executionId, {
    type: 'execution_start',
    kind,
    ...(agentId !== null && { agentId }),
    ...(agentName !== null && { agentName }),
    ...(agentSpec !== null && { config: { ...agentSpec } }),
    ...(flow !== null && { flowId: flow.id, flowName: flow.name, totalSteps: flow.totalSteps }),
    source: surfaceType,
    ...(maxTurns !== null && { maxTurns }),
    ...(resumed && { resumed }),
  });
}
