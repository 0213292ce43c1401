/**
 * Selects the memory of a run by the first event of its stream: an empty one, or that of an earlier stream that this
 * stream continues or repeats.
 */
import { makeAllOptional } from '../../streams/pairing.ts';
import type { CheckedEvent } from '../../streams/stream-event.ts';
import type { StreamRequest } from '../../streams/stream-request.ts';
import type { StreamMemory, StreamStart } from '../../streams/stream-support.ts';
import { createRunStore, forgetDetails, newRun, type RunMemory, type RunStore } from './run-memory.ts';

/** Creates the memory of the streams in one part of an implementation. */
export function createRunMemory(): StreamMemory<RunMemory> {
  const store = createRunStore();
  return {
    newRun,
    begin: (request, first) => beginRun(store, request, first),
    // Why: an unreadable event may have opened, closed or changed anything.
    markUnreadable(run) {
      run.isWhole = false;
      run.texts.clear();
      run.state = { kind: 'unknown' };
    },
    keep(runId, run, { version }, hasEnded) {
      if (hasEnded) forgetDetails(run);
      store.keep(runId, run, version);
    },
  };
}

/** Looks up the run of a stream by its first event. */
function beginRun(store: RunStore, request: StreamRequest, first: CheckedEvent): StreamStart<RunMemory> {
  const runId = first.runId ?? request.runId;
  const entry = runId === null ? null : store.recall(runId);
  const version = entry?.version ?? 0;
  if (startsAnew(request, first, entry?.run.seq ?? null))
    return { run: newRun(true), version, lastSeq: null };
  if (entry === null || isBeyond(request, entry.run)) return { run: newRun(false), version, lastSeq: null };
  makeAllOptional(entry.run.open);
  return { run: entry.run, version, lastSeq: entry.run.seq };
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
