/**
 * Plays a run inside a transaction: beat after beat, until it has to wait, is held by a gate, or ends.
 */
import { bindMachine, createMachines } from '../../kernel/machines.ts';
import type { Draft } from '../../kernel/draft.ts';
import { milliseconds } from '../../kernel/units.ts';
import { executionMachine, executions } from '../execution.ts';
import type { ExecutionTrigger } from '../execution.ts';
import { beginChild } from './child.ts';
import { emitEvent } from './emit.ts';
import { endEvent } from './end-event.ts';
import { expandNext } from './expand.ts';
import type { Expansion } from './expand.ts';
import type { Gate } from './gate.ts';
import { pausedReason } from './gate.ts';
import { startGate } from './gate-timers.ts';
import { announce } from './open-execution.ts';
import { runs } from './run.ts';
import type { Beat, Pace, RunEnd, RunRecord, RunTotals } from './run.ts';
import type { Segment } from './start.ts';
import { tellFailure } from './tell-feed.ts';
import { executionTopic } from '../execution.ts';

const slowness: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.1, real: 1 };

const machines = createMachines([bindMachine(executions, executionMachine)]);

/** Goes on with a run whose next beat is still to be waited for. */
export function playRun(draft: Draft, run: RunRecord): void {
  play(draft, run, false);
}

/** Goes on with a run whose wait for its next beat is over. */
export function playOn(draft: Draft, run: RunRecord): void {
  play(draft, run, true);
}

/** Puts composed beats before what is left of a run, and goes on with it. */
export function playExpansion(draft: Draft, { run, beats }: Expansion): void {
  playRun(draft, { ...run, beats: [...beats, ...run.beats.slice(run.next)], next: 0 });
}

/** Continues the execution of a paused run with a new segment of its stream. */
export function beginSegment(draft: Draft, executionId: string): Segment {
  continueExecution(draft, executionId);
  const segment = draft.open(executionTopic(executionId));
  announce(draft, executionId, true);
  return { executionId, segment };
}

/** Continues the execution of a paused run. */
export function continueExecution(draft: Draft, executionId: string): void {
  moveExecution(draft, executionId, { type: 'continue' });
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
    const delay = Math.round(beat.after * slowness[run.pace ?? 'instant']);
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
  if ('gates' in beat) {
    hold(draft, run, beat.gates);
    return false;
  }
  if ('begin' in beat) beginChild(draft, run, beat.begin);
  else if ('emit' in beat) emitEvent(draft, beat.on ?? run.id, beat.emit);
  else endRun(draft, beat.on ?? run.id, beat.end, beat.totals);
  return !('end' in beat && beat.on === undefined);
}

function waitForBeat(draft: Draft, run: RunRecord, delay: number): void {
  draft.startTimer({
    key: beatTimer(run.id),
    after: milliseconds(delay),
    target: { kind: runs.name, id: run.id },
    trigger: 'beat',
    wait: true,
  });
}

/** Names the timer that a run waits for its next beat with. */
export function beatTimer(executionId: string): string {
  return `run/${executionId}`;
}

function hold(draft: Draft, run: RunRecord, gates: readonly Gate[]): void {
  draft.put(runs, { ...run, gates });
  for (const gate of gates) startGate(draft, run, gate);
  moveExecution(draft, run.id, { type: 'pause', reason: pausedReason(run.id, gates) });
}

/** Ends a run: writes its last event and moves its execution. */
export function endRun(draft: Draft, executionId: string, end: RunEnd, totals: RunTotals): void {
  const execution = draft.get(executions, executionId);
  if (execution === undefined) throw new Error(`Execution ${executionId} is not there.`);
  const finalOutput = totals.answer === '' ? null : totals.answer;
  draft.delete(runs, executionId);
  emitEvent(draft, executionId, endEvent(end, totals, draft.at - execution.startedAt));
  const type = end.outcome === 'completed' ? 'complete' : 'fail';
  moveExecution(draft, executionId, { type, ...end, finalOutput });
  if (end.error !== null) tellFailure(draft, executionId, end.error);
}

function moveExecution(draft: Draft, id: string, trigger: ExecutionTrigger): void {
  const moved = machines.send(draft, { kind: executions.name, id }, trigger);
  if (!moved.ok) throw new Error(`Execution ${id} can't ${trigger.type}: ${moved.error.code}`);
}
