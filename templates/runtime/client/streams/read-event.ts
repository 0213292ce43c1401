/**
 * Reads the event in a frame. Each kind of events has its own function, so that a bundle contains only those it uses.
 */
import { MalformedEventError } from '../errors.ts';
import type { EventReader, StreamRule } from './resume.ts';

/** Parses the data as JSON. Errors: throws MalformedEventError. */
export const readJsonEvent: EventReader = ({ id, stream }, { data }) => {
  const event = parse(data, stream.parse);
  if (event.ok) return event.value;
  throw new MalformedEventError(id, `An event of ${id} is not JSON: ${data.slice(0, 200)}`);
};

/** Returns the data as text. */
export const readTextEvent: EventReader = (_call, { data }) => data;

/** Returns the frame as an object, for descriptions that define the type of the whole frame. */
export const readFrameEvent: EventReader = ({ stream: { parse: parser } }, { event, data, id }) => {
  const wrap = (value: unknown): unknown => ({
    ...(event === null ? {} : { event }),
    ...(id === null ? {} : { id }),
    data: value,
  });
  if (parser === undefined) {
    const value = parse(data, parser);
    return wrap(value.ok ? value.value : data);
  }
  const value = parse(data, (text) => parser(text, wrap));
  return value.ok ? value.value : wrap(data);
};

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

function parse(text: string, parser: NonNullable<StreamRule['parse']> = JSON.parse): Parsed {
  try {
    return { ok: true, value: parser(text) };
  } catch {
    return { ok: false };
  }
}
