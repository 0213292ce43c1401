/**
 * A recorded request and its response. Types only: plain data that can be written to a file and read again.
 */

/** Header fields in the order in which they were sent or received, names in their original case. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * A request before it is sent.
 *
 * Shape: `path` is relative to the base URL, percent-encoded, with its query; `headers` has no `authorization` if
 * `profile` names the credential; `body` is sent unchanged, in UTF-8 unless it has another encoding, `null` for none.
 */
export interface RequestPlan {
  /** Id of the intended operation; `null` if the contract has none. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  /** Set for a body that is not UTF-8: each of its characters is one byte. */
  readonly encoding?: 'latin1';
  /** Name of the credential; `null` for none. */
  readonly profile: string | null;
}

/**
 * One request and its response.
 *
 * Units: `at` is milliseconds since the run began, `durationMs` from the first byte sent to the last one read.
 */
export interface Exchange {
  /** Counted from 1 in the order in which requests were started. */
  readonly number: number;
  readonly at: number;
  readonly request: RequestPlan;
  /** `null` if there was no response. */
  readonly response: RecordedResponse | null;
  /** Why there was no response, or why it ended early; `null` without an error. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** Set if the request was not sent because similar ones got no response. */
  readonly isUnsent?: true;
}

/** A recorded response. */
export interface RecordedResponse {
  readonly status: number;
  /** Values by lower-case name; several fields of one name are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
}

/**
 * The body of a response.
 *
 * Shape: `json` is valid JSON with a JSON media type; malformed JSON is `text` with a `problem`. A body that exceeds
 * the limits of length or depth is `bytes` with a `problem`; `length` is then the length of the part that was read.
 * `sha256` is the digest of a complete body whose bytes are not recorded, in hexadecimal digits.
 */
export type RecordedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly problem: string | null;
      readonly sha256?: string;
    }
  | { readonly kind: 'bytes'; readonly length: number; readonly problem?: string; readonly sha256?: string }
  | { readonly kind: 'stream'; readonly stream: StreamCapture };

/** Why the capture of a stream ended: it was closed, broke or was stopped, or a limit was reached. */
export type CaptureEnd =
  'closed' | 'broken' | 'stopped' | 'first-byte' | 'idle' | 'eventless' | 'total' | 'events' | 'bytes';

/**
 * The captured part of an event stream.
 *
 * Shape: `raw` is the text as received, `chunks` are the reads and their times.
 * Units: times are milliseconds after the request was sent; lengths count bytes.
 */
export interface StreamCapture {
  readonly raw: string;
  readonly chunks: readonly { readonly at: number; readonly length: number }[];
  readonly frames: readonly StreamFrame[];
  readonly end: CaptureEnd;
  /** Bytes after the last complete frame, which a reader must drop. */
  readonly rest: string;
}

/**
 * One dispatched event of a stream.
 *
 * Shape: `event` and `id` are the fields of that name, `null` if the frame has none; `value` is the parsed `data`,
 * absent with a `problem` if it can't be parsed.
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
  /** Set if the data may be JSON but is nested too deeply to be parsed. */
  readonly isTooDeep?: boolean;
}
