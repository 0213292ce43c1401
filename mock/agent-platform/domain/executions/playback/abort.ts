/**
 * Stops a run while it is played. Everything that is open on the stream is closed first, so that no client waits for
 * the rest of a message.
 */
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { createBuilder } from './step-builder.ts';
import { closeTurn } from './turns.ts';
import { emitEvent } from './emit.ts';
import { scheduleTimer, endRun } from './play.ts';
import { paceFactors, advanceRunClock, totalsOf } from './new-run.ts';
import { runs, type ScheduledEvent, type RunEnd, type RunRecord } from './run.ts';
import type { TimelessEvent } from './event-body.ts';
import { closeFlowStep } from './steps/flow.ts';
import { finishChild } from './steps/subagent.ts';

const stopped: RunEnd = { outcome: 'aborted', stopReason: 'unknown', error: null };
const reason = 'The run was stopped';

/** Stops the run of an execution that is neither paused nor finished; does nothing otherwise. */
export function abortRun(tx: Transaction, executionId: string): void {
  const run = tx.get(runs, executionId);
  if (run === undefined || run.gates.length > 0) return;
  const left = run.beats.slice(run.next);
  const waited = waitedFor(tx, run);
  const at = advanceRunClock(run.clock, waited).now;
  tx.cancelTimer(scheduleTimer(executionId));
  const early = delayOf(left) + run.pending - waited;
  const builder = createBuilder(openPart(run, left, early), tx);
  if (builder.run.child !== null) finishChild(builder, stopped);
  closeFlowStep(builder, reason, stopped.stopReason);
  closeTurn(builder);
  for (const closer of closersAmong(left)) {
    const before = left.slice(0, left.indexOf(closer) + 1);
    emitEvent(tx, closer.on ?? executionId, at, cutShort(closer.emit, delayOf(before) - waited));
  }
  for (const scheduled of left) {
    if ('end' in scheduled && scheduled.on !== undefined && !isNotStarted(left, scheduled.on))
      endRun(tx, scheduled.on, at, { end: stopped, totals: scheduled.totals });
  }
  for (const scheduled of builder.schedule) {
    if ('emit' in scheduled) emitEvent(tx, scheduled.on ?? executionId, at, scheduled.emit);
    else if ('end' in scheduled) endRun(tx, scheduled.on ?? executionId, at, scheduled);
  }
  endRun(tx, executionId, at, { end: stopped, totals: totalsOf(builder.run) });
}

/** Returns how long it takes to play events. Units: milliseconds of the real pace. */
function delayOf(events: readonly ScheduledEvent[]): number {
  return events.reduce((sum, { after }) => sum + after, 0);
}

/** Returns how much of the delay before the next event has passed. Units: milliseconds of the real pace. */
function waitedFor(tx: Transaction, { id, beats, next, pace }: RunRecord): number {
  const timer = tx.timer(scheduleTimer(id));
  const silence = beats[next]?.after ?? 0;
  if (timer === undefined || pace === null || paceFactors[pace] === 0) return 0;
  return Math.max(0, silence - (timer.due - tx.at) / paceFactors[pace]);
}

type ScheduledEmit = Extract<ScheduledEvent, { readonly emit: TimelessEvent }>;

/** Returns the events that close blocks that are open: those whose opening event is not among the remaining ones. */
function closersAmong(left: readonly ScheduledEvent[]): readonly ScheduledEmit[] {
  const events = left.filter((scheduled): scheduled is ScheduledEmit => 'emit' in scheduled);
  const opened = new Set(events.filter(({ emit }) => emit.type.endsWith('_start')).map(blockOf));
  return events.filter((scheduled) => isCloser(scheduled.emit) && !opened.has(blockOf(scheduled)));
}

/**
 * Returns whether an event closes a block: neither the complete parameters of a tool call nor the end of the execution
 * do.
 */
function isCloser({ type }: TimelessEvent): boolean {
  return type.endsWith('_complete') && type !== 'tool_input_complete' && type !== 'execution_complete';
}

function blockOf({ emit, on = '' }: ScheduledEmit): string {
  const fields = emit as { readonly id?: string; readonly toolCallId?: string };
  const family = emit.type.slice(0, emit.type.lastIndexOf('_'));
  return `${on}/${family}/${fields.id ?? fields.toolCallId ?? ''}`;
}

/**
 * Returns the closing event of an interrupted block, without the parts that were not emitted. Units: `early` is how much
 * sooner it ends than planned, in milliseconds.
 */
function cutShort(event: TimelessEvent, early: number): TimelessEvent {
  if (event.type === 'tool_complete') {
    const { result: _, ...rest } = event;
    const executionTime = Math.max(0, (rest.executionTime ?? 0) - early);
    return { ...rest, success: false, error: reason, executionTime };
  }
  if (event.type === 'model_call_complete' || event.type === 'step_complete') {
    const { durationMs = 0 } = event;
    return { ...event, durationMs: Math.max(0, durationMs - early) };
  }
  if (event.type === 'text_complete' || event.type === 'reasoning_complete') {
    const { text: _, ...rest } = event;
    return rest;
  }
  return event.type === 'media_complete' ? { type: 'media_complete', id: event.id } : event;
}

/**
 * Returns the run with only the turn, the model call, the step and the sub-agent that are open on the stream. Units: `early`
 * is how much sooner it ends than planned, in milliseconds.
 */
function openPart(run: RunRecord, left: readonly ScheduledEvent[], early: number, on?: string): RunRecord {
  const toCome = new Set(
    left.flatMap((scheduled) => ('emit' in scheduled && scheduled.on === on ? idOf(scheduled.emit) : [])),
  );
  const { turn, modelCall, flowStep, child } = run;
  const isOpen = child !== null && !isNotStarted(left, child.run.id);
  return {
    ...run,
    beats: [],
    pending: 0,
    elapsed: Math.max(0, run.elapsed - early),
    turn: turn && toCome.has(turn.id) ? null : turn,
    modelCall: modelCall && toCome.has(modelCall.id) ? null : modelCall,
    flowStep: flowStep && toCome.has(flowStep.id) ? null : flowStep,
    child: isOpen ? { ...child, run: openPart(child.run, left, early, child.run.id) } : null,
  };
}

function idOf(event: TimelessEvent): string[] {
  return event.type === 'turn_start' || event.type === 'model_call_start' || event.type === 'step_start'
    ? [event.id]
    : [];
}

function isNotStarted(left: readonly ScheduledEvent[], executionId: string): boolean {
  return left.some((scheduled) => 'begin' in scheduled && scheduled.begin.executionId === executionId);
}
