/**
 * Resumes a stream after its connection broke: which request continues it, from where, and which events it repeats.
 * Sends nothing itself.
 */
import type { Call, RequestParts, Values } from '../call.ts';
import type { HeaderFields } from '../client.ts';
import { propertyAt } from '../property-path.ts';
import type { Frame, FrameReader } from './read-frames.ts';
import { PLACEHOLDER } from '../write-parameters.ts';

/** How the events of an operation are read. */
export interface StreamRule {
  readonly read: EventReader;
  /** The `Accept` header of a request for the stream; default: that of the operation. */
  readonly accept?: string;
  /** Creates the reader of a stream of another media type than `text/event-stream`. */
  readonly reader?: (longest: number) => FrameReader;
  /** Parses JSON, and converts the event that `wrap` makes of it. Errors: throws SyntaxError, or RangeError. */
  readonly parse?: (text: string, wrap?: (parsed: unknown) => unknown) => unknown;
  /** Path to the property with the event name. */
  readonly tag?: string;
  /** Names of the events that end the stream. */
  readonly last?: readonly string[];
  /** Names of the events after which the service may close the stream; a later request continues after them. */
  readonly pauses?: readonly string[];
  /** Set if the body decides whether the response is a stream: paths into it, of which the first present one counts. */
  readonly choice?: { readonly paths: readonly string[]; readonly default: boolean };
  /** Absent if a broken stream can't be resumed. */
  readonly resume?: ResumeRule;
}

/** Returns the event in a frame. Errors: throws MalformedEventError. */
export type EventReader = (call: StreamCall, frame: Frame) => unknown;

/** An operation that streams. */
export interface StreamCall extends Call {
  readonly stream: StreamRule;
}

/** The request that continues a stream. */
export interface ResumeRule {
  /** Absent if the same request is sent again. */
  readonly call?: StreamCall;
  /** Where the position of the last event goes. */
  readonly cursor: { readonly in: 'query' | 'header'; readonly name: string };
  /** The property with the position of an event, for events whose frame has no id. */
  readonly position?: string;
  /** Where each path parameter comes from: `path.id`, `body.executionId`, `event.executionId`. */
  readonly path?: Readonly<Record<string, string>>;
}

/** Returns whether a request is for a stream. */
export function wantsStream({ stream: { choice } }: StreamCall, { body }: RequestParts): boolean {
  for (const path of choice?.paths ?? []) {
    const wanted = propertyAt(body, path);
    if (typeof wanted === 'boolean') return wanted;
  }
  return choice?.default ?? true;
}

/** Returns an operation with only those of its responses that are not a stream. */
export function withoutStream(call: StreamCall): Call {
  return { ...call, responses: call.responses.filter(({ isStream }) => isStream !== true) };
}

/** A request that continues a stream where it broke. */
export interface Continuation {
  readonly call: StreamCall;
  readonly request: RequestParts;
  readonly headers: HeaderFields;
}

/**
 * Returns the position that the caller passed, as an option or as the cursor parameter.
 *
 * Shape: `null` if there is none.
 */
export function knownPosition(
  { stream: { resume } }: StreamCall,
  { query = {} }: RequestParts,
  lastEventId: string | undefined,
): string | null {
  if (lastEventId !== undefined) return lastEventId;
  const isAsked = resume?.call === undefined && resume?.cursor.in === 'query';
  const asked = isAsked ? query[resume.cursor.name] : undefined;
  return isPosition(asked) ? String(asked) : null;
}

