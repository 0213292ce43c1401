/** Tracks the run of a stream: the state after its earlier streams, and which of its events are new. */
import type { CaptureEnd } from '../model/exchange.ts';
import type { CheckedEvent } from './stream-event.ts';
import type { FrameContext, RunState, StreamContext } from './stream-rule.ts';
import type { StreamMemory, StreamStart } from './stream-support.ts';
import type { StreamRequest } from './stream-request.ts';

/** A context that the tracker of its run changes. */
export type TrackedContext<Run extends RunState> = {
  -readonly [Property in keyof StreamContext<Run>]: StreamContext<Run>[Property];
};

export class RunTracker<Run extends RunState> {
  readonly #context;
  readonly #memory;
  #start: StreamStart<Run> | null = null;
  #runId: string | null = null;
  #hasNew = false;
  #hasUnnumbered = false;
  #hasEnded = false;

  constructor(context: TrackedContext<Run>, memory: StreamMemory<Run>) {
    this.#context = context;
    this.#memory = memory;
  }

  /** Marks the run as incompletely read. */
  markUnreadable(): void {
    this.#context.hasUnreadableFrames = true;
    this.#memory.markUnreadable(this.#context.run);
  }

  meet(event: CheckedEvent): Pick<FrameContext, 'isForeign' | 'isRepeat'> {
    this.#start ??= this.#begin(event);
    this.#runId ??= event.runId;
    const isForeign = event.runId !== null && event.runId !== this.#runId;
    if (isForeign) return { isForeign, isRepeat: false };
    this.#hasEnded ||= event.isTerminal;
    const { run, request } = this.#context;
    const isRepeat = isRepeatOf(request, this.#start, event, this.#hasNew);
    if (event.seq === null) {
      this.#hasUnnumbered = true;
      if (isRepeat) run.isWhole = false;
    } else if (!isRepeat) {
      if (!this.#hasNew && leavesGap(this.#start, event)) run.isWhole = false;
      this.#hasNew ||= !event.isKeepalive;
      run.seq = Math.max(run.seq ?? event.seq, event.seq);
    }
    return { isForeign, isRepeat };
  }

  /** Saves the state of the run for later streams. */
  keep(end: CaptureEnd): void {
    const { run, request } = this.#context;
    const id = this.#runId ?? request.runId;
    if (this.#start === null || id === null) return;
    if (end !== 'closed' && this.#hasUnnumbered) run.isWhole = false;
    this.#memory.keep(id, run, this.#start, this.#hasEnded);
  }

  #begin(first: CheckedEvent): StreamStart<Run> {
    const start = this.#memory.begin(this.#context.request, first);
    this.#context.run = start.run;
    if (this.#context.hasUnreadableFrames) this.markUnreadable();
    return start;
  }
}

/**
 * Checks whether an earlier stream of the run already had an event. An event without `seq` counts as a repeat until the
 * stream has its first new event.
 */
function isRepeatOf(
  request: StreamRequest,
  { lastSeq }: StreamStart,
  event: CheckedEvent,
  hasNew: boolean,
): boolean {
  if (!request.mayRepeat || lastSeq === null) return false;
  return event.seq === null ? !hasNew : event.seq <= lastSeq;
}

/**
 * Checks whether events may be missing between the earlier streams and the first new event of this one. Why: a gap in
 * `seq` is legal, so the run then counts as incomplete and nothing is reported.
 */
function leavesGap({ lastSeq }: StreamStart, event: CheckedEvent): boolean {
  return lastSeq !== null && event.seq !== null && !event.isKeepalive && event.seq !== lastSeq + 1;
}
