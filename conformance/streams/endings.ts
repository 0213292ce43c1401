/**
 * S09, S10: a run has exactly one terminal event, as its last event; a stream that closes without one reports what its
 * run waits for.
 */
import type { Problem } from '../model/finding.ts';
import { isDone } from './frames.ts';
import type { CheckedEvent } from './stream-event.ts';
import type { Ending, StreamContext, StreamEndState, StreamRule } from './stream-rule.ts';

const atEnd = { at: 'end of stream' } as const;

/** The basis of rules that the contract does not state. */
const undocumented = { ...atEnd, severity: 'warn', facts: [] } as const;

/** S09. Shape: reports at most one event after the end of the run. */
export const endRule: StreamRule = {
  check: 'S09',
  open(context) {
    const { traits, types } = context;
    const tracker = traits.trackEnd(context);
    let isReported = false;
    let hasLateKeepalive = false;
    return {
      take(frameContext) {
        const { event, isForeign, frame, at } = frameContext;
        const { ended } = tracker.state();
        tracker.take(frameContext);
        if (isForeign || isReported || (event === null && isDone(frame))) return null;
        if (ended === null) return event?.isTerminal === true ? [] : null;
        if (event?.isKeepalive === true) {
          if (hasLateKeepalive) return null;
          hasLateKeepalive = true;
          const message = `A ${event.type} follows ${ended}, after which there is nothing to keep alive.`;
          const citation = traits.cite('keep-alive after the end');
          return [{ message, at: at(types.tag ?? ''), severity: 'warn', ...citation }];
        }
        isReported = true;
        return event === null ? [] : [{ ...lateEvent(context, event, ended), at: at(types.tag ?? '') }];
      },
      end: (ending) => checkEnd(context, tracker.state(), ending),
    };
  },
};

function lateEvent(
  { types }: StreamContext,
  { type, isTerminal, isKnown }: CheckedEvent,
  ended: string,
): Omit<Problem, 'at'> {
  const message = isTerminal
    ? `The run ends a second time: ${type} follows ${ended}.`
    : `${type} follows ${ended}, which had ended the run.`;
  return isKnown && types.isEndStated ? { message } : { message, severity: 'warn' };
}

function checkEnd(
  context: StreamContext,
  endState: StreamEndState,
  ending: Ending,
): readonly Problem[] | null {
  if (isSilent.has(ending.end) && /^data\b/m.test(ending.rest)) return [incompleteEvent(context)];
  const isOver = endState.ended !== null || endState.isPaused;
  switch (ending.end) {
    case 'stopped':
    case 'eventless':
    case 'total':
    case 'events':
    case 'bytes':
      return endState.ended === null ? null : [];
    case 'first-byte':
    case 'idle':
      // Why: without events that end a stream it may stay open, and silent, for ever.
      if (context.types.terminal.size === 0) return null;
      if (ending.end === 'first-byte')
        return [{ message: 'The stream did not begin before the timeout.', ...undocumented }];
      return [
        {
          message: isOver
            ? 'The stream stays open after its run has ended or paused.'
            : 'The stream went silent without a keep-alive ping.',
          ...undocumented,
          ...(isOver ? {} : context.traits.cite('silence')),
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

/** The ends of streams that sent nothing after the last line. */
const isSilent: ReadonlySet<Ending['end']> = new Set(['closed', 'idle', 'eventless']);

function incompleteEvent({ traits }: StreamContext): Problem {
  const message = 'The last event is not terminated by an empty line, so clients drop it.';
  return { message, ...undocumented, ...traits.cite('incomplete event') };
}

function checkClosed(
  context: StreamContext,
  endState: StreamEndState,
  { status, count }: Ending,
): readonly Problem[] | null {
  if (endState.ended !== null) return [];
  if (status === 'paused' || context.types.terminal.size === 0) return null;
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
  return missesEnd(context, endState, count) && !endState.isMidway ? [missingEnd(context)] : null;
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

/** Why: an ended run looks like a paused one from outside, and a contract requires an event only for the end. */
function missingEnd({ traits }: StreamContext): Problem {
  return {
    message: 'The stream was closed without an event that ends or pauses the run.',
    ...undocumented,
    ...traits.cite('missing end'),
  };
}

/** S10. */
export const pauseRule: StreamRule = {
  check: 'S10',
  open(context) {
    const { traits, types } = context;
    const tracker = traits.trackEnd(context);
    return {
      take(frameContext) {
        const { event, isForeign, at } = frameContext;
        const { ended, waitsFor } = tracker.state();
        tracker.take(frameContext);
        if (event === null || isForeign) return null;
        if (!traits.isSuccess(event) || waitsFor === null || ended !== null) return null;
        const message = `The run ends with ${event.type} while it waits for ${waitsFor}.`;
        return [{ message, at: at(types.tag ?? '') }];
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
            ? [{ message: `A paused run has ${nameNone([...types.pausing])}.`, ...atEnd }]
            : null;
        return status === null && endState.isMidway && missesEnd(context, endState, count)
          ? [missingEnd(context)]
          : null;
      },
    };
  },
};

function nameNone(types: readonly string[]): string {
  return types.length > 1 ? `neither ${types.join(' nor ')}` : `no ${types[0] ?? 'event that pauses it'}`;
}
