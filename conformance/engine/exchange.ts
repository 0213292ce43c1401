/**
 * One request and what came back, as it was recorded. Types only: plain data that can be written to a file and read again.
 */

/** Header fields in the order they were sent or came, names as they were written. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * A request before it is sent.
 *
 * Shape: `path` is relative to the base address, percent-encoded, with its query; `headers` has no `authorization` where
 * `profile` names who asks; `body` is sent as it stands, `null` for none.
 */
export interface RequestPlan {
  /** Id of the operation that is meant; `null` for what the contract does not know. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  /** Name of the credential; `null` for none. */
  readonly profile: string | null;
}

/**
 * One request and its response.
 *
 * Units: `at` is milliseconds since the run began, `durationMs` from the first byte sent to the last one read.
 */
export interface Exchange {
  /** Counted from 1 in the order in which requests were begun. */
  readonly number: number;
  readonly at: number;
  readonly request: RequestPlan;
  /** `null` when no response came. */
  readonly response: RecordedResponse | null;
  /** Why no response came, or why it ended early; `null` when nothing went wrong. */
  readonly failure: string | null;
  readonly durationMs: number;
}

/** What came back. */
export interface RecordedResponse {
  readonly status: number;
  /** Values by lower-case name; several fields of one name are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
}

/**
 * The body of a response.
 *
 * Shape: `json` is what parsed as JSON under a JSON media type; JSON that does not parse is `text` with what is wrong. What is
 * longer or nested deeper than is read is `bytes` with a `problem`; `length` is then what was read of it.
 */
export type RecordedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly problem: string | null }
  | { readonly kind: 'bytes'; readonly length: number; readonly problem?: string }
  | { readonly kind: 'stream'; readonly stream: StreamCapture };

/** Why the reading of a stream ended: it was closed, it broke, somebody stopped, or a cap was reached. */
export type CaptureEnd =
  'closed' | 'broken' | 'stopped' | 'first-byte' | 'idle' | 'total' | 'events' | 'bytes';

/**
 * What was read of an event stream.
 *
 * Shape: `raw` is the text as it came, `pieces` tells in how many reads and when.
 * Units: times are milliseconds after the request was sent; lengths count bytes.
 */
export interface StreamCapture {
  readonly raw: string;
  readonly pieces: readonly { readonly at: number; readonly length: number }[];
  readonly frames: readonly StreamFrame[];
  readonly end: CaptureEnd;
  /** Bytes after the last complete frame, which a reader must drop. */
  readonly rest: string;
}

/**
 * One dispatched event of a stream.
 *
 * Shape: `event` and `id` are the fields of that name, `null` where the frame has none; `value` is what `data` parses to,
 * absent with a `problem` that says why it does not.
 * Units: `at` is milliseconds after the request was sent; `size` is bytes of `data`.
 */
export interface StreamFrame {
  /** Counted from 1. */
  readonly number: number;
  readonly at: number;
  readonly event: string | null;
  readonly id: string | null;
  readonly data: string;
  readonly size: number;
  readonly value?: unknown;
  readonly problem: string | null;
  /** Set where the data may be JSON, and is nested deeper than is read. */
  readonly isTooDeep?: boolean;
}
