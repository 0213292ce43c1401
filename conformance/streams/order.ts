/** S05, S06, S11: a stream has the events of one run, in order, from its beginning. */
import { isKeepalive } from './stream-event.ts';
import type { StreamRule } from './stream-rule.ts';

/** The maximum number of foreign runs reported for each stream. */
const MOST_RUNS = 20;

/** S05: every event belongs to the same run, except those of a sub-agent, which may have its own `executionId`. */
export const oneRunRule: StreamRule = {
  check: 'S05',
  open({ request }) {
    let run = request.executionId;
    let isAsked = run !== null;
    const reportedIds = new Set<string>();
    return {
      take({ event, at }) {
        if (event === null || event.executionId === null) return null;
        const { executionId } = event;
        if (run === null || executionId === run || 'subagent' in event.fields) {
          run ??= executionId;
          return [];
        }
        if (reportedIds.has(executionId) || reportedIds.size >= MOST_RUNS) return [];
        reportedIds.add(executionId);
        const message = isAsked
          ? 'The stream has a different run than the requested one.'
          : 'An event has a different executionId than the events before it.';
        // Why: the events that follow have the same wrong id, which is one problem.
        if (isAsked) run = executionId;
        isAsked = false;
        return [{ message, at: at('executionId') }];
      },
    };
  },
};

/** S06: `seq` increases. A ping may repeat the previous `seq`. */
export const orderRule: StreamRule = {
  check: 'S06',
  open() {
    let highest: number | null = null;
    return {
      take({ event, isForeign, at }) {
        if (event === null || event.seq === null || isForeign) return null;
        const { seq, type } = event;
        const before = highest;
        highest = Math.max(seq, before ?? seq);
        if (before === null || seq > before || (seq === before && isKeepalive(event))) return [];
        const message =
          seq === before
            ? `${type} repeats the seq before it.`
            : `The seq of ${type} is lower than one before it.`;
        return [
          { message, at: at('seq'), ...(isKeepalive(event) ? { facts: [], assumption: 'A-107' } : {}) },
        ];
      },
    };
  },
};

/** S11: a stream begins with `execution_start`, in a resumed run with `resumed: true`, if it has that property. */
export const beginningRule: StreamRule = {
  check: 'S11',
  open({ request }) {
    let isOver = request.runEntry === 'reattach' && request.after !== null;
    return {
      take({ event, at }) {
        if (isOver || (event !== null && isKeepalive(event))) return null;
        isOver = true;
        // Another check reports events that are unreadable or of unknown type.
        if (event === null || !event.isKnown) return null;
        const assumed = request.runEntry === 'resume' ? { facts: [], assumption: 'A-113' } : {};
        if (event.type !== 'execution_start')
          return [
            {
              message: `The stream begins with ${event.type} instead of execution_start.`,
              at: at('type'),
              ...assumed,
            },
          ];
        const { resumed } = event.fields;
        if (request.runEntry !== 'resume' || resumed === undefined || resumed === true) return [];
        return [
          {
            message: 'The execution_start of a resumed run has another value of resumed than true.',
            at: at('resumed'),
            ...assumed,
          },
        ];
      },
    };
  },
};
