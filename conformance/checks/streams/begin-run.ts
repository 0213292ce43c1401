/**
 * Decides with the first event of a stream what is known of its run: nothing was told before, an earlier stream is gone on
 * with, or what was told is told again.
 */
import { newRun, type RunMemory, type StreamMemory } from './memory.ts';
import { carryAll } from './pairing.ts';
import { isKeepalive, type StreamEvent } from './stream-event.ts';
import type { StreamRequest } from './stream-request.ts';

/** A run at the beginning of a stream. */
export interface BegunRun {
  readonly run: RunMemory;
  /** What memory knows the run as; 0 when it did not. */
  readonly version: number;
  /** The highest `seq` that was told before; `null` where the stream tells the run from its beginning. */
  readonly toldUntil: number | null;
}

/** Begins with the first event of a stream. */
export function beginRun(memory: StreamMemory, request: StreamRequest, first: StreamEvent): BegunRun {
  const executionId = first.executionId ?? request.executionId;
  const known = executionId === null ? null : memory.recall(executionId);
  const version = known?.version ?? 0;
  if (isToldFromTheStart(request, first, known?.run.seq ?? null))
    return { run: newRun(true), version, toldUntil: null };
  if (known === null || isBeyond(request, known.run)) return { run: newRun(false), version, toldUntil: null };
  carryAll(known.run.open);
  return { run: known.run, version, toldUntil: known.run.seq };
}

/**
 * Says whether an event of a stream that goes on with a run was told before; what has no `seq` counts as told until one that
 * is new has come.
 */
export function isToldBefore(
  request: StreamRequest,
  { toldUntil }: BegunRun,
  event: StreamEvent,
  hasNew: boolean,
): boolean {
  if (!request.mayRepeat || toldUntil === null) return false;
  return event.seq === null ? !hasNew : event.seq <= toldUntil;
}

/**
 * Says whether something may be missing between what was told before and the first new event of a stream. Why: `seq` may
 * have gaps, so whoever leaves some is given the benefit of the doubt.
 */
export function leavesGap({ toldUntil }: BegunRun, event: StreamEvent): boolean {
  return toldUntil !== null && event.seq !== null && !isKeepalive(event) && event.seq !== toldUntil + 1;
}

function isToldFromTheStart(
  { tale, after }: StreamRequest,
  { type, fields, seq }: StreamEvent,
  knownSeq: number | null,
): boolean {
  switch (tale) {
    case 'begun':
      return true;
    case 'rejoined':
      return after === null;
    case 'continued': {
      const isAnew = type === 'execution_start' && fields['resumed'] !== true;
      return isAnew && seq !== null && knownSeq !== null && seq <= knownSeq;
    }
  }
}

function isBeyond({ tale, after }: StreamRequest, { seq }: RunMemory): boolean {
  return tale === 'rejoined' && !(after !== null && seq !== null && after <= seq);
}
