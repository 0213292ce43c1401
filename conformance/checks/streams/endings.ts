/**
 * S09, S10: a run that ends says so once and at the end; a stream that closes before that says what its run waits for.
 */
import type { Problem } from '../../engine/finding.ts';
import { isDone } from './frames.ts';
import { followEnd, type EndInSight } from './follow-end.ts';
import { isKeepalive, isSuccess, isTerminal } from './stream-event.ts';
import type { Ending, StreamContext, StreamRule } from './stream-rule.ts';

const atEnd = { at: 'end of stream' } as const;

/** What the source says nothing of. */
const unsaid = { ...atEnd, severity: 'warn', facts: [] } as const;

/** S09. Shape: what follows the end of a run is told once. */
export const endRule: StreamRule = {
  check: 'S09',
  open(context) {
    const follower = followEnd(context);
    let isTold = false;
    return {
      take(seen) {
        const { event, isForeign, frame, at } = seen;
        const { ended } = follower.look();
        follower.take(seen);
        if (isForeign || isTold || (event === null && isDone(frame))) return null;
        if (ended === null) return event !== null && isTerminal(event) ? [] : null;
        if (event !== null && isKeepalive(event)) return null;
        isTold = true;
        if (event === null) return [];
        const message = isTerminal(event)
          ? `The run ends a second time: ${event.type} comes behind ${ended}.`
          : `${event.type} comes behind ${ended}, with which the run had ended.`;
        return [{ message, at: at('type'), ...(event.isKnown ? {} : { severity: 'warn' as const }) }];
      },
      end: (ending) => judgeEnd(context, follower.look(), ending),
    };
  },
};

function judgeEnd(context: StreamContext, sight: EndInSight, ending: Ending): readonly Problem[] | null {
  const isOver = sight.ended !== null || sight.isPaused;
  switch (ending.end) {
    case 'stopped':
    case 'total':
    case 'events':
    case 'bytes':
      return sight.ended === null ? null : [];
    case 'first-byte':
      return [{ message: 'The stream did not begin while it was waited for.', ...unsaid }];
    case 'idle':
      return [
        {
          message: isOver
            ? 'The stream stays open behind the end or the pause of its run.'
            : 'The stream fell silent, without a ping to keep it alive.',
          ...{ ...unsaid, facts: isOver ? [] : ['F-6.1.2-003'] },
        },
      ];
    case 'broken':
      return [
        {
          message: isOver
            ? 'The connection broke behind the end or the pause of the run, instead of being closed.'
            : 'The connection broke before the run had ended or paused.',
          ...(isOver ? unsaid : atEnd),
        },
      ];
    case 'closed':
      return judgeClosed(context, sight, ending);
  }
}

function judgeClosed(
  context: StreamContext,
  sight: EndInSight,
  { rest, status, count }: Ending,
): readonly Problem[] | null {
  if (/^data\b/m.test(rest))
    return [
      {
        message: 'The last event is not closed by an empty line, so readers drop it.',
        ...{ ...unsaid, assumption: 'A-FRAME' },
      },
    ];
  if (sight.ended !== null) return [];
  if (status === 'paused') return null;
  if (status !== null)
    return context.isBlurred
      ? null
      : [
          {
            message: `A run that is said to be ${status} tells no terminal event.`,
            ...atEnd,
            severity: 'warn',
          },
        ];
  return missesEnd(context, sight, count) && !sight.isMidway ? [missing] : null;
}

/** Says whether a stream that is closed should have told an end or a pause. */
function missesEnd({ request, run, isBlurred }: StreamContext, sight: EndInSight, count: number): boolean {
  if (sight.ended !== null || sight.isPaused || isBlurred) return false;
  // Why: a run that is joined again may have nothing new to tell, and what was missed may be what it waits for.
  return request.tale !== 'rejoined' && (run.isWhole || count === 0);
}

/** Why: whether the run is at its end or pauses can't be told from outside; the source demands an event of the one only. */
const missing: Problem = {
  message: 'The stream was closed, and no event tells that the run has ended or what it waits for.',
  ...{ ...unsaid, assumption: 'A-114' },
};

/** S10. */
export const pauseRule: StreamRule = {
  check: 'S10',
  open(context) {
    const follower = followEnd(context);
    return {
      take(seen) {
        const { event, isForeign, isRepeat, at } = seen;
        const { ended, isWaiting } = follower.look();
        follower.take(seen);
        if (event === null || isForeign) return null;
        if (!isRepeat) noteAwaiting(context, event.type);
        if (!isSuccess(event) || !isWaiting || ended !== null) return null;
        return [{ message: `The run ends with ${event.type} while it waits for somebody.`, at: at('type') }];
      },
      end({ end, status, count }) {
        if (end !== 'closed') return null;
        const sight = follower.look();
        if (status === 'paused' && sight.ended !== null)
          return [{ message: `A run that is said to be paused has ended with ${sight.ended}.`, ...atEnd }];
        if (sight.ended !== null) return null;
        if (sight.isPaused) return [];
        if (status === 'paused')
          return context.run.isWhole && !context.isBlurred
            ? [{ message: 'A run that is said to be paused tells no approval_start and no await.', ...atEnd }]
            : null;
        return status === null && sight.isMidway && missesEnd(context, sight, count) ? [missing] : null;
      },
    };
  },
};

/** Keeps for the streams to come whether something is awaited; what resumes a run supplies it. */
function noteAwaiting({ run, operation }: StreamContext, type: string): void {
  if (type === 'await') run.isAwaiting = true;
  else if (type === 'execution_start' && operation.id.startsWith('resume')) run.isAwaiting = false;
}
