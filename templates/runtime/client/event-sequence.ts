/**
 * Reads the events of an operation one after the other, over as many connections as it takes.
 * Ends at the event that ends the stream, or where the service closes it at a pause; goes on after a broken connection
 * where that leaves no gap.
 */
import type { AnyApiResponse } from './api-response.ts';
import type { RequestParts } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { isOver, openConnection, Reconnection, refusal, type Break, type Opened } from './connect-stream.ts';
import { NetworkError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { propertyAt } from './property-path.ts';
import { readConnection, readEvent } from './read-connection.ts';
import { createFrameReader } from './read-frames.ts';
import { knownPosition, Progress, type Continuation, type StreamCall } from './resume.ts';

/** How one stream is read. */
export interface SequenceOptions extends CallOptions {
  /** Id of the last event that is known already; the stream goes on behind it if it breaks, or begins there if it can. */
  readonly lastEventId?: string | undefined;
  /** Whether to go on after a broken connection; `true` when absent. */
  readonly resume?: boolean | undefined;
  /** Units: characters of the longest event; 4 Mi when absent. */
  readonly maxEventLength?: number | undefined;
  /**
   * How long a connection may be silent before it counts as broken; `null`, and so when absent, for ever.
   *
   * Units: milliseconds.
   */
  readonly idleTimeoutMs?: number | null | undefined;
}

/**
 * Events as they come, for one `for await`. Nothing is sent before it begins or `opened` is called.
 *
 * Errors: the loop is rejected with ApiError when the service refuses, with StreamBrokenError when the stream breaks and
 * can't go on, with MalformedEventError, and like any call.
 */
export interface EventSequence<Event, Result> extends AsyncIterable<Event> {
  /** Sends the request, if that is not done, and tells how it was answered; the body of a stream is this sequence. */
  opened(): Promise<Result>;
  /** Id of the last event that was handed out or known before; `null` for none and where events have none. */
  readonly lastEventId: string | null;
  /** Ends the stream; leaving the loop does so too. */
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

/** What some services send when a stream is over. */
const DONE = '[DONE]';

class Events<Event, Result> implements EventSequence<Event, Result> {
  readonly #client: Client;
  readonly #call: StreamCall;
  readonly #request: RequestParts;
  readonly #options: SequenceOptions;
  readonly #progress: Progress;
  /** Set when the stream begins behind a position that the caller knows. */
  readonly #start: Continuation | null;
  readonly #stop = new AbortController();
  #opening: Promise<Opened> | null = null;
  #isRead = false;
  #isClosed = false;
  #isFirst = true;
  /** Whether the last event was one behind which the stream may be closed. */
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
    const { answer, begun } = await this.#open();
    return (begun === null ? answer : ({ ...answer, body: this } satisfies AnyApiResponse)) as Result;
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
      // Why: a generator that waits for the next event would only then learn that nobody wants it.
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
    const { begun, answer } = await this.#open();
    if (begun === null) {
      if (isOver(answer)) return;
      throw refusal(answer);
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
        connection = end === null ? null : await reconnection.goOn(end);
        this.#isFirst = false;
      }
    } finally {
      connection?.close();
      this.#stop.abort();
    }
  }

  /** Hands out the events of one connection; answers how it broke, `null` when the stream is over. */
  async *#read(connection: Exchange, reconnection: Reconnection): AsyncGenerator<Event, Break | null> {
    const { maxEventLength = LONGEST_EVENT, idleTimeoutMs = null } = this.#options;
    let isEmpty = true;
    const reader = createFrameReader(maxEventLength);
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
   * Whether a stream that was closed in order is over: at a pause, where no event would end it, and where there is
   * nothing behind the position that the caller gave.
   */
  #isWhole(isEmpty: boolean): boolean {
    if (this.#isPaused || (this.#call.stream.last ?? []).length === 0) return true;
    return isEmpty && this.#isFirst && this.#start !== null;
  }
}

function isAmong(name: unknown, names: readonly string[] = []): boolean {
  return typeof name === 'string' && names.includes(name);
}
