/** Generic faults of streams: events are dropped, repeated, moved, changed, or the stream breaks. */
import {
  breakAfter,
  bufferStream,
  editEvents,
  editStream,
  isOfType,
  withProperties,
  type EditableFrame,
} from '../mutations/stream-mutations.ts';
import type { Fields } from '../mutations/response-mutations.ts';
import { createFault, matcherOf, type Fault, type Where } from './fault.ts';
import { alter, changeAt, resolvePlace, type Place } from './json-places.ts';

/** The streams of a run that is started. */
const runs: Where = { operation: 'executeAgent', status: 200 };

/** Replaces the events of a type. Shape: `type` may be a suffix, such as `_delta`. */
export function replaceEvents(
  kind: string,
  type: string,
  change: (frame: EditableFrame) => readonly EditableFrame[],
  where: Where = runs,
): Fault {
  const mutation = editEvents(matcherOf(where), (frame) => (isOfType(frame, type) ? change(frame) : [frame]));
  return createFault(kind, where, mutation, type);
}

/** Replaces the first event of a type in each stream. */
export function replaceFirst(
  kind: string,
  type: string,
  change: (frame: EditableFrame) => readonly EditableFrame[],
  where: Where = runs,
): Fault {
  const mutation = editStream(matcherOf(where), () => {
    let isDone = false;
    return {
      each(frame) {
        if (isDone || !isOfType(frame, type)) return [frame];
        isDone = true;
        return change(frame);
      },
    };
  });
  return createFault(kind, where, mutation, type);
}

export function dropEvents(type: string, where: Where = runs): Fault {
  return replaceEvents('drops an event', type, () => [], where);
}

export function dropFirst(type: string, where: Where = runs): Fault {
  return replaceFirst('drops an event once', type, () => [], where);
}

export function repeatEvents(type: string, where: Where = runs): Fault {
  return replaceEvents('repeats an event', type, (frame) => [frame, frame], where);
}

/** Sends an event after the next one. */
export function delayEvents(type: string, where: Where = runs): Fault {
  const mutation = editStream(matcherOf(where), () => {
    let held: EditableFrame | null = null;
    return {
      each(frame) {
        if (held === null && isOfType(frame, type)) {
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
  });
  return createFault('sends an event later', where, mutation, type);
}

/** Adds an event after those of a type. Shape: `properties` replace those of the event; its `seq` is between. */
export function addEvent(type: string, properties: Fields, where: Where = runs): Fault {
  return replaceEvents(
    `adds the event \`${String(properties['type'])}\``,
    type,
    (frame) => [frame, followFrame(frame, properties)],
    where,
  );
}

/** Returns an event that follows another one. */
export function followFrame(frame: EditableFrame, properties: Fields): EditableFrame {
  return withProperties({ ...frame, id: null }, { seq: Number(frame.value['seq']) + 0.5, ...properties });
}

/** Changes a property of events. Shape: absent ones stay absent; `undefined` omits it. */
export function changeEvents(
  kind: string,
  type: string,
  place: Place,
  change: (value: unknown) => unknown,
  where: Where = runs,
): Fault {
  const fault = replaceEvents(
    kind,
    type,
    (frame) => {
      const at = resolvePlace(place, frame.value);
      return [at === null ? frame : { ...frame, value: changeAt(frame.value, at, change) as Fields }];
    },
    where,
  );
  return typeof place === 'string' ? { ...fault, place: `${fault.place}.${place}` } : fault;
}

/** Alters a property of events. */
export function sendOther(type: string, place: Place, where: Where = runs): Fault {
  return changeEvents('changes a property of an event', type, place, alter, where);
}

/** Sends other values for a property of events. */
export function sendValue(type: string, place: Place, value: unknown, where: Where = runs): Fault {
  return changeEvents('changes a property of an event', type, place, () => value, where);
}

export function omitFromEvents(type: string, place: Place, where: Where = runs): Fault {
  return changeEvents('omits a property of an event', type, place, () => undefined, where);
}

/** Breaks the connection after a number of events. */
export function breakStreams(count: number, where: Where = runs): Fault {
  return createFault('breaks streams', where, breakAfter(matcherOf(where), count), `after ${count} events`);
}

/** Sends streams in one piece when they are complete. */
export function bufferStreams(where: Where = runs): Fault {
  return createFault('buffers streams', where, bufferStream(matcherOf(where)));
}
