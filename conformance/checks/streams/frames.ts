/**
 * S02, S07, S08, S21: what a frame of a stream is made of.
 */
import type { Problem } from '../../engine/finding.ts';
import { isFields, isKeepalive } from './stream-event.ts';
import type { FrameContext, StreamRule } from './stream-rule.ts';

/** What some services close a stream with, and the contract does not. */
const DONE = '[DONE]';

/** Units: bytes of one event. */
export const LARGEST_EVENT = 1024 * 1024;

/** Checks whether a frame only says that nothing follows. */
export function isDone({ data }: FrameContext['frame']): boolean {
  return data.trim() === DONE;
}

/** S02: each data is one JSON object with a type. */
export const frameRule: StreamRule = {
  check: 'S02',
  open: () => ({
    take({ frame, event, at }) {
      if (event !== null) return [];
      if (isDone(frame))
        return [
          {
            message: 'The stream closes with [DONE], which is no event.',
            ...{ at: at(), severity: 'warn', facts: [], assumption: 'A-FRAME' },
          },
        ];
      if (frame.isTooDeep === true)
        return [
          {
            message: `The data of an event is not checked. ${frame.problem ?? ''}`,
            ...{ at: at(), severity: 'warn', facts: [] },
          },
        ];
      return [{ message: describe(frame), at: at() }];
    },
  }),
};

function describe({ value, problem }: FrameContext['frame']): string {
  if (problem !== null) return `The data of an event is not JSON: ${problem}`;
  if (!isFields(value)) return 'The data of an event is JSON, but no object.';
  return 'An event has no type that is a text.';
}

/** S07: the name of a frame is the type of its event. */
export const frameNameRule: StreamRule = {
  check: 'S07',
  open: () => ({
    take({ frame, event, at }) {
      if (event === null || frame.event === null) return null;
      if (frame.event === event.type) return [];
      return [
        {
          message: `An event of the type ${event.type} is called ${frame.event} in its frame.`,
          at: at('event'),
        },
      ];
    },
  }),
};

/** Ids that are no numbers are compared with so many before them, as far as they are no longer. Units: characters. */
const MOST_IDS = 10_000;
const LONGEST_ID = 200;

/** S08: ids lead on, or a stream that breaks could not be joined again where it broke. */
export const frameIdRule: StreamRule = {
  check: 'S08',
  open() {
    const told = new Set<string>();
    let last: string | null = null;
    return {
      take({ frame: { id }, event, isForeign, at }) {
        if (id === null || id === '') return null;
        const before = last;
        last = id;
        if (before === null) return remember(id);
        if (isNumeric(id) && isNumeric(before)) {
          const step = compare(id, before);
          remember(id);
          if (step > 0 || (step === 0 && event !== null && isKeepalive(event))) return [];
          // Why: what is wrong with the order of `seq` is S06's, also where the id repeats it.
          if (!isForeign && String(event?.seq) === id) return [];
          return [
            {
              message:
                step === 0
                  ? 'An event repeats the id before it.'
                  : 'The id of an event is lower than the one before.',
              at: at('id'),
            },
          ];
        }
        return told.has(id)
          ? [{ message: 'An event repeats an id of its stream.', at: at('id') }]
          : remember(id);
      },
    };

    function remember(id: string): readonly Problem[] {
      if (told.size < MOST_IDS && id.length <= LONGEST_ID) told.add(id);
      return [];
    }
  },
};

function isNumeric(id: string): boolean {
  return /^\d{1,40}$/.test(id);
}

/** Why: ids may be longer than a number is exact. */
function compare(one: string, other: string): number {
  const difference = BigInt(one) - BigInt(other);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** S21: no event is larger than readers take. */
export const frameSizeRule: StreamRule = {
  check: 'S21',
  open: () => ({
    take({ frame, event, at }) {
      if (frame.size <= LARGEST_EVENT) return [];
      const what = event === null ? 'An event' : `An event of the type ${event.type}`;
      return [{ message: `${what} has more than ${LARGEST_EVENT} bytes of data.`, at: at() }];
    },
  }),
};
