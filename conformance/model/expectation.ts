/** The expected response of a case, as serializable data. Types only. */
import type { Severity } from './check.ts';

/** A status, or a range of statuses. */
export type ExpectedStatus = number | '2XX' | '3XX' | '4XX' | '5XX';

/**
 * The expected response of a case.
 *
 * Shape: `description` begins a sentence that the status completes: `A body without name`. A status that is neither in
 * `statuses` nor in `tolerated` is reported with `severity`; a tolerated one is reported and never fails.
 */
export interface Expectation {
  readonly description: string;
  readonly statuses: readonly ExpectedStatus[];
  readonly tolerated: readonly ExpectedStatus[];
  /** A status that contradicts facts, whatever the severity of others; absent without one. */
  readonly contradiction?: { readonly status: number; readonly facts: readonly string[] };
  readonly severity: Severity;
  /** Location in the contract that defines it. */
  readonly place: string | null;
  /** Ids of facts; empty if those of the check apply. */
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** The required text of `error` for a status; `null` if any text is valid. */
  readonly wording: Wording | null;
  /** A text that a success must not contain, and what it would show; absent without one. */
  readonly absent?: { readonly text: string; readonly description: string };
}

/** The required text of `error` for a status. */
export interface Wording {
  readonly status: number;
  readonly error: string;
  readonly severity: Severity;
  readonly facts: readonly string[];
}
