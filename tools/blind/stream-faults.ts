/** Random faults of streams: events are dropped, repeated, moved, changed, delayed or cut off. */
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import {
  breakAfter,
  bufferStream,
  dropEventsOf,
  editEvents,
  editEventsOf,
  editStream,
  isOfType,
  withProperties,
  type EditableFrame,
} from '../selftest/mutations/stream-mutations.ts';
import type { Act, Fault } from './try-fault.ts';
import { alter } from '../selftest/faults/json-places.ts';
import { createRandom, type Random } from './random.ts';

const streams = {};

/** Runs a change and reports whether events of a type passed. */
function seeing(type: string, act: Act): (frame: EditableFrame) => boolean {
  return (frame) => {
    const isMeant = isOfType(frame, type);
    if (isMeant) act();
    return isMeant;
  };
}

/** Faults of streams, as functions of a type of event. */
export const streamFaults: readonly ((type: string, random: Random) => Fault)[] = [
  (type) => ({
    kind: 'drops an event',
    place: type,
    mutate: (act) => (serve) => {
      const isMeant = seeing(type, act);
      return dropEventsOf(
        streams,
        type,
      )(
        editEvents(streams, (frame) => {
          isMeant(frame);
          return [frame];
        })(serve),
      );
    },
  }),
  (type) => ({
    kind: 'repeats an event',
    place: type,
    mutate(act) {
      const isMeant = seeing(type, act);
      return editEvents(streams, (frame) => (isMeant(frame) ? [frame, frame] : [frame]));
    },
  }),
  (type) => ({
    kind: 'sends an event later',
    place: type,
    mutate: (act) =>
      editStream(streams, () => {
        const isMeant = seeing(type, act);
        let held: EditableFrame | null = null;
        return {
          each(frame) {
            if (held === null && isMeant(frame)) {
              held = frame;
              return [];
            }
            if (held === null) return [frame];
            const late = held;
            held = null;
            return [frame, late];
          },
          end: () => (held === null ? [] : [held]),
        };
      }),
  }),
  (type, random) => {
    const seed = Math.floor(random.next() * 2 ** 31);
    return {
      kind: 'changes a property of an event',
      place: type,
      mutate(act) {
        const own = createRandom(seed);
        let name: string | null = null;
        return editEventsOf(streams, type, (event) => {
          name ??= own.pick(Object.keys(event).filter((each) => each !== 'type'));
          if (!(name in event)) return;
          event[name] = alter(event[name]);
          act(`${type} ${name}`);
        });
      },
    };
  },
  (type, random) => {
    const seed = Math.floor(random.next() * 2 ** 31);
    return {
      kind: 'omits a property of an event',
      place: type,
      mutate(act) {
        const own = createRandom(seed);
        let name: string | null = null;
        return editEventsOf(streams, type, (event) => {
          name ??= own.pick(Object.keys(event).filter((each) => each !== 'type'));
          if (!(name in event)) return;
          Reflect.deleteProperty(event, name);
          act(`${type} ${name}`);
        });
      },
    };
  },
  (_, random) => {
    const count = 2 + Math.floor(random.next() * 6);
    return {
      kind: 'breaks streams',
      place: `after ${count} events`,
      mutate: (act) => (serve) => {
        act();
        return breakAfter(streams, count)(serve);
      },
    };
  },
  () => ({
    kind: 'buffers streams',
    place: 'every stream',
    mutate: (act) => (serve) => {
      act();
      return bufferStream(streams)(serve);
    },
  }),
  () => ({
    kind: 'does not count events',
    place: 'seq',
    mutate: (act) =>
      editEvents(streams, (frame) => {
        act();
        return [withProperties(frame, { seq: 1 })];
      }),
  }),
];

/** Types of events at which a fault may be. */
export const faultyTypes: readonly string[] = executionStreamEventTypes;
