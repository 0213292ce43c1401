/**
 * What the samples of an operation look like. Types only.
 */

/** A request that fits an operation, and one response for each status and media type it declares. */
export interface OperationSample<Request> {
  readonly request: Request;
  readonly responses: readonly ResponseSample[];
}

/**
 * A response that fits an operation.
 *
 * Shape: `body` is absent where there is none; of a stream it is a list of events. `headers` has the required ones.
 */
export interface ResponseSample {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
