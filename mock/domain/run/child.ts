/**
 * Begins the execution of a sub-agent.
 */
import type { Draft } from '../../kernel/draft.ts';
import { sortKey } from '../../kernel/sort-key.ts';
import { agents } from '../agent.ts';
import { capabilitiesOfAgent } from '../capability.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord } from '../execution.ts';
import { openExecution } from './open-execution.ts';
import type { ChildStart, RunRecord } from './run.ts';

/** Opens the execution of a sub-agent below that of the run that calls it. */
export function beginChild(draft: Draft, run: RunRecord, child: ChildStart): void {
  const parent = draft.get(executions, run.id);
  if (parent === undefined) throw new Error(`Execution ${run.id} is not there.`);
  const agentId = subAgentOf(draft, parent, child);
  const agent = agentId === null ? undefined : draft.get(agents, agentId);
  openExecution(draft, {
    id: child.executionId,
    workspaceId: parent.workspaceId,
    kind: 'agent',
    agentId,
    agentName: agent?.name ?? child.agentName,
    agentSpec: null,
    flow: null,
    agentTargetResolution: agentId === null ? null : 'legacy-live-row',
    agentVersionId: agent?.publishedVersionId ?? null,
    alias: null,
    surfaceType: parent.surfaceType,
    sessionId: parent.sessionId,
    parentExecutionId: parent.id,
    scenario: parent.scenario,
    maxTurns: agent?.maxTurns ?? null,
    messages: [{ role: 'user', content: child.task }],
  });
}

/** The agent that is named, else the sub-agent of that tool name, else any sub-agent, else the agent itself. */
function subAgentOf(draft: Draft, parent: ExecutionRecord, child: ChildStart): string | null {
  if (child.agentId !== undefined) return child.agentId;
  if (parent.agentId === null) return null;
  const capabilities = draft.scan(capabilitiesOfAgent, { prefix: sortKey(parent.agentId) });
  const subAgents = capabilities.filter(({ subAgentId }) => subAgentId !== null);
  const bound = subAgents.find(({ toolName }) => toolName === child.toolName) ?? subAgents[0];
  return bound?.subAgentId ?? parent.agentId;
}
