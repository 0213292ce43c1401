/**
 * Tracks the end of a stream: whether its run has ended, what it waits for, and whether a missing end is more likely a
 * pause. The rules about the end of a run and about pauses use it.
 */
import { idOf, isKeepalive, isTerminal, type CheckedEvent } from './stream-event.ts';
import type { FrameContext, StreamContext } from './stream-rule.ts';

/** The state of the end of a stream. */
export interface StreamEndState {
  /** Type of the event that ended the run; `null` while the run has not ended. */
  readonly ended: string | null;
  /** Whether the run waits for an approval, or its last event was an `await`. */
  readonly isWaiting: boolean;
  /** Whether an approval or input may still be pending. */
  readonly isPaused: boolean;
  /** Whether the run stopped inside a tool call or between turns, where it cannot continue by itself. */
  readonly isMidway: boolean;
}

/** Tracks the frames of a stream. */
export interface EndTracker {
  take(seen: FrameContext): void;
  state(): StreamEndState;
}

/** Creates the tracker of a stream. */
export function trackEnd(context: StreamContext): EndTracker {
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
    take({ event, isForeign }) {
      if (event === null || isForeign || isKeepalive(event)) return;
      if (isTerminal(event)) {
        ended ??= event.type;
        return;
      }
      takePause(event);
      if (event.type === 'turn_complete') turnStop = event.fields['stopReason'] == null ? 'open' : 'final';
    },
    // Why: `state` runs for each event; the getters iterate over all open blocks, so they are evaluated on demand.
    state: () => ({
      ended,
      isWaiting: pending.size > 0 || isAwaiting,
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
function isPausedBefore({ run }: StreamContext): boolean {
  return run.isAwaiting || [...run.approvals.values()].includes('pending');
}

function hasOpenTool({ run }: StreamContext): boolean {
  return [...run.open].some(([key, { isCarried }]) => key.startsWith('tool ') && !isCarried);
}
