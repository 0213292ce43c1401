/**
 * Decisions on approvals. A decision opens a new segment of the stream, which starts with `execution_start`.
 */
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { bindMachine, createMachines } from '../../../../kernel/machine/machine.ts';
import { ok, err, type Result } from '../../../../kernel/transaction/result.ts';
import { approvalMachine, approvals, type ApprovalRecord } from '../../approvals/approval.ts';
import type { ApprovalError } from '../../errors.ts';
import { executions, type ExecutionRecord } from '../execution.ts';
import { admittedSteps, nextPace, type PaceOptions } from './new-run.ts';
import { createBuilder, emit, end, type StepBuilder } from './step-builder.ts';
import { changeTurn, closeTurn, openNextTurn } from './turns.ts';
import { plannedEnds } from './expand.ts';
import type { OpenApproval } from './pending-action.ts';
import { stopAction } from './run-effects.ts';
import { beginSegment, continueRun, playExpansion } from './play.ts';
import { runs, type PlannedStep, type RunRecord } from './run.ts';
import type { Segment } from './event-body.ts';
import { failRun, closeFlowStep } from './steps/flow.ts';
import { buildCurrent, finishChild, repeatCallStart } from './steps/subagent.ts';
import { playTool } from './tool-calls.ts';

export interface ApprovalDecision {
  readonly executionId: string;
  readonly approvalId: string;
  readonly decision: 'approved' | 'denied';
  readonly note: string | null;
}

const machines = createMachines([bindMachine(approvals, approvalMachine)]);

/**
 * Finds the approval that a decision is for.
 *
 * Errors: APPROVAL_ALREADY_RESOLVED when it was decided before; APPROVAL_EXPIRED when its time ran out; NOT_PAUSED when
 * the execution waits for no approval; APPROVAL_MISMATCH when it waits for another one.
 * Source: assumption A-074.
 */
export function findPendingApproval(
  tx: Transaction,
  execution: ExecutionRecord,
  approvalId: string,
): Result<ApprovalRecord, Exclude<ApprovalError, { readonly code: 'EXECUTION_NOT_FOUND' }>> {
  const approval = tx.get(approvals, approvalId);
  const match = approval?.executionId === execution.id ? approval : undefined;
  if (match?.status === 'pending') return ok(match);
  if (match?.status === 'timeout') return err({ code: 'APPROVAL_EXPIRED', approvalId });
  if (match !== undefined) return err({ code: 'APPROVAL_ALREADY_RESOLVED', approvalId });
  const pending = pendingApproval(tx, execution.id);
  if (pending === null) return err({ code: 'NOT_PAUSED', executionId: execution.id, waitsFor: 'approval' });
  return err({ code: 'APPROVAL_MISMATCH', approvalId, pending: pending.approvalId });
}

/**
 * Resolves an approval and continues its run.
 *
 * Shape: a denied run plays the `denied` steps of its scenario instead of the remaining ones.
 * Errors: those of `findPendingApproval`, and EXECUTION_NOT_FOUND.
 */
export function decideApproval(
  tx: Transaction,
  response: ApprovalDecision,
  pace: PaceOptions,
): Result<Segment, ApprovalError> {
  const { executionId, approvalId, decision, note } = response;
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return err({ code: 'EXECUTION_NOT_FOUND', executionId });
  const approval = findPendingApproval(tx, execution, approvalId);
  if (!approval.ok) return approval;
  moveApproval(tx, approvalId, decision, note);

  const action = pendingApproval(tx, executionId);
  if (action === null) throw new Error(`No gate of ${executionId} waits for approval ${approvalId}.`);
  const { run, segment } = beginSegment(tx, requireRun(tx, executionId));
  const steps = admittedSteps(tx, run.steps);
  const builder = createBuilder({ ...run, steps, gates: [], pace: nextPace(run.pace, pace) }, tx);
  buildCurrent(builder, (current) => {
    emit(current, { type: 'approval_complete', approvalId, decision, resolvedBy: 'user' });
  });
  repeatCallStart(builder);
  buildCurrent(builder, (current) => {
    if (decision === 'approved') playApproved(current, action);
    else current.run = { ...current.run, steps: stepsWhenDenied(current.run, action) };
  });
  playExpansion(tx, { run: builder.run, schedule: builder.schedule });
  return ok(segment);
}

