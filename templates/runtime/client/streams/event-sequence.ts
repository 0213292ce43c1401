/**
 * Reads the events of an operation in order, over as many connections as necessary.
 * Ends at the event that ends the stream, or when the service closes the stream at a pause; resumes after a broken
 * connection if that leaves no gap.
 */
import type { AnyApiResponse } from '../api-response.ts';
import type { RequestParts } from '../call.ts';
import type { CallOptions, Client } from '../client.ts';
import { isOver, openConnection, reconnection, toError, type Break, type Opened } from './connect-stream.ts';
import { NetworkError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { propertyAt } from '../property-path.ts';
import { readConnection } from './read-connection.ts';
import { createFrameReader } from './read-frames.ts';
import { knownPosition, Progress, type StreamCall } from './resume.ts';

/** How one stream is read. */
export interface SequenceOptions extends CallOptions {
  /** Id of the last event already received; the stream starts or resumes after it where that is supported. */
  readonly lastEventId?: string | undefined;
  /** Whether to resume after a broken connection; default `true`. */
  readonly resume?: boolean | undefined;
  /** Maximum length of an event. Units: characters; default 4 Mi. */
  readonly maxEventLength?: number | undefined;
  /**
   * How long a connection may be silent before it counts as broken; `null` (the default) for no limit.
   *
   * Units: milliseconds.
   */
  readonly idleTimeoutMs?: number | null | undefined;
}

/**
 * Events in order of arrival, for one `for await`. The request is sent when the loop starts or `opened` is called.
 *
 * Errors: the loop rejects with ApiError for an error response, with StreamBrokenError if the stream breaks and can't
 * be resumed, with MalformedEventError, and with the errors of any call.
 */
export interface EventSequence<Event, Result> extends AsyncIterable<Event> {
  /** Sends the request if it has not been sent, and returns its response; the body of a stream is this sequence. */
  opened(): Promise<Result>;
  /** Id of the last event that was delivered or passed as an option; `null` if there is none. */
  readonly lastEventId: string | null;
  /** Closes the stream; leaving the loop closes it too. */
  close(): void;
}

/** Units: characters. */
const MAX_EVENT_LENGTH = 4_194_304;

/** The marker that some services send at the end of a stream. */
const DONE = '[DONE]';

/** Prepares to read the events of an operation. */
export function openStream<Event, Result>(
  client: Client,
  call: StreamCall,
  request: RequestParts,
  { signal, ...rest }: SequenceOptions = {},
): EventSequence<Event, Result> {
  const stop = new AbortController();
  const leave = (): void => stop.abort(signal?.reason);
  if (signal?.aborted === true) leave();
  signal?.addEventListener('abort', leave, { once: true, signal: stop.signal });
  const options = { ...rest, signal: stop.signal };
  const progress = new Progress(
    call.stream.resume,
    knownPosition(call, request, options.lastEventId),
    options.resume,
  );
  // Set if the stream starts after a position that the caller passed.
  const start = progress.beginning(call, request);
  let opening: Promise<Opened> | null = null;
  const open = (): Promise<Opened> =>
    (opening ??= openConnection(client, call, start?.request ?? request, {
      ...options,
      headers: { ...options.headers, ...start?.headers },
    }));
  const stream = {
    client,
    call,
    request,
    options,
    progress,
    isLate: start !== null,
    isPaused: false,
    isClosed: false,
  };
  let isRead = false;
  const sequence: EventSequence<Event, Result> = {
    get lastEventId() {
      return progress.position;
    },
    async opened() {
      const { result, begun } = await open();
      return (begun === null ? result : ({ ...result, body: sequence } satisfies AnyApiResponse)) as Result;
    },
    close() {
      stream.isClosed = true;
      stop.abort();
    },
    [Symbol.asyncIterator]() {
      if (isRead) throw new TypeError(`The stream of ${call.id} is read already`);
      isRead = true;
      const events = eventsOf<Event>(stream, open, stop);
      return {
        next: () => events.next(),
        // Why: `return` of a generator that waits for the next event only takes effect after that event.
        return: () => {
          sequence.close();
          return events.return(undefined);
        },
      };
    },
  };
  return sequence;
}

/** A stream that is being read. */
interface OpenStream {
  readonly client: Client;
  readonly call: StreamCall;
  readonly request: RequestParts;
  readonly options: SequenceOptions;
  readonly progress: Progress;
  /** Whether it started after a position that the caller passed, and is at its first connection. */
  isLate: boolean;
  /** Whether the service may close the stream after the last event. */
  isPaused: boolean;
  isClosed: boolean;
}

async function* eventsOf<Event>(
  stream: OpenStream,
  open: () => Promise<Opened>,
  stop: AbortController,
): AsyncGenerator<Event, undefined> {
  const { client, call, request, options, progress } = stream;
  const { begun, result } = await open();
  if (begun === null) {
    if (isOver(result)) return;
    throw toError(result);
  }
  const next = reconnection(client, call, request, options, progress);
  let connection: Exchange | null = begun;
  try {
    while (connection !== null) {
      const end: Break | null = yield* connectionEvents<Event>(stream, connection, next.succeed);
      connection.close();
      connection = end === null ? null : await next.reconnect(end);
      stream.isLate = false;
    }
  } finally {
    connection?.close();
    stop.abort();
  }
}

/** Yields the events of one connection; returns why it broke, or `null` at the end of the stream. */
async function* connectionEvents<Event>(
  stream: OpenStream,
  connection: Exchange,
  succeed: () => void,
): AsyncGenerator<Event, Break | null> {
  const { client, call, options, progress } = stream;
  const { tag, last = [], pauses = [], reader: createReader = createFrameReader, read } = call.stream;
  const { maxEventLength = MAX_EVENT_LENGTH, idleTimeoutMs = null } = options;
  // A properly closed stream is complete if no event marks its end, at a pause, or if nothing follows a position.
  let isWhole = last.length === 0 || stream.isLate;
  const reader = createReader(maxEventLength);
  const silence = { limitMs: idleTimeoutMs, timing: client.timing };
  try {
    for await (const frames of readConnection(call.id, connection, reader, silence)) {
      for (const frame of frames) {
        if (frame.data === DONE) return null;
        const event = read(call, frame) as Event;
        isWhole &&= last.length === 0;
        if (progress.take(event, frame.id)) continue;
        succeed();
        const name = tag === undefined ? undefined : propertyAt(event, tag);
        stream.isPaused = isAmong(name, pauses);
        yield event;
        if (isAmong(name, last)) return null;
      }
      if (reader.checkpoint !== null) progress.position = reader.checkpoint;
    }
  } catch (error) {
    if (stream.isClosed) return null;
    if (error instanceof NetworkError) return { cause: error, retryMs: reader.retryMs };
    throw error;
  }
  return isWhole || stream.isPaused ? null : { cause: undefined, retryMs: reader.retryMs };
}

function isAmong(name: unknown, names: readonly string[]): boolean {
  return typeof name === 'string' && names.includes(name);
}
