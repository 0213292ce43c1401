/** Mutations of streams: events are changed, dropped, duplicated, moved or reformatted one by one. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';
import type { Mutation } from './mutation.ts';
import { mapResponse, editJson, fieldsOf, listOf, type Fields } from './response-mutations.ts';
import type { RequestMatcher } from './request-matcher.ts';

/** An event of a stream before it is written. Shape: `text` replaces all other properties. */
export interface EditableFrame {
  readonly event: string | null;
  readonly id: string | null;
  readonly value: Fields;
  readonly text?: string;
}

/**
 * Edits one stream.
 *
 * Shape: `each` returns the frames that replace an event; `end` those after the last event.
 */
export interface StreamEdit {
  each(frame: EditableFrame): readonly EditableFrame[];
  end?(): readonly EditableFrame[];
}

/** Edits matching streams; `begin` is called for each of them. */
export function editStream(where: RequestMatcher, begin: () => StreamEdit): Mutation {
  return changeStream(where, (frames) => rewrite(frames, begin()));
}

/** Replaces each event with those that `change` returns. */
export function editEvents(
  where: RequestMatcher,
  change: (frame: EditableFrame) => readonly EditableFrame[],
): Mutation {
  return editStream(where, () => ({ each: change }));
}

/** Edits the events of runs that return one JSON result. */
export function editListed(
  where: RequestMatcher,
  change: (events: Fields[]) => readonly unknown[],
): Mutation {
  return editJson(where, (value) => {
    if (Array.isArray(value['events'])) value['events'] = change(listOf(value['events']));
  });
}

/** Edits the text of a stream, frame by frame as it is written. */
export function editText(where: RequestMatcher, change: (text: string) => string): Mutation {
  return changeStream(where, async function* (frames) {
    for await (const text of frames) yield* split(text).map(change);
  });
}

/** Breaks the connection after `count` events. */
export function breakAfter(where: RequestMatcher, count: number): Mutation {
  return changeStream(where, async function* (frames) {
    let sent = 0;
    for await (const text of frames)
      for (const frame of split(text)) {
        if (sent++ >= count) throw new Error('The connection breaks.');
        yield frame;
      }
  });
}

/** Buffers a stream and sends it in one piece. */
export function bufferStream(where: RequestMatcher): Mutation {
  return changeStream(where, async function* (frames) {
    let all = '';
    for await (const text of frames) all += text;
    yield all;
  });
}

/** Checks whether an event is of a type. Shape: `type` may be a suffix, `_delta`, or `*` for every type. */
export function isOfType({ value }: EditableFrame, type: string): boolean {
  const name = value['type'];
  if (type === '*') return true;
  return typeof name === 'string' && (type.startsWith('_') ? name.endsWith(type) : name === type);
}

/** Returns a copy of an event with other properties. */
export function withProperties(
  frame: EditableFrame,
  properties: Readonly<Record<string, unknown>>,
): EditableFrame {
  const value: Fields = { ...frame.value, ...properties };
  return { ...frame, event: typeof value['type'] === 'string' ? value['type'] : frame.event, value };
}

function changeStream(
  where: RequestMatcher,
  change: (frames: AsyncIterable<string>) => AsyncIterable<string>,
): Mutation {
  return mapResponse(where, (response): HttpResponse => {
    if (response.body.kind !== 'frames') return response;
    return { ...response, body: { kind: 'frames', frames: change(response.body.frames) } };
  });
}

async function* rewrite(frames: AsyncIterable<string>, edit: StreamEdit): AsyncIterable<string> {
  for await (const text of frames) {
    const written = split(text)
      .flatMap((frame) => edit.each(parse(frame)))
      .map(write);
    if (written.length > 0) yield written.join('');
  }
  const last = (edit.end?.() ?? []).map(write).join('');
  if (last !== '') yield last;
}

/** Splits a text after each empty line. */
function split(text: string): readonly string[] {
  return text.split(/(?<=\n\n)/);
}

function parse(text: string): EditableFrame {
  const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null;
  return { event: field('event'), id: field('id'), value: fieldsOf(JSON.parse(field('data') ?? 'null')) };
}

function write({ event, id, value, text }: EditableFrame): string {
  if (text !== undefined) return text;
  const name = event === null ? '' : `event: ${event}\n`;
  const place = id === null ? '' : `id: ${id}\n`;
  return `${name}${place}data: ${JSON.stringify(value)}\n\n`;
}
