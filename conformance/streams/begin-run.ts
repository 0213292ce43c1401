/**
 * Decides on the first event of a stream what memory its run starts with: an empty one, or that of an earlier stream
 * that this stream continues or repeats.
 */
import { newRun, type RunMemory, type StreamMemory } from './stream-memory.ts';
import { carryAll } from './pairing.ts';
import { isKeepalive, type CheckedEvent } from './stream-event.ts';
import type { StreamRequest } from './stream-request.ts';

/** The state of a run at the beginning of a stream. */
export interface StreamStart {
  readonly run: RunMemory;
  /** Version of the run in memory; 0 for an unknown run. */
  readonly version: number;
  /** The highest `seq` of earlier streams; `null` if this stream starts at the beginning of the run. */
  readonly lastSeq: number | null;
}

/** Looks up the run of a stream by its first event. */
export function beginRun(memory: StreamMemory, request: StreamRequest, first: CheckedEvent): StreamStart {
  const executionId = first.executionId ?? request.executionId;
  const entry = executionId === null ? null : memory.recall(executionId);
  const version = entry?.version ?? 0;
  if (startsAnew(request, first, entry?.run.seq ?? null))
    return { run: newRun(true), version, lastSeq: null };
  if (entry === null || isBeyond(request, entry.run)) return { run: newRun(false), version, lastSeq: null };
  carryAll(entry.run.open);
  return { run: entry.run, version, lastSeq: entry.run.seq };
}

/**
 * Checks whether an earlier stream of the run already had an event. An event without `seq` counts as a repeat until the
 * stream has its first new event.
 */
export function isRepeatOf(
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
export function leavesGap({ lastSeq }: StreamStart, event: CheckedEvent): boolean {
  return lastSeq !== null && event.seq !== null && !isKeepalive(event) && event.seq !== lastSeq + 1;
}

function startsAnew(
  { runEntry, after }: StreamRequest,
  { type, fields, seq }: CheckedEvent,
  knownSeq: number | null,
): boolean {
  switch (runEntry) {
    case 'start':
      return true;
    case 'reattach':
      return after === null;
    case 'resume': {
      const isAnew = type === 'execution_start' && fields['resumed'] !== true;
      return isAnew && seq !== null && knownSeq !== null && seq <= knownSeq;
    }
  }
}

function isBeyond({ runEntry, after }: StreamRequest, { seq }: RunMemory): boolean {
  return runEntry === 'reattach' && !(after !== null && seq !== null && after <= seq);
}
