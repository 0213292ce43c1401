/** Notes about a request that are recorded while it is served. */

/** A place where a request or a response violates the contract. */
export interface Violation {
  readonly in: 'request' | 'response';
  readonly pointer: string;
  /** Present for violations caused by an injected fault. */
  readonly injected?: true;
  readonly message: string;
}

/** Something in a request that is valid but may be a mistake. */
export interface Note {
  readonly in: 'request';
  readonly pointer: string;
  readonly message: string;
}

/** A fault that was applied to a request, or that would have been applied to a similar one. */
export interface FaultNote {
  readonly id: string;
  readonly isApplied: boolean;
  readonly reason: string;
}

/** Notes of handlers for the explanation of their response. */
export interface HandlerNotes {
  scenario?: { readonly name: string; readonly reason: string };
  /** The name of the callback or webhook that the mock has sent; only of requests that it sends itself. */
  sent?: string;
  /** Whether an idempotency key repeated an earlier response. */
  isRepeated?: boolean;
  /** The problem of a body that was accepted although it matches more than one alternative. */
  ambiguity?: string;
}
