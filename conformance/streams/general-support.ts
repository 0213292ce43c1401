/** What the checks of streams assume of an API of which only the contract is known. */
import type { Basis } from '../model/check.ts';
import { propertyOf } from '../model/json-fields.ts';
import { streamChecks } from './checks.ts';
import { placeOf } from './stream-event.ts';
import type { EndTracker, EventTraits, RunState } from './stream-rule.ts';
import type { StreamMemory, StreamOperation, StreamSupport } from './stream-support.ts';

const stated: Basis = { kind: 'contract' };

const row: Omit<StreamOperation, 'runEntry'> = {
  streams: stated,
  streamsByDefault: stated,
  returnsJson: stated,
  errors: stated,
  isStreamStated: true,
  isResultStated: true,
};

/** What rules assume of events of which only the contract is known. */
export const generalTraits: EventTraits = {
  // Why by name: a contract does not specify which of several types means success.
  isSuccess: ({ isTerminal, type }) =>
    isTerminal && !/abort|cancel|error|fail|incomplete|timeout/i.test(type),
  isNested: () => false,
  placeOf(event, types) {
    const place = placeOf(event, types, {});
    // Why: events such as `task.started` and `task.completed` report what happened to records, not one text in parts.
    const parts = [...types.roles.values()].filter(({ kind }) => kind === 'part');
    return parts.some(({ family }) => family === place?.family) ? place : null;
  },
  announcedBlock: () => null,
  isReportedElsewhere: () => false,
  trackEnd,
  cite: () => ({}),
};

/** Tracks the end of a stream. Shape: a run is paused if its last event pauses it. */
function trackEnd(): EndTracker {
  let ended: string | null = null;
  let isPaused = false;
  return {
    take({ event, isForeign }) {
      if (event === null || isForeign || event.isKeepalive) return;
      if (event.isTerminal) ended ??= event.type;
      isPaused = event.isPausing;
    },
    state: () => ({ ended, waitsFor: null, isPaused, isMidway: false }),
  };
}

/** The memory of streams that do not continue each other. */
const noMemory: StreamMemory = {
  newRun,
  begin: ({ runEntry, after }) => ({
    run: newRun(runEntry !== 'resume' && after === null),
    version: 0,
    lastSeq: null,
  }),
  markUnreadable(run) {
    run.isWhole = false;
    run.texts.clear();
  },
  keep: () => undefined,
};

/** Creates the state of a run before its first event. Shape: `isWhole` is false if events may have been missed. */
export function newRun(isWhole: boolean): RunState {
  return { seq: null, isWhole, open: new Map(), texts: new Map() };
}

/** Shape: a client is reattached by an operation that continues the streams of other operations, or its own. */
export const generalSupport: StreamSupport = {
  checks: streamChecks,
  rules: [],
  traits: generalTraits,
  operationOf({ extensions }) {
    const resume = extensions['x-resume'];
    const isOwn = resume !== undefined && propertyOf(resume, 'operation') === undefined;
    return { ...row, runEntry: isOwn ? 'reattach' : 'start' };
  },
  mayRepeat: () => false,
  createMemory: () => noMemory,
  readResult: () => null,
  checkResult: () => [],
};
