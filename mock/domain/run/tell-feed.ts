/**
 * What the feed of product events is told about runs.
 */
import type { Draft } from '../../kernel/draft.ts';
import type { View } from '../../kernel/view.ts';
import { agents } from '../agent.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord } from '../execution.ts';
import { organizations } from '../identity.ts';
import { emitProductEvent } from '../product-event.ts';
import type { ApprovalGate, RunError } from './run.ts';

/** Tells that an execution failed. */
export function tellFailure(draft: Draft, executionId: string, { code, message }: RunError): void {
  const execution = draft.get(executions, executionId);
  const workspaceId = workspaceOf(draft, execution);
  if (workspaceId === null) return;
  emitProductEvent(draft, {
    workspaceId,
    name: 'svc.execution.failed',
    data: { executionId, code, ...agentOf(execution), summary: `${nameOf(execution)} failed: ${message}` },
  });
}

/** Tells that an execution waits for an approval. */
export function tellApproval(draft: Draft, executionId: string, { approvalId, tool }: ApprovalGate): void {
  const execution = draft.get(executions, executionId);
  const workspaceId = workspaceOf(draft, execution);
  if (workspaceId === null) return;
  emitProductEvent(draft, {
    workspaceId,
    name: 'svc.approval.requested',
    data: {
      executionId,
      approvalId,
      toolName: tool.name,
      ...agentOf(execution),
      summary: `${nameOf(execution)} asks to call ${tool.name}.`,
    },
  });
}

/** Finds whose feed is told: that of the agent; for a definition that was never saved, that of the organization. */
function workspaceOf(view: View, execution: ExecutionRecord | undefined): string | null {
  const agent = execution && view.get(agents, execution.agentId);
  return agent?.workspaceId ?? view.scan(organizations, { limit: 1 })[0]?.id ?? null;
}

function agentOf(execution: ExecutionRecord | undefined) {
  return execution === undefined || execution.agentId === '' ? {} : { agentId: execution.agentId };
}

function nameOf(execution: ExecutionRecord | undefined): string {
  return execution?.agentName || 'A run';
}
