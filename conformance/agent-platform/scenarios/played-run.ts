/** A run for the checks. Types only. */
import type { Exchange } from '../../model/exchange.ts';

/** The compared part of a response. Shape: `status` is 0 without one. */
export interface ReceivedStatus {
  readonly status: number;
  readonly body?: unknown;
  readonly exchange?: Exchange | null;
}

export type PlayedEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** The part of a run that one request returned. */
export interface PlayedRun extends ReceivedStatus {
  /** `null` for a run that the driver started. */
  readonly exchange: Exchange | null;
  readonly events: readonly PlayedEvent[];
  /** The run's id, from the first event or result that has one. */
  readonly executionId: string | null;
  /** Returns the last event of a type; `null` if there is none. */
  last(type: string): PlayedEvent | null;
  /** The JSON body; `undefined` for a stream. */
  readonly body: unknown;
  /** Returns the value of a header; `null` if it is absent. */
  header(name: string): string | null;
}
