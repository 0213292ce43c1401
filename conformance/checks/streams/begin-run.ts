/**
 * Decides with the first event of a stream what is known of its run: nothing was told before, an earlier stream is gone on
 * with, or what was told is told again.
 */
import { newRun, type RunMemory, type StreamMemory } from './stream-memory.ts';
import { carryAll } from './pairing.ts';
import { isKeepalive, type CheckedEvent } from './stream-event.ts';
import type { StreamRequest } from './stream-request.ts';

/** A run at the beginning of a stream. */
export interface StreamStart {
  readonly run: RunMemory;
  /** What memory knows the run as; 0 when it did not. */
  readonly version: number;
  /** The highest `seq` that was told before; `null` where the stream tells the run from its beginning. */
  readonly lastSeq: number | null;
}

/** Begins with the first event of a stream. */
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
 * Checks whether an event of a stream that goes on with a run was told before; what has no `seq` counts as told until one that
 * is new has come.
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
 * Checks whether something may be missing between what was told before and the first new event of a stream. Why: `seq` may
 * have gaps, so a client that leaves some is given the benefit of the doubt.
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
