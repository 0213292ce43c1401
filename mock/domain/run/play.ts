/**
 * Plays a run inside a transaction: beat after beat, until it has to wait, is held by a gate, or ends.
 */
import { approvalMachine, approvalTimer, approvals } from '../approval.ts';
import type { ApprovalTrigger } from '../approval.ts';
import { executionMachine, executions } from '../execution.ts';
import type { ExecutionTrigger } from '../execution.ts';
import { bindMachine, createMachines } from '../../kernel/machines.ts';
import type { Binding } from '../../kernel/machines.ts';
import type { Draft } from '../../kernel/draft.ts';
import type { Trigger } from '../../kernel/trigger.ts';
import { ok, refuse } from '../../kernel/result.ts';
import { after, milliseconds } from '../../kernel/units.ts';
import { emitEvent } from './emit.ts';
import type { TimelessEvent } from './emit.ts';
import { defaultApprovalTimeout, defaultApprover, expandNext } from './expand.ts';
import type { Expansion } from './expand.ts';
import { pausedReason } from './paused-reason.ts';
import { runs } from './run.ts';
import type { ApprovalGate, Beat, Gate, Pace, RunEnd, RunRecord } from './run.ts';
import { tellApproval, tellFailure } from './tell-feed.ts';

const slowness: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.1, real: 1 };

/** What a timer or an approval sends to a run. */
type RunTrigger = { readonly type: 'beat' } | { readonly type: 'expire'; readonly approvalId: string };

/** Goes on with a run whose next beat is still to be waited for. */
export function playRun(draft: Draft, run: RunRecord): void {
  play(draft, run, false);
}

/** Puts composed beats before what is left of a run, and goes on with it. */
export function playExpansion(draft: Draft, { run, beats }: Expansion): void {
  playRun(draft, { ...run, beats: [...beats, ...run.beats.slice(run.next)], next: 0 });
}

/** How triggers reach the records of runs: executions and approvals by their machines, a run by playing it. */
export const runBindings: readonly Binding[] = [
  bindMachine(executions, executionMachine),
  bindMachine(approvals, approvalMachine),
  {
    kind: runs.name,
    move(draft, id, trigger) {
      const run = draft.get(runs, id);
      if (run === undefined) return refuse({ code: 'TARGET_UNKNOWN', target: { kind: runs.name, id } });
      takeTrigger(draft, run, trigger as Trigger & RunTrigger);
      return ok({ record: run, effects: [] });
    },
  },
];

const machines = createMachines(runBindings);

/** Moves an approval by an answer that was found to be for it. */
export function sendToApproval(draft: Draft, id: string, trigger: ApprovalTrigger): void {
  const moved = machines.send(draft, { kind: approvals.name, id }, trigger);
  if (!moved.ok) throw new Error(`Approval ${id} can't ${trigger.type}: ${moved.error.code}`);
}

/** Continues the execution of a paused run. */
export function continueExecution(draft: Draft, executionId: string): void {
  moveExecution(draft, executionId, { type: 'continue' });
}

function takeTrigger(draft: Draft, run: RunRecord, trigger: RunTrigger): void {
  switch (trigger.type) {
    case 'beat':
      play(draft, run, true);
      return;
    case 'expire':
      expire(draft, run, trigger.approvalId);
  }
}

/** `waited` tells that the delay of the first beat has passed. */
function play(draft: Draft, played: RunRecord, waited: boolean): void {
  let run = played;
  let hasWaited = waited;
  for (;;) {
    const beat = run.beats[run.next];
    if (beat === undefined) {
      const { run: expanded, beats } = expandNext(run, draft);
      run = { ...expanded, beats, next: 0 };
      continue;
    }
    const delay = Math.round(beat.after * slowness[run.pace]);
    if (delay > 0 && !hasWaited) {
      draft.put(runs, run);
      waitForBeat(draft, run, delay);
      return;
    }
    hasWaited = false;
    run = { ...run, next: run.next + 1 };
    if (!playBeat(draft, run, beat)) return;
  }
}

/** Plays one beat; tells whether the run goes on. */
function playBeat(draft: Draft, run: RunRecord, beat: Beat): boolean {
  if ('emit' in beat) {
    emitEvent(draft, run.id, beat.emit);
    return true;
  }
  if ('rest' in beat) return true;
  if ('gates' in beat) hold(draft, run, beat.gates);
  else endRun(draft, run, beat.end);
  return false;
}

function waitForBeat(draft: Draft, run: RunRecord, delay: number): void {
  draft.startTimer({
    key: `run/${run.id}`,
    after: milliseconds(delay),
    target: { kind: runs.name, id: run.id },
    trigger: 'beat',
    wait: true,
  });
}

function hold(draft: Draft, run: RunRecord, gates: readonly Gate[]): void {
  draft.put(runs, { ...run, gates });
  for (const gate of gates) {
    if (gate.kind === 'approval') requestApproval(draft, run, gate);
  }
  moveExecution(draft, run.id, { type: 'pause', reason: pausedReason(run.id, gates) });
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

function expire(draft: Draft, run: RunRecord, approvalId: string): void {
  continueExecution(draft, run.id);
  emitEvent(draft, run.id, {
    type: 'approval_complete',
    approvalId,
    decision: 'timeout',
    resolvedBy: 'system',
  });
  endRun(draft, run, {
    outcome: 'error',
    stopReason: 'error',
    error: { code: 'APPROVAL_TIMEOUT', message: 'Nobody answered the approval in time.' },
  });
}

function endRun(draft: Draft, run: RunRecord, end: RunEnd): void {
  const finalOutput = run.answer === '' ? null : run.answer;
  draft.delete(runs, run.id);
  emitEvent(draft, run.id, endEvent(draft, run, end, finalOutput));
  moveExecution(draft, run.id, { type: end.error === null ? 'complete' : 'fail', ...end, finalOutput });
  if (end.error !== null) tellFailure(draft, run.id, end.error);
}

function endEvent(draft: Draft, run: RunRecord, end: RunEnd, finalOutput: string | null): TimelessEvent {
  const { outcome, stopReason, error } = end;
  const told = { kind: 'agent', outcome, stopReason, ...(finalOutput !== null && { finalOutput }) } as const;
  if (error !== null) return { type: 'execution_error', ...told, code: error.code, error };
  const { usage, iteration } = run;
  return {
    type: 'execution_complete',
    success: true,
    ...told,
    iterations: iteration,
    durationMs: draft.at - startOf(draft, run.id),
    totalCost: usage.cost,
    totalTokens: { input: usage.input, output: usage.output },
    totalTokensUsed: usage.input + usage.output,
  };
}

function startOf(draft: Draft, executionId: string): number {
  return draft.get(executions, executionId)?.startedAt ?? draft.at;
}

function moveExecution(draft: Draft, id: string, trigger: ExecutionTrigger): void {
  const moved = machines.send(draft, { kind: executions.name, id }, trigger);
  if (!moved.ok) throw new Error(`Execution ${id} can't ${trigger.type}: ${moved.error.code}`);
}
