/**
 * S09, S10: a run has exactly one terminal event, as its last event; a stream that closes without one reports what its
 * run waits for.
 */
import type { Problem } from '../model/finding.ts';
import { isDone } from './frames.ts';
import { trackEnd, type StreamEndState } from './track-end.ts';
import { isKeepalive, isSuccess, isTerminal, type CheckedEvent } from './stream-event.ts';
import type { Ending, FrameContext, StreamContext, StreamRule } from './stream-rule.ts';

/** Why a warning: the source names the last event of a run, and does not say that pings count as such. */
function late(at: FrameContext['at']): Pick<Problem, 'at' | 'severity' | 'facts'> {
  return { at: at('type'), severity: 'warn', facts: ['F-6.1.2-002', 'F-6.1.2-003'] };
}

const atEnd = { at: 'end of stream' } as const;

/** The basis of rules that the source does not state. */
const undocumented = { ...atEnd, severity: 'warn', facts: [] } as const;

/** S09. Shape: reports at most one event after the end of the run. */
export const endRule: StreamRule = {
  check: 'S09',
  open(context) {
    const tracker = trackEnd(context);
    let isReported = false;
    let hasLatePing = false;
    return {
      take(frameContext) {
        const { event, isForeign, frame, at } = frameContext;
        const { ended } = tracker.state();
        tracker.take(frameContext);
        if (isForeign || isReported || (event === null && isDone(frame))) return null;
        if (ended === null) return event !== null && isTerminal(event) ? [] : null;
        if (event !== null && isKeepalive(event)) {
          if (hasLatePing) return null;
          hasLatePing = true;
          return [
            { message: `A ping follows ${ended}, after which there is nothing to keep alive.`, ...late(at) },
          ];
        }
        isReported = true;
        if (event === null) return [];
        const message = isTerminal(event)
          ? `The run ends a second time: ${event.type} follows ${ended}.`
          : `${event.type} follows ${ended}, which had ended the run.`;
        return [{ message, at: at('type'), ...(event.isKnown ? {} : { severity: 'warn' as const }) }];
      },
      end: (ending) => checkEnd(context, tracker.state(), ending),
    };
  },
};

function checkEnd(
  context: StreamContext,
  endState: StreamEndState,
  ending: Ending,
): readonly Problem[] | null {
  const isOver = endState.ended !== null || endState.isPaused;
  switch (ending.end) {
    case 'stopped':
    case 'total':
    case 'events':
    case 'bytes':
      return endState.ended === null ? null : [];
    case 'first-byte':
      return [{ message: 'The stream did not begin before the timeout.', ...undocumented }];
    case 'idle':
      return [
        {
          message: isOver
            ? 'The stream stays open after its run has ended or paused.'
            : 'The stream went silent without a keep-alive ping.',
          ...undocumented,
          facts: isOver ? [] : ['F-6.1.2-003'],
        },
      ];
    case 'broken':
      return [
        {
          message: isOver
            ? 'The connection was reset or broke after the run had ended or paused, instead of being closed.'
            : 'The connection was reset or broke before the run had ended or paused.',
          ...(isOver ? undocumented : atEnd),
        },
      ];
    case 'closed':
      return checkClosed(context, endState, ending);
  }
}

function checkClosed(
  context: StreamContext,
  endState: StreamEndState,
  { rest, status, count }: Ending,
): readonly Problem[] | null {
  if (/^data\b/m.test(rest))
    return [
      {
        message: 'The last event is not terminated by an empty line, so clients drop it.',
        ...undocumented,
        assumption: 'A-FRAME',
      },
    ];
  if (endState.ended !== null) return [];
  if (status === 'paused') return null;
  if (status !== null)
    return context.hasUnreadableFrames
      ? null
      : [
          {
            message: `A run with the status ${status} has no terminal event.`,
            ...atEnd,
            severity: 'warn',
          },
        ];
  return missesEnd(context, endState, count) && !endState.isMidway ? [missing] : null;
}

/** Checks whether a closed stream lacks an end or a pause. */
function missesEnd(
  { request, run, hasUnreadableFrames }: StreamContext,
  endState: StreamEndState,
  count: number,
): boolean {
  if (endState.ended !== null || endState.isPaused || hasUnreadableFrames) return false;
  // Why: a reattached stream may have no new events, and the event that paused the run may be among those it missed.
  return request.runEntry !== 'reattach' && (run.isWhole || count === 0);
}

/** Why: an ended run looks like a paused one from outside, and the source requires an event only for the end. */
const missing: Problem = {
  message: 'The stream was closed without an event that ends or pauses the run.',
  ...undocumented,
  assumption: 'A-114',
};

/** S10. */
export const pauseRule: StreamRule = {
  check: 'S10',
  open(context) {
    const tracker = trackEnd(context);
    return {
      take(frameContext) {
        const { event, isForeign, isRepeat, at } = frameContext;
        const { ended, isWaiting } = tracker.state();
        tracker.take(frameContext);
        if (event === null || isForeign) return null;
        if (!isRepeat) noteAwaiting(context, event.type);
        if (!isSuccess(event) || !isWaiting || ended !== null) return null;
        return [
          {
            message: `The run ends with ${event.type} while it waits for an approval or input.`,
            at: at('type'),
          },
        ];
      },
      end({ end, status, count }) {
        if (end !== 'closed') return null;
        const endState = tracker.state();
        if (status === 'paused' && endState.ended !== null)
          return [{ message: `A run with the status paused has ended with ${endState.ended}.`, ...atEnd }];
        if (endState.ended !== null) return null;
        if (endState.isPaused) return [];
        if (status === 'paused')
          return context.run.isWhole && !context.hasUnreadableFrames
            ? [{ message: 'A paused run has neither approval_start nor await.', ...atEnd }]
            : null;
        return status === null && endState.isMidway && missesEnd(context, endState, count) ? [missing] : null;
      },
    };
  },
};

/** Records for later streams of the run whether it awaits input; a resume request supplies that input. */
function noteAwaiting({ run, operation }: StreamContext, type: string): void {
  if (type === 'await') run.isAwaiting = true;
  else if (type === 'execution_start' && operation.id.startsWith('resume')) run.isAwaiting = false;
}

/** The outcome of a run. */
export type RunOutcome = 'completed' | 'error';

/** Returns the outcome that a terminal event implies without its `outcome` property; `null` for other events. */
export function impliedOutcome({ type, fields }: CheckedEvent): RunOutcome | null {
  if (type === 'execution_error') return 'error';
  if (type !== 'execution_complete') return null;
  return fields['success'] === false ? 'error' : 'completed';
}

/** S14. Shape: S04 reports an outcome that the contract does not declare. */
export const outcomeRule: StreamRule = {
  check: 'S14',
  open: () => ({
    take({ event, isForeign, at }) {
      const implied = event === null || isForeign ? null : impliedOutcome(event);
      if (event === null || implied === null) return null;
      const { outcome } = event.fields;
      const agrees =
        implied === 'completed' ? outcome !== 'error' && outcome !== 'aborted' : outcome !== 'completed';
      if (agrees) return [];
      const ending =
        event.type === 'execution_error'
          ? event.type
          : `${event.type} with success ${String(event.fields['success'])}`;
      return [
        {
          message: `${ending} has the outcome ${String(outcome)}.`,
          at: at('outcome'),
          severity: 'warn',
        },
      ];
    },
  }),
};
