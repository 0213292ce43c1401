/**
 * The effects of a run besides its stream: approvals with their timers, the timers of background work, and product
 * events.
 */
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { after, milliseconds } from '../../../../kernel/time/time.ts';
import { approvals, approvalTimer } from '../../approvals/approval.ts';
import { defaultApprover } from '../../agents/definition/agent-tools.ts';
import { isBackground, defaultBackgroundTime } from './pending-action.ts';
import type { OpenApproval, PendingWork, OpenAction } from './pending-action.ts';
import { runs, type RunRecord, type RunError } from './run.ts';
import { defaultApprovalTimeout } from './steps/pauses.ts';
import { executions, type ExecutionRecord } from '../execution.ts';
import { emitProductEvent } from '../../product-events/emit.ts';

/** Starts the timer of a pending action, and requests its approval. */
export function startAction(tx: Transaction, run: RunRecord, action: OpenAction): void {
  if (action.kind === 'approval') requestApproval(tx, run, action);
  else if (isBackground(action)) startWork(tx, run, action);
}

/** Cancels the timer of a pending action that is resolved. */
export function stopAction(tx: Transaction, action: OpenAction): void {
  tx.cancelTimer(action.kind === 'approval' ? approvalTimer(action.approvalId) : workTimer(action));
}

function requestApproval(tx: Transaction, run: RunRecord, action: OpenApproval): void {
  const { approvalId, toolCallId, tool } = action;
  const expiresAt = after(tx.at, milliseconds(tool.timeout ?? defaultApprovalTimeout));
  tx.put(approvals, {
    id: approvalId,
    executionId: run.id,
    toolCallId,
    toolName: tool.name,
    parameters: tool.parameters ?? {},
    approver: tool.approver ?? defaultApprover,
    status: 'pending',
    requestedAt: tx.at,
    expiresAt,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
  });
  tx.startTimer({
    key: approvalTimer(approvalId),
    due: expiresAt,
    target: { kind: approvals.name, id: approvalId },
    trigger: 'expire',
  });
  publishApproval(tx, run.id, action);
}

/** Starts background work, unless the run already waits for it. */
function startWork(tx: Transaction, run: RunRecord, action: PendingWork): void {
  const key = workTimer(action);
  if (tx.timer(key) !== undefined) return;
  tx.startTimer({
    key,
    after: milliseconds(action.tool.takes ?? defaultBackgroundTime),
    target: { kind: runs.name, id: run.id },
    trigger: 'finishWork',
    payload: { toolCallId: action.toolCallId },
  });
}

/** Returns the key of the timer that finishes background work. */
export function workTimer({ toolCallId }: OpenAction): string {
  return `work/${toolCallId}`;
}

export function publishFailure(tx: Transaction, executionId: string, { code, message }: RunError): void {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return;
  emitProductEvent(tx, {
    workspaceId: execution.workspaceId,
    name: 'svc.execution.failed',
    data: { executionId, code, ...targetOf(execution), summary: `${nameOf(execution)} failed: ${message}` },
  });
}

export function publishApproval(
  tx: Transaction,
  executionId: string,
  { approvalId, tool }: OpenApproval,
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

/** Returns the properties that filters of the feed use. */
function targetOf({ agentId, flow }: ExecutionRecord) {
  return { ...(agentId !== null && { agentId }), ...(flow !== null && { flowId: flow.id }) };
}

export function nameOf(execution: Pick<ExecutionRecord, 'agentName' | 'flow'> | undefined): string {
  return execution?.agentName ?? execution?.flow?.name ?? 'The run';
}
