/**
 * Publishes product events about runs.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord } from '../execution.ts';
import { emitProductEvent } from '../../product-events/emit.ts';
import type { PendingApproval } from './pending-action.ts';
import type { RunError } from './run.ts';

/** Publishes that an execution failed. */
export function publishFailure(tx: Transaction, executionId: string, { code, message }: RunError): void {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return;
  emitProductEvent(tx, {
    workspaceId: execution.workspaceId,
    name: 'svc.execution.failed',
    data: { executionId, code, ...targetOf(execution), summary: `${nameOf(execution)} failed: ${message}` },
  });
}

/** Publishes that an execution waits for an approval. */
export function publishApproval(
  tx: Transaction,
  executionId: string,
  { approvalId, tool }: PendingApproval,
): void {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return;
  emitProductEvent(tx, {
    workspaceId: execution.workspaceId,
    name: 'svc.approval.requested',
    data: {
      executionId,
      approvalId,
      toolName: tool.name,
      ...targetOf(execution),
      summary: `${nameOf(execution)} asks to call ${tool.name}.`,
    },
  });
}

/** The properties that filters of the feed use. */
function targetOf({ agentId, flow }: ExecutionRecord) {
  return { ...(agentId !== null && { agentId }), ...(flow !== null && { flowId: flow.id }) };
}

/** Returns what an execution is called in a sentence. */
export function nameOf(execution: Pick<ExecutionRecord, 'agentName' | 'flow'> | undefined): string {
  return execution?.agentName ?? execution?.flow?.name ?? 'The run';
}