function isPosition(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

/** The state of a stream that is needed to resume it. */
export class Progress {
  readonly #rule: ResumeRule | undefined;
  readonly #isResumed: boolean;
  /** Position of the last event; `null` before the first one and if events have none. */
  position: string | null;
  #isStarted = false;
  /** The latest values of the event properties that the path of the continuation needs. */
  readonly #seen = new Map<string, unknown>();
  /** The most recent positions, for positions without an order. */
  readonly #recent = new Set<string>();
  /** The position after which the current connection started; `null` for the first one. */
  #start: string | null;

  /** Shape: `position` is the last one of an earlier stream, if any; with `isResumed` false it is never resumed. */
  constructor(rule: ResumeRule | undefined, position: string | null, isResumed = true) {
    this.#rule = rule;
    this.#isResumed = isResumed;
    this.position = position;
    this.#start = position;
  }

  /** Records that a new connection starts after the current position. */
  restart(): void {
    this.#start = this.position;
  }

  /**
   * Records an event.
   *
   * Shape: returns whether an earlier connection delivered it already; false for an event without a position.
   */
  take(event: unknown, frameId: string | null): boolean {
    this.#noteAddress(event);
    const position = frameId ?? this.#positionIn(event);
    if (position !== null && this.#isRepeated(position)) return true;
    this.#isStarted = true;
    if (position === null) return false;
    this.position = position === '' ? null : position;
    this.#remember(position);
    return false;
  }

  /**
   * Creates the request of a stream that starts after the position that the caller passed.
   *
   * Shape: `null` if there is no position, or if another operation continues the stream.
   */
  beginning(call: StreamCall, request: RequestParts): Continuation | null {
    if (this.#rule === undefined || this.#rule.call !== undefined || this.position === null) return null;
    return withCursor(call, request, this.#rule, this.position);
  }

  /**
   * Creates the request that continues after the last event.
   *
   * Shape: `null` if the position or a path parameter is unknown. Before the first event, a stream that is continued by
   * its own request starts from the beginning.
   */
  continuation(call: StreamCall, request: RequestParts): Continuation | null {
    const rule = this.#rule;
    const position = this.position;
    if (rule === undefined || !this.#isResumed) return null;
    if (position === null) {
      return rule.call === undefined && !this.#isStarted ? { call, request, headers: {} } : null;
    }
    if (rule.call === undefined) return withCursor(call, request, rule, position);
    const path = this.#address(rule, rule.call, request);
    return path === null ? null : withCursor(rule.call, { path }, rule, position);
  }

  #noteAddress(event: unknown): void {
    for (const from of Object.values(this.#rule?.path ?? {})) {
      const value = from.startsWith(FROM_EVENT)
        ? propertyAt(event, from.slice(FROM_EVENT.length))
        : undefined;
      if (value !== undefined && value !== null) this.#seen.set(from, value);
    }
  }

  #address(rule: ResumeRule, call: Call, request: RequestParts): Values | null {
    const path: Record<string, unknown> = {};
    for (const [, name = ''] of call.path.matchAll(PLACEHOLDER)) {
      const from = rule.path?.[name] ?? `path.${name}`;
      const value = from.startsWith(FROM_EVENT) ? this.#seen.get(from) : propertyAt(request, from);
      if (value === undefined) return null;
      path[name] = value;
    }
    return path;
  }

  #positionIn(event: unknown): string | null {
    const position = this.#rule?.position;
    const value = position === undefined ? undefined : propertyAt(event, position);
    return isPosition(value) ? String(value) : null;
  }

  #isRepeated(position: string): boolean {
    if (this.#start === null) return false;
    if (isDecimal(position) && isDecimal(this.#start)) return BigInt(position) <= BigInt(this.#start);
    return this.#recent.has(position);
  }

  #remember(position: string): void {
    this.#recent.add(position);
    const [oldest] = this.#recent;
    if (this.#recent.size > MAX_REMEMBERED && oldest !== undefined) this.#recent.delete(oldest);
  }
}

const FROM_EVENT = 'event.';
const MAX_REMEMBERED = 1_000;

function withCursor(
  call: StreamCall,
  request: RequestParts,
  { cursor }: ResumeRule,
  position: string,
): Continuation {
  if (cursor.in === 'header') return { call, request, headers: { [cursor.name]: position } };
  return { call, request: { ...request, query: { ...request.query, [cursor.name]: position } }, headers: {} };
}

function isDecimal(text: string): boolean {
  return /^[0-9]+$/.test(text);
}
