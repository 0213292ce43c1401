/** S05, S06, S11: a stream has the events of one run, in order, from its beginning. */
import type { StreamRule } from './stream-rule.ts';

/** The maximum number of foreign runs reported for each stream. */
const MAX_RUNS = 20;

/** S05: every event belongs to the same run, except those of a nested run, which may have its own id. */
export const oneRunRule: StreamRule = {
  check: 'S05',
  open({ request, traits, types }) {
    let run = request.runId;
    let isAsked = run !== null;
    const name = types.runId ?? '';
    const reportedIds = new Set<string>();
    return {
      take({ event, at }) {
        if (event === null || event.runId === null) return null;
        const { runId } = event;
        if (run === null || runId === run || traits.isNested(event)) {
          run ??= runId;
          return [];
        }
        if (reportedIds.has(runId) || reportedIds.size >= MAX_RUNS) return [];
        reportedIds.add(runId);
        const message = isAsked
          ? 'The stream has a different run than the requested one.'
          : `An event has a different ${name} than the events before it.`;
        // Why: the events that follow have the same wrong id, which is one problem.
        if (isAsked) run = runId;
        isAsked = false;
        return [{ message, at: at(name) }];
      },
    };
  },
};

/** S06: the position of each event is higher than those before it. A keep-alive may repeat the previous one. */
export const orderRule: StreamRule = {
  check: 'S06',
  open({ traits, types }) {
    const name = types.position ?? '';
    let highest: number | null = null;
    return {
      take({ event, isForeign, at }) {
        if (event === null || event.seq === null || isForeign) return null;
        const { seq, type, isKeepalive } = event;
        const before = highest;
        highest = Math.max(seq, before ?? seq);
        if (before === null || seq > before || (seq === before && isKeepalive)) return [];
        const message =
          seq === before
            ? `${type} repeats the ${name} before it.`
            : `The ${name} of ${type} is lower than one before it.`;
        return [{ message, at: at(name), ...(isKeepalive ? traits.cite('position of a keep-alive') : {}) }];
      },
    };
  },
};

/** S11: a stream begins with the type that opens a run. */
export const beginningRule: StreamRule = {
  check: 'S11',
  open({ request: { runEntry, after }, traits, types }) {
    let isOver = types.opening === null || after !== null;
    return {
      take({ event, at }) {
        if (isOver || event?.isKeepalive === true) return null;
        isOver = true;
        // Another check reports events that are unreadable or of unknown type.
        if (event === null || !event.isKnown) return null;
        if (event.type === types.opening) return [];
        return [
          {
            message: `The stream begins with ${event.type} instead of ${types.opening}.`,
            at: at(types.tag ?? ''),
            ...(runEntry === 'resume' ? traits.cite('start of a resumed run') : {}),
          },
        ];
      },
    };
  },
};
