/**
 * The clocks of gates: an approval that nobody answers ends, work that goes on by itself finishes.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { after, milliseconds } from '../../../kernel/time/units.ts';
import { approvals, approvalTimer } from '../../approvals/approval.ts';
import { defaultApprover } from '../../agents/definition/approval-rules.ts';
import { isBackground, usualBackgroundTime } from './gate.ts';
import type { ApprovalGate, BackgroundGate, Gate } from './gate.ts';
import { runs } from './run.ts';
import type { RunRecord } from './run.ts';
import { defaultApprovalTimeout } from './steps/pauses.ts';
import { tellApproval } from './tell-feed.ts';

/** Starts what a gate needs when a run is held by it. */
export function startGate(tx: Transaction, run: RunRecord, gate: Gate): void {
  if (gate.kind === 'approval') requestApproval(tx, run, gate);
  else if (isBackground(gate)) startWork(tx, run, gate);
}

/** Stops the clock of a gate that was answered before. */
export function stopGate(tx: Transaction, gate: Gate): void {
  tx.cancelTimer(gate.kind === 'approval' ? approvalTimer(gate.approvalId) : workTimer(gate));
}

function requestApproval(tx: Transaction, run: RunRecord, gate: ApprovalGate): void {
  const { approvalId, toolCallId, tool } = gate;
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
  tellApproval(tx, run.id, gate);
}

/** Work that a run already waits for goes on when the run is held again. */
function startWork(tx: Transaction, run: RunRecord, gate: BackgroundGate): void {
  const key = workTimer(gate);
  if (tx.timer(key) !== undefined) return;
  tx.startTimer({
    key,
    after: milliseconds(gate.tool.takes ?? usualBackgroundTime),
    target: { kind: runs.name, id: run.id },
    trigger: 'finishWork',
    payload: { toolCallId: gate.toolCallId },
  });
}

function workTimer({ toolCallId }: Gate): string {
  return `work/${toolCallId}`;
}
