/**
 * What the samples of an operation look like. Types only.
 */

/** A request that fits an operation, and one reply for each status and media type it declares. */
export interface OperationSample<Request> {
  readonly request: Request;
  readonly replies: readonly ReplySample[];
}

/**
 * A reply that fits an operation.
 *
 * Shape: `body` is absent where there is none; of a stream it is a list of events. `headers` has the required ones.
 */
export interface ReplySample {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
