/**
 * Follows how a stream comes to its end: whether its run has ended, what it waits for, and what a missing end is most likely
 * to be. Read by the rules about the end of a run and about its pauses.
 */
import { idOf, isKeepalive, isTerminal, type CheckedEvent } from './stream-event.ts';
import type { FrameContext, StreamContext } from './stream-rule.ts';

/** What was seen of a stream's end. */
export interface StreamEndState {
  /** Type of the event that ended the run; `null` while none has. */
  readonly ended: string | null;
  /** Whether the run has just told of something that it waits for, and gone on with nothing since. */
  readonly isWaiting: boolean;
  /** Whether somebody may still have to answer, as far as this stream has told. */
  readonly isPaused: boolean;
  /** Whether the run was in the middle of what it can't go on with by itself. */
  readonly isMidway: boolean;
}

/** Takes the frames of a stream. */
export interface EndTracker {
  take(seen: FrameContext): void;
  look(): StreamEndState;
}

/** Starts to follow a stream. */
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
    // Why: a look is taken at each event, and what it needs not must not go through all that is open.
    look: () => ({
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

/** Why: what an earlier stream waits for need not be told again, when only something else was answered. */
function isPausedBefore({ run }: StreamContext): boolean {
  return run.isAwaiting || [...run.approvals.values()].includes('pending');
}

function hasOpenTool({ run }: StreamContext): boolean {
  return [...run.open].some(([key, { isCarried }]) => key.startsWith('tool ') && !isCarried);
}
