/**
 * Tracks the end of a stream: whether its run has ended, its pending input, and whether a missing end is more likely a
 * pause. The rules about the end of a run and about pauses use it.
 */
import { idOf, type CheckedEvent } from '../../streams/stream-event.ts';
import type { EndTracker, StreamContext } from '../../streams/stream-rule.ts';
import type { RunMemory } from './run-memory.ts';

export function trackEnd(context: StreamContext<RunMemory>): EndTracker {
  const pending = new Set<string>();
  let ended: string | null = null;
  let hasAwaited = false;
  let isAwaiting = false;
  let turnStop: 'none' | 'open' | 'final' = 'none';

  function takePause({ type, fields }: CheckedEvent): void {
    if (type === 'approval_start') pending.add(idOf(fields['approvalId']) ?? '');
    else if (type === 'approval_complete') pending.delete(idOf(fields['approvalId']) ?? '');
    else if (type === 'await') {
      hasAwaited = true;
      isAwaiting = true;
    } else isAwaiting = false;
  }

  return {
    take({ event, isForeign, isRepeat }) {
      if (event === null || isForeign || event.isKeepalive) return;
      if (!isRepeat) noteAwaiting(context, event.type);
      if (event.isTerminal) {
        ended ??= event.type;
        return;
      }
      takePause(event);
      if (event.type === 'turn_complete') turnStop = event.fields['stopReason'] == null ? 'open' : 'final';
    },
    // Why: `state` runs for each event; the getters iterate over all open blocks, so they are evaluated on demand.
    state: () => ({
      ended,
      waitsFor: pending.size > 0 || isAwaiting ? 'an approval or input' : null,
      get isPaused() {
        return pending.size > 0 || hasAwaited || isPausedBefore(context);
      },
      get isMidway() {
        return turnStop === 'open' || hasOpenTool(context);
      },
    }),
  };
}

/** Why: a stream need not repeat the pending approvals and inputs of earlier streams. */
function isPausedBefore({ run }: StreamContext<RunMemory>): boolean {
  return run.isAwaiting || [...run.approvals.values()].includes('pending');
}

function hasOpenTool({ run }: StreamContext<RunMemory>): boolean {
  return [...run.open].some(([key, { isOptional }]) => key.startsWith('tool ') && !isOptional);
}

/** Records for later streams of the run whether it awaits input; a resume request supplies that input. */
function noteAwaiting({ run, operation }: StreamContext<RunMemory>, type: string): void {
  if (type === 'await') run.isAwaiting = true;
  else if (type === 'execution_start' && operation.id.startsWith('resume')) run.isAwaiting = false;
}
