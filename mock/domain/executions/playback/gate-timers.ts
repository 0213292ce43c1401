/**
 * The clocks of gates: an approval that nobody answers ends, work that goes on by itself finishes.
 */
import type { Draft } from '../../../kernel/transaction/transaction.ts';
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
export function startGate(draft: Draft, run: RunRecord, gate: Gate): void {
  if (gate.kind === 'approval') requestApproval(draft, run, gate);
  else if (isBackground(gate)) startWork(draft, run, gate);
}

/** Stops the clock of a gate that was answered before. */
export function stopGate(draft: Draft, gate: Gate): void {
  draft.cancelTimer(gate.kind === 'approval' ? approvalTimer(gate.approvalId) : workTimer(gate));
}

function requestApproval(draft: Draft, run: RunRecord, gate: ApprovalGate): void {
  const { approvalId, toolCallId, tool } = gate;
  const expiresAt = after(draft.at, milliseconds(tool.timeout ?? defaultApprovalTimeout));
  draft.put(approvals, {
    id: approvalId,
    executionId: run.id,
    toolCallId,
    toolName: tool.name,
    parameters: tool.parameters ?? {},
    approver: tool.approver ?? defaultApprover,
    status: 'pending',
    requestedAt: draft.at,
    expiresAt,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
  });
  draft.startTimer({
    key: approvalTimer(approvalId),
    due: expiresAt,
    target: { kind: approvals.name, id: approvalId },
    trigger: 'expire',
  });
  tellApproval(draft, run.id, gate);
}

/** Work that a run already waits for goes on when the run is held again. */
function startWork(draft: Draft, run: RunRecord, gate: BackgroundGate): void {
  const key = workTimer(gate);
  if (draft.timer(key) !== undefined) return;
  draft.startTimer({
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