/** Plays an approved tool in a turn, in which the model continues; in a step of a flow no turn is needed. */
function playApproved(builder: StepBuilder, { tool, toolCallId }: OpenApproval): void {
  openNextTurn(builder);
  changeTurn(builder, { toolCalls: 1 });
  if (tool.grants !== true) {
    playTool(builder, tool, toolCallId);
    return;
  }
  const { run } = builder;
  const grant = { toolCallId, parameters: tool.parameters ?? {} };
  builder.run = { ...run, grants: { ...run.grants, [tool.name]: grant } };
}

/** Ends a run whose approval was not decided in time. Source: assumption A-044. */
export function expireApproval(tx: Transaction, paused: RunRecord, approvalId: string): void {
  const run = continueRun(tx, paused);
  const builder = createBuilder({ ...run, gates: [] }, tx);
  buildCurrent(builder, (current) => {
    emit(current, { type: 'approval_complete', approvalId, decision: 'timeout', resolvedBy: 'system' });
  });
  const error = { code: 'APPROVAL_TIMEOUT', message: 'The approval was not decided in time.' };
  if (run.child !== null) {
    repeatCallStart(builder);
    finishChild(builder, { outcome: 'error', stopReason: 'error', error });
  }
  failRun(builder, error);
  playExpansion(tx, { run: { ...builder.run, pace: 'instant' }, schedule: builder.schedule });
}

/** Stops a paused run; a pending approval is denied by the system. */
export function abortPausedRun(tx: Transaction, paused: RunRecord): void {
  const approval = pendingApproval(tx, paused.id);
  for (const action of paused.gates) stopAction(tx, action);
  if (approval !== null) moveApproval(tx, approval.approvalId, 'denied', 'The run was stopped');
  const builder = createBuilder({ ...continueRun(tx, paused), gates: [] }, tx);
  if (approval !== null) {
    const { approvalId } = approval;
    buildCurrent(builder, (current) => {
      emit(current, { type: 'approval_complete', approvalId, decision: 'denied', resolvedBy: 'system' });
    });
  }
  repeatCallStart(builder);
  const stopped = { outcome: 'aborted', stopReason: 'unknown', error: null } as const;
  if (builder.run.child !== null) finishChild(builder, stopped);
  closeFlowStep(builder, 'The run was stopped', stopped.stopReason);
  closeTurn(builder, stopped.stopReason);
  end(builder, stopped);
  playExpansion(tx, { run: { ...builder.run, pace: 'instant' }, schedule: builder.schedule });
}

/** Returns the pending approval of an execution, null when there is none. */
export function pendingApproval(tx: Transaction, executionId: string): OpenApproval | null {
  const gates = tx.get(runs, executionId)?.gates ?? [];
  return gates.find((action): action is OpenApproval => action.kind === 'approval') ?? null;
}

function moveApproval(
  tx: Transaction,
  id: string,
  decision: ApprovalDecision['decision'],
  note: string | null,
): void {
  const type = decision === 'approved' ? 'approve' : 'deny';
  const moved = machines.send(tx, { kind: approvals.name, id }, { type, note });
  if (!moved.ok) throw new Error(`Approval ${id} can't ${type}: ${moved.error.code}`);
}

/** Returns the steps after a denial; the step of a flow that contains the approval is still completed. */
function stepsWhenDenied({ steps }: RunRecord, { tool }: OpenApproval): readonly PlannedStep[] {
  return [...(tool.denied ?? []), ...plannedEnds(steps)];
}

function requireRun(tx: Transaction, executionId: string): RunRecord {
  const run = tx.get(runs, executionId);
  if (run === undefined) throw new Error(`Execution ${executionId} has no run.`);
  return run;
}
