/**
 * Plays a run inside a transaction, one scheduled event after the other, until it has to wait, pauses or ends.
 */
import { bindMachine, createMachines } from '../../../../kernel/machine/machine.ts';
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { milliseconds, type EpochMs } from '../../../../kernel/time/time.ts';
import { executionMachine, executions, executionTopic, type ExecutionTrigger } from '../execution.ts';
import { announce, beginChild, openRun, type RunStart } from './open-run.ts';
import { emitEvent } from './emit.ts';
import { expandNext, type Expansion } from './expand.ts';
import { pausedReason, type OpenAction } from './pending-action.ts';
import { startAction, nameOf, publishFailure } from './run-effects.ts';
import { runs } from './run.ts';
import type { ScheduledEvent, RunEnd, RunError, RunRecord, RunTotals } from './run.ts';
import type { Segment, TimelessEvent } from './event-body.ts';
import { boundEvents, paceFactors, advanceRunClock, pausedFor } from './new-run.ts';

interface RunResult {
  readonly end: RunEnd;
  readonly totals: RunTotals;
}

const machines = createMachines([bindMachine(executions, executionMachine)]);

/** Starts a run and plays it until it has to wait. */
export function startRun(tx: Transaction, start: RunStart): Segment {
  const run = openRun(tx, start);
  playRun(tx, run);
  return { executionId: run.id, segment: 0 };
}

/** Continues a run that still has to wait for its next event. */
export function playRun(tx: Transaction, run: RunRecord): void {
  play(tx, run, false);
}

/** Continues a run whose wait for its next event is over. */
export function resumePlayback(tx: Transaction, run: RunRecord): void {
  play(tx, run, true);
}

/** Puts scheduled events before the rest of a run, and continues it. */
export function playExpansion(tx: Transaction, { run, schedule }: Expansion): void {
  playRun(tx, { ...run, beats: [...schedule, ...run.beats.slice(run.next)], next: 0 });
}

/** Continues a paused run and begins a new segment of its stream, and of its sub-agent's. */
export function beginSegment(tx: Transaction, paused: RunRecord): { run: RunRecord; segment: Segment } {
  const run = continueRun(tx, paused);
  for (const { id } of runsOf(run).toReversed()) {
    tx.open(executionTopic(id));
    announce(tx, id, run.clock.now, true);
  }
  return { run, segment: { executionId: run.id, segment: tx.open(executionTopic(run.id)) } };
}

/** Continues a paused run. Its clock takes over the time of the pause. */
export function continueRun(tx: Transaction, paused: RunRecord): RunRecord {
  const pause = pausedFor(paused.clock, tx.at);
  const clock = { ...advanceRunClock(paused.clock, pause), since: tx.at };
  for (const { id } of runsOf(paused)) moveExecution(tx, id, { type: 'continue' });
  const { child } = paused;
  return {
    ...paused,
    clock,
    elapsed: paused.elapsed + pause,
    child: child && { ...child, run: { ...child.run, elapsed: child.run.elapsed + pause } },
  };
}

/** Returns a run and the run of the sub-agent that it has called. */
function runsOf(run: RunRecord): readonly RunRecord[] {
  return run.child === null ? [run] : [run, run.child.run];
}

/**
 * The maximum number of events and steps that a run plays without waiting, about 20 ms of work. A longer run continues after a
 * millisecond, so that other requests are served in between.
 */
const eventsPerCommit = 1_000;

/** Plays a run; `waited` is true when the delay of the first event has passed. */
function play(tx: Transaction, played: RunRecord, waited: boolean): void {
  let run = played;
  let hasWaited = waited;
  for (let count = 0; ; count += 1) {
    const scheduled = run.beats[run.next];
    if (scheduled === undefined) {
      const { run: expanded, schedule } = expandNext(boundEvents(run, countEvents(tx, run)), tx);
      run = { ...expanded, beats: schedule, next: 0 };
      continue;
    }
    const delay = Math.round(scheduled.after * paceFactors[run.pace ?? 'instant']);
    if (delay > 0 && !hasWaited) {
      tx.put(runs, run);
      waitForNext(tx, run, delay);
      return;
    }
    if (delay === 0 && run.pace !== null && count >= eventsPerCommit) {
      tx.put(runs, run);
      waitForNext(tx, run, 1);
      return;
    }
    hasWaited = false;
    run = { ...run, next: run.next + 1, clock: advanceRunClock(run.clock, scheduled.after) };
    if (!playScheduled(tx, run, scheduled)) return;
  }
}

/** Returns the number of events of a run, or of its open sub-agent if it has more. */
function countEvents(tx: Transaction, run: RunRecord): number {
  return Math.max(...runsOf(run).map(({ id }) => tx.topic(executionTopic(id))?.nextSeq ?? 0));
}

