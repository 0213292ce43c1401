/**
 * Begins the execution of a sub-agent or of a flow that a run calls.
 */
import type { Draft } from '../../../kernel/transaction/transaction.ts';
import { agents } from '../../agents/agent.ts';
import { executions } from '../execution.ts';
import { openExecution } from './open-execution.ts';
import type { ChildStart, RunRecord } from './run.ts';

/** Opens the execution of a call below that of the run that makes it. */
export function beginChild(draft: Draft, run: RunRecord, child: ChildStart): void {
  const parent = draft.get(executions, run.id);
  if (parent === undefined) throw new Error(`Execution ${run.id} is not there.`);
  const { maxTurns, model, tools } = child.agent;
  const subAgent = child.agentId === undefined ? undefined : draft.get(agents, child.agentId);
  const agentId = subAgent?.id ?? parent.agentId;
  openExecution(draft, run.clock.now, {
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
