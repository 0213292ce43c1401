/**
 * What passes between the proxy, which copies, and the thread that judges. Types only: plain values that can be sent from one
 * to the other.
 */
import type { Finding } from '../engine/finding.ts';
import type { RawHeaders } from './raw-headers.ts';

/**
 * A copied body: all of it, or why it was not kept.
 *
 * Shape: `unread` is of a kind that nobody reads, such as an image; `unfinished` was still coming when the response ended.
 * Units: bytes.
 */
export type CopiedBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'unread' | 'too-long' | 'unfinished'; readonly length: number };

/** A copied request. Units: `at` is epoch milliseconds. */
export interface CopiedRequest {
  /** Counted from 1 in the order in which requests came. */
  readonly number: number;
  readonly at: number;
  readonly method: string;
  /** As it came, with its query. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: CopiedBody;
  /** Whether it was judged before it was passed on. */
  readonly isChecked: boolean;
}

/** The head of a copied response. */
export interface CopiedHead {
  readonly status: number;
  readonly headers: RawHeaders;
}

/** How a stream ended: it was closed, the upstream broke it off, or the client or the proxy wanted no more. */
export type CopiedEnd = 'closed' | 'broken' | 'stopped';

/** Something to judge. Units: `at` and `durationMs` count milliseconds since the request came. */
export type Job =
  | {
      readonly kind: 'exchange';
      readonly request: CopiedRequest;
      readonly response: CopiedHead & { readonly body: CopiedBody };
      readonly durationMs: number;
    }
  | { readonly kind: 'stream'; readonly request: CopiedRequest; readonly response: CopiedHead }
  | { readonly kind: 'piece'; readonly number: number; readonly at: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'end';
      readonly number: number;
      readonly end: CopiedEnd;
      readonly durationMs: number;
    };

/** What came of judging. */
export type JobReport =
  | { readonly kind: 'finding'; readonly about: ReportSubject; readonly finding: Finding }
  /** Something that was passed and not checked, with the reason as it is counted. */
  | { readonly kind: 'unchecked'; readonly reason: string }
  | { readonly kind: 'checked' }
  /** A check that could not be carried out. */
  | { readonly kind: 'trouble'; readonly message: string };

/** The exchange that a finding is about. Shape: `path` has no query; `status` is `null` before there is a response. */
export interface ReportSubject {
  readonly exchange: number;
  readonly at: number;
  readonly side: 'request' | 'response';
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
}
