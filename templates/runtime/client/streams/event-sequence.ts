/**
 * Reads the events of an operation in order, over as many connections as necessary.
 * Ends at the event that ends the stream, or when the service closes the stream at a pause; resumes after a broken
 * connection if that leaves no gap.
 */
import type { AnyApiResponse } from '../api-response.ts';
import type { RequestParts } from '../call.ts';
import type { CallOptions, Client } from '../client.ts';
import { isOver, openConnection, Reconnection, toError, type Break, type Opened } from './connect-stream.ts';
import { NetworkError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { propertyAt } from '../property-path.ts';
import { readConnection, readEvent } from './read-connection.ts';
import { createFrameReader } from './read-frames.ts';
import { knownPosition, Progress, type Continuation, type StreamCall } from './resume.ts';

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

/** Prepares to read the events of an operation. */
export function openStream<Event, Result>(
  client: Client,
  call: StreamCall,
  request: RequestParts,
  options: SequenceOptions = {},
): EventSequence<Event, Result> {
  return new Events<Event, Result>(client, call, request, options);
}

/** Units: characters. */
const LONGEST_EVENT = 4_194_304;

/** The marker that some services send at the end of a stream. */
const DONE = '[DONE]';

class Events<Event, Result> implements EventSequence<Event, Result> {
  readonly #client: Client;
  readonly #call: StreamCall;
  readonly #request: RequestParts;
  readonly #options: SequenceOptions;
  readonly #progress: Progress;
  /** Set if the stream starts after a position that the caller passed. */
  readonly #start: Continuation | null;
  readonly #stop = new AbortController();
  #opening: Promise<Opened> | null = null;
  #isRead = false;
  #isClosed = false;
  #isFirst = true;
  /** Whether the service may close the stream after the last event. */
  #isPaused = false;

  constructor(client: Client, call: StreamCall, request: RequestParts, options: SequenceOptions) {
    this.#client = client;
    this.#call = call;
    this.#request = request;
    this.#options = { ...options, signal: this.#stop.signal };
    const known = knownPosition(call, request, options.lastEventId);
    this.#progress = new Progress(call.stream.resume, known, options.resume);
    this.#start = this.#progress.beginning(call, request);
    this.#follow(options.signal);
  }

  get lastEventId(): string | null {
    return this.#progress.position;
  }

  async opened(): Promise<Result> {
    const { result, begun } = await this.#open();
    return (begun === null ? result : ({ ...result, body: this } satisfies AnyApiResponse)) as Result;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop.abort();
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    if (this.#isRead) throw new TypeError(`The stream of ${this.#call.id} is read already`);
    this.#isRead = true;
    const events = this.#events();
    return {
      next: () => events.next(),
      // Why: `return` of a generator that waits for the next event only takes effect after that event.
      return: () => {
        this.close();
        return events.return(undefined);
      },
    };
  }

  #follow(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const leave = (): void => this.#stop.abort(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true, signal: this.#stop.signal });
  }

  #open(): Promise<Opened> {
    return (this.#opening ??= this.#connect());
  }

  #connect(): Promise<Opened> {
    const start = this.#start;
    const headers = { ...this.#options.headers, ...start?.headers };
    return openConnection(this.#client, this.#call, start?.request ?? this.#request, {
      ...this.#options,
      headers,
    });
  }

  async *#events(): AsyncGenerator<Event, undefined> {
    const { begun, result } = await this.#open();
    if (begun === null) {
      if (isOver(result)) return;
      throw toError(result);
    }
    const reconnection = new Reconnection(
      this.#client,
      this.#call,
      this.#request,
      this.#options,
      this.#progress,
    );
    let connection: Exchange | null = begun;
    try {
      while (connection !== null) {
        const end: Break | null = yield* this.#read(connection, reconnection);
        connection.close();
        connection = end === null ? null : await reconnection.reconnect(end);
        this.#isFirst = false;
      }
    } finally {
      connection?.close();
      this.#stop.abort();
    }
  }

  /** Yields the events of one connection; returns why it broke, or `null` at the end of the stream. */
  async *#read(connection: Exchange, reconnection: Reconnection): AsyncGenerator<Event, Break | null> {
    const { maxEventLength = LONGEST_EVENT, idleTimeoutMs = null } = this.#options;
    let isEmpty = true;
    const reader = (this.#call.stream.reader ?? createFrameReader)(maxEventLength);
    const silence = { limitMs: idleTimeoutMs, timing: this.#client.timing };
    try {
      for await (const frames of readConnection(this.#call.id, connection, reader, silence)) {
        for (const frame of frames) {
          if (frame.data === DONE) return null;
          const event = readEvent(this.#call, frame) as Event;
          isEmpty = false;
          if (this.#progress.take(event, frame.id)) continue;
          reconnection.succeed();
          const name = this.#nameOf(event);
          this.#isPaused = isAmong(name, this.#call.stream.pauses);
          yield event;
          if (isAmong(name, this.#call.stream.last)) return null;
        }
        if (reader.checkpoint !== null) this.#progress.moveTo(reader.checkpoint);
      }
    } catch (error) {
      if (this.#isClosed) return null;
      if (error instanceof NetworkError) return { cause: error, retryMs: reader.retryMs };
      throw error;
    }
    return this.#isWhole(isEmpty) ? null : { cause: undefined, retryMs: reader.retryMs };
  }

  #nameOf(event: Event): unknown {
    const { tag } = this.#call.stream;
    return tag === undefined ? undefined : propertyAt(event, tag);
  }

  /**
   * Returns whether a properly closed stream is complete: at a pause, if no event marks its end, or if there are no
   * events after the position that the caller passed.
   */
  #isWhole(isEmpty: boolean): boolean {
    if (this.#isPaused || (this.#call.stream.last ?? []).length === 0) return true;
    return isEmpty && this.#isFirst && this.#start !== null;
  }
}

function isAmong(name: unknown, names: readonly string[] = []): boolean {
  return typeof name === 'string' && names.includes(name);
}
