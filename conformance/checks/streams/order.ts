/** S05, S06, S11: a stream tells one run, in order, from its beginning. */
import { isKeepalive } from './stream-event.ts';
import type { StreamRule } from './stream-rule.ts';

/** More foreign runs of a stream are not reported. */
const MOST_RUNS = 20;

/** S05: every event is of the same run; those of an agent that is called as a tool may be of its own. */
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
          ? 'The stream has another run than the requested one.'
          : 'An event names another run than those before it.';
        // Why: a run that goes on under another id does so with every event, and that is one fault.
        if (isAsked) run = executionId;
        isAsked = false;
        return [{ message, at: at('executionId') }];
      },
    };
  },
};

/** S06: `seq` rises. A ping may repeat the one before it. */
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
          seq === before ? `${type} repeats the seq before it.` : `The seq of ${type} falls behind.`;
        return [
          { message, at: at('seq'), ...(isKeepalive(event) ? { facts: [], assumption: 'A-107' } : {}) },
        ];
      },
    };
  },
};

/** S11: a stream begins with `execution_start`, which says of a run that goes on that it does. */
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
        if (request.runEntry !== 'resume' || event.fields['resumed'] === true) return [];
        return [
          {
            message: 'The execution_start of a run that goes on does not say that it is resumed.',
            at: at('resumed'),
            ...assumed,
          },
        ];
      },
    };
  },
};
