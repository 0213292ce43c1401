/** The types of an operation's samples. Types only. */

/** A valid request of an operation, and one response for each declared status and media type. */
export interface OperationSample<Request> {
  readonly request: Request;
  readonly responses: readonly ResponseSample[];
}

/**
 * A valid response of an operation.
 *
 * Shape: `body` is absent if there is none, and a list of events for a stream. `headers` has the required headers.
 */
export interface ResponseSample {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