function playScheduled(tx: Transaction, run: RunRecord, scheduled: ScheduledEvent): boolean {
  if ('gates' in scheduled) {
    pauseRun(tx, run, scheduled.gates);
    return false;
  }
  if ('begin' in scheduled) beginChild(tx, run, scheduled.begin);
  else if ('emit' in scheduled) emitEvent(tx, scheduled.on ?? run.id, run.clock.now, scheduled.emit);
  else endRun(tx, scheduled.on ?? run.id, run.clock.now, scheduled);
  return !('end' in scheduled && scheduled.on === undefined);
}

function waitForNext(tx: Transaction, run: RunRecord, delay: number): void {
  tx.startTimer({
    key: scheduleTimer(run.id),
    after: milliseconds(delay),
    target: { kind: runs.name, id: run.id },
    trigger: 'beat',
    wait: true,
  });
}

/** Returns the key of the timer for the next event of a run. */
export function scheduleTimer(executionId: string): string {
  return `run/${executionId}`;
}

function pauseRun(tx: Transaction, run: RunRecord, gates: readonly OpenAction[]): void {
  tx.put(runs, { ...run, gates, clock: { ...run.clock, since: tx.at } });
  for (const action of gates) startAction(tx, run, action);
  const reason = pausedReason(run.id, gates);
  for (const { id } of runsOf(run)) moveExecution(tx, id, { type: 'pause', reason });
}

/** Ends a run: emits its last event and updates its execution. Units: `at` as the run's clock. */
export function endRun(tx: Transaction, executionId: string, at: EpochMs, { end, totals }: RunResult): void {
  const execution = tx.get(executions, executionId);
  if (execution === undefined) throw new Error(`Execution ${executionId} is not there.`);
  const finalOutput = totals.answer === '' ? null : totals.answer;
  tx.delete(runs, executionId);
  emitEvent(tx, executionId, at, endEvent(end, totals, at - execution.startedAt));
  const type = end.outcome === 'completed' ? 'complete' : 'fail';
  const error = failureOf(tx, executionId, end);
  moveExecution(tx, executionId, { type, ...end, error, finalOutput, completedAt: at });
  if (error !== null) publishFailure(tx, executionId, error);
}

/**
 * Returns why an execution failed: the error of its end, else of its failed step. Null when it did not fail or was
 * stopped.
 */
function failureOf(tx: Transaction, executionId: string, end: RunEnd): RunError | null {
  if (end.error !== null || end.outcome !== 'error') return end.error;
  const execution = tx.get(executions, executionId);
  const step = execution?.steps.find(({ status }) => status === 'failed');
  if (step !== undefined)
    return { code: 'STEP_FAILED', message: `Step "${step.name}" failed: ${step.error ?? 'no reason given'}` };
  return { code: 'RUN_FAILED', message: `${nameOf(execution)} ended without success` };
}

function moveExecution(tx: Transaction, id: string, trigger: ExecutionTrigger): void {
  const moved = machines.send(tx, { kind: executions.name, id }, trigger);
  if (!moved.ok) throw new Error(`Execution ${id} can't ${trigger.type}: ${moved.error.code}`);
}

/**
 * Returns the last event of a run: `execution_error` for a failure, else `execution_complete`.
 *
 * Units: `durationMs` is milliseconds of the run's clock since the execution began.
 */
export function endEvent(end: RunEnd, totals: RunTotals, durationMs: number): TimelessEvent {
  const { outcome, stopReason, error } = end;
  const { kind, answer, usage, iterations, host } = totals;
  const common = { kind, outcome, stopReason, ...(answer !== '' && { finalOutput: answer }) } as const;
  if (error !== null) return { type: 'execution_error', ...common, ...failureFields(error) };
  return {
    type: 'execution_complete',
    success: outcome === 'completed',
    ...common,
    iterations,
    durationMs,
    totalCost: usage.cost,
    totalTokens: { input: usage.input, output: usage.output },
    totalTokensUsed: usage.input + usage.output,
    ...host,
    ...stepFields(totals),
  };
}

/** Returns the error as an object if it has details, else as text. Source: spec/shared/events/execution_error.yaml. */
function failureFields({ code, message, details, blockReason, upgradeUrl }: RunError) {
  return {
    code,
    error: details === undefined ? message : { code, message, details: { ...details } },
    ...(blockReason !== undefined && { blockReason }),
    ...(upgradeUrl !== undefined && { upgradeUrl }),
  };
}

function stepFields({ tally: { begun, succeeded, failed } }: RunTotals) {
  if (begun === 0) return {};
  return {
    totalSteps: begun,
    successfulSteps: succeeded,
    failedSteps: failed,
    stepErrorCount: failed,
  };
}
