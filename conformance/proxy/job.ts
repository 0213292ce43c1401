/** Messages between the proxy and its check thread. Types only, of values that can be cloned between threads. */
import type { Finding } from '../model/finding.ts';
import type { JsonFields } from '../model/json-fields.ts';
import type { RawHeaders } from './raw-headers.ts';

/**
 * A copied body, or why there is no copy.
 *
 * Shape: `unread` is of a media type that no check reads, such as an image; `unfinished` was still arriving when the
 * response ended. Units: bytes.
 */
export type CopiedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'unread' | 'too-long' | 'unfinished'; readonly length: number };

/** A copied request. Units: `at` is epoch milliseconds. */
export interface CopiedRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly at: number;
  readonly method: string;
  /** Original path with its query. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: CopiedBody;
  /** Whether it was checked before it was forwarded. */
  readonly isChecked: boolean;
}

/** The head of a copied response. */
export interface CopiedHead {
  readonly status: number;
  readonly headers: RawHeaders;
}

/** How a stream ended: closed, broken by the upstream, or stopped by the client or the proxy. */
export type CopiedEnd = 'closed' | 'broken' | 'stopped';

/** A job for the check thread. Units: `at` and `durationMs` are in milliseconds since the request arrived. */
export type Job =
  | {
      readonly kind: 'exchange';
      readonly request: CopiedRequest;
      readonly response: CopiedHead & { readonly body: CopiedBody };
      readonly durationMs: number;
    }
  | { readonly kind: 'stream'; readonly request: CopiedRequest; readonly response: CopiedHead }
  | { readonly kind: 'chunk'; readonly number: number; readonly at: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'end';
      readonly number: number;
      readonly end: CopiedEnd;
      readonly durationMs: number;
    };

export type JobReport =
  | { readonly kind: 'finding'; readonly about: ReportSubject; readonly finding: Finding }
  /** Something that was forwarded but not checked, with the counted reason. */
  | { readonly kind: 'unchecked'; readonly reason: string }
  | { readonly kind: 'checked' }
  /** The contents of checked traffic, if the proxy records it. */
  | { readonly kind: 'recorded'; readonly recorded: Recorded }
  /** A check that failed with an error. */
  | { readonly kind: 'error'; readonly message: string };

/**
 * What a mock can play back: a record as a response shows it, or an event of a stream.
 *
 * Shape: `key` is empty for the only record of a resource; `value` is `null` for a record that was deleted.
 */
export type Recorded =
  | {
      readonly kind: 'record';
      readonly resource: string;
      readonly key: string;
      readonly value: JsonFields | null;
    }
  | {
      readonly kind: 'event';
      readonly operation: string;
      readonly exchange: number;
      readonly value: unknown;
    };

/** The exchange of a finding. Shape: `path` has no query; `status` is `null` before the response. */
export interface ReportSubject {
  readonly exchange: number;
  readonly at: number;
  readonly side: 'request' | 'response';
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
}
