/**
 * The typed stream of a response, and the serialization of its events.
 * Parsing a stream is part of the client.
 */

/** A stream of events; a batch contains the events that were available at the same time. */
export interface EventStream<E> {
  readonly batches: AsyncIterable<readonly E[]>;
}

/** The fields of a frame other than its data. */
export interface FrameFields {
  /** A line that clients ignore. */
  readonly comment?: string;
  /** Event name; one line. */
  readonly event?: string;
  /** Position in the stream; decimal digits, so that it can be compared and sent back as `Last-Event-ID`. */
  readonly id?: string;
}

/**
 * Creates a stream from single events.
 *
 * Shape: every batch has one event; the source is closed if the reader stops early.
 */
export function eventStream<E>(events: AsyncIterable<E>): EventStream<E> {
  return { batches: { [Symbol.asyncIterator]: () => oneByOne(events[Symbol.asyncIterator]()) } };
}

/**
 * Writes one event as a frame of `text/event-stream`.
 *
 * Shape: lines end with LF, the data is one line of JSON, and an empty line ends the frame.
 * Errors: throws TypeError for a field with a line break, an id that is not decimal, and a value that is not JSON.
 * Source: WHATWG HTML 9.2.6 "Interpreting an event stream".
 */
export function encodeFrame(event: unknown, fields: FrameFields = {}): string {
  const data: unknown = JSON.stringify(event);
  if (typeof data !== 'string') throw new TypeError('An event must be a JSON value.');
  return linesBefore(fields) + 'data: ' + data + '\n\n';
}

/** Writes text as the data of a frame, one line of data for each line. */
export function encodeTextFrame(text: string, fields: FrameFields = {}): string {
  return linesBefore(fields) + text.replaceAll(/^/gm, 'data: ') + '\n\n';
}

function linesBefore({ comment, event, id }: FrameFields): string {
  return commentLine(comment) + nameLine(event) + idLine(id);
}

/** Why: forwards `return` immediately; a generator would delay it until the next event. */
function oneByOne<E>(events: AsyncIterator<E>): AsyncIterator<readonly E[]> {
  return {
    async next() {
      const event = await events.next();
      return event.done === true ? { done: true, value: undefined } : { done: false, value: [event.value] };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}

function commentLine(comment: string | undefined): string {
  if (comment === undefined) return '';
  if (isBroken(comment)) throw new TypeError('A comment must be one line.');
  return ': ' + comment + '\n';
}

function nameLine(name: string | undefined): string {
  if (name === undefined) return '';
  if (isBroken(name)) throw new TypeError('An event name must be one line.');
  return 'event: ' + name + '\n';
}

function isBroken(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

function idLine(id: string | undefined): string {
  if (id === undefined) return '';
  if (!isDecimal(id)) throw new TypeError('An event id must be decimal digits.');
  return 'id: ' + id + '\n';
}

function isDecimal(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return text !== '';
}
