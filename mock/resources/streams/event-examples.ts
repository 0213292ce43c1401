/** Reads the events of documented examples: a text with frames or with JSON lines, a list of events, or one event. */
import type { ExampleSpec, JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { FrameFields } from '../../http/streams/stream-framing.ts';
import type { StreamRules } from '../../../templates/runtime/server/stream-frames.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

/** The events of an example. Shape: `end` is the text of a last frame that is not an event, such as `[DONE]`. */
export interface ExampleEvents {
  readonly events: readonly JsonValue[];
  /** The names and ids of the frames of these events; absent for events without frames, and for those that are frames. */
  readonly frames?: readonly FrameFields[];
  readonly end: string | null;
}

/** Texts of the last frame of streams that mark their end. */
export const END_MARK = '[DONE]';

/**
 * Returns the events that the examples of a stream show, in their order: those of the first example with several, else
 * all examples together; `null` if there are none.
 */
export function eventsOfExamples(
  examples: readonly ExampleSpec[],
  shape: StreamRules['shape'],
): ExampleEvents | null {
  const all = examples.map(({ value }) => eventsOf(value, shape)).filter(({ events }) => events.length > 0);
  const whole = all.find(({ events, end }) => events.length > 1 || end !== null);
  if (whole !== undefined) return whole;
  if (all.length === 0) return null;
  const frames = all.flatMap((each) => each.frames ?? each.events.map(() => ({})));
  return { events: all.flatMap(({ events }) => events), frames, end: null };
}

/**
 * Returns the events that the description of a stream shows in its text, a line for each field; `null` if there are
 * none.
 */
export function eventsOfText(text: string, shape: StreamRules['shape']): ExampleEvents | null {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*(?:id|event|data): ?\S/.test(line));
  const frames = lines.map((line) => (/^\s*data:/.test(line) ? `${line}\n` : line)).join('\n');
  const shown = frames === '' ? null : eventsOfFrames(frames, shape);
  return shown === null || shown.events.length === 0 ? null : shown;
}

function eventsOf(value: JsonValue, shape: StreamRules['shape']): ExampleEvents {
  if (Array.isArray(value)) return { events: value as readonly JsonValue[], end: null };
  if (typeof value !== 'string') return { events: [value], end: null };
  return /^(?:data|event|id):/m.test(value) ? eventsOfFrames(value, shape) : eventsOfLines(value, shape);
}

/** Reads frames of `text/event-stream`. */
function eventsOfFrames(text: string, shape: StreamRules['shape']): ExampleEvents {
  const events: JsonValue[] = [];
  const frames: FrameFields[] = [];
  let end: string | null = null;
  for (const frame of text.split(/\r?\n[ \t]*\r?\n/)) {
    const fields = frame.split(/\r?\n/).map((line) => /^\s*(\w+): ?(.*)$/.exec(line));
    const of = (name: string): readonly string[] =>
      fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
    const data = of('data').join('\n');
    if (data.trim() === END_MARK) end = END_MARK;
    const content = shape === 'text' ? data : parseJson(data);
    if (data === '' || content === undefined || end !== null) continue;
    const [name, id] = [of('event')[0], of('id')[0]];
    const named = { ...(name === undefined ? {} : { event: name }), ...(id === undefined ? {} : { id }) };
    frames.push(shape === 'frame' ? {} : named);
    events.push(shape === 'frame' ? { ...named, data: content } : content);
  }
  return { events, frames, end };
}

/** Source: RFC 7464. */
const RECORD_START = '\u001e';

/** Reads JSON lines, and records that begin with a separator. */
function eventsOfLines(text: string, shape: StreamRules['shape']): ExampleEvents {
  const lines = text
    .replaceAll(RECORD_START, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const values = lines.map((line) => (shape === 'text' ? line : parseJson(line)));
  if (values.every((value) => value !== undefined)) return { events: values, end: null };
  const whole = parseJson(text);
  return { events: whole === undefined ? [] : [whole], end: null };
}
