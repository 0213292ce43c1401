/** How the operations of a service are handled, as defined and with faults. */
import type { ServiceRequest } from './check-service.ts';
import type { Fields, Row, Store } from './record-store.ts';

/** A valid request. Shape: `rows` are the records of the path, `row` is the last one. */
export interface Call extends Omit<ServiceRequest, 'body'> {
  readonly body: Fields;
  readonly values: Fields;
  readonly params: Readonly<Record<string, string>>;
  readonly isValid: boolean;
  readonly caller: string;
  readonly rows: readonly Row[];
  readonly row: Row;
  readonly store: Store;
}

/** What a handler returns: a response, a status without a body, or a body with the status of the operation. */
export type Result = number | object;

/** Handles a valid request; `usual` does what the operation is defined to do, `standard` what any such operation does. */
export type Handler = (call: Call, usual: () => Result, standard: () => Result) => Result;

export interface HandlerOptions {
  readonly run?: Handler;
  /** Returns the status of a request that is rejected before its parameters and body are validated. */
  readonly guard?: (call: Call) => number | null;
  /** Returns whether an invalid request reaches the handler; default: none does. */
  readonly accepts?: (call: Call) => boolean;
  /** Whether records of other callers are found. */
  readonly isPublic?: boolean;
  /** The status if an idempotency key comes with another request; `null` to return the stored response. Default 409. */
  readonly reusedKey?: number | null;
  /** Returns which requests share an idempotency key, and what has to be the same in them. */
  readonly requestKeyOf?: (call: Call) => readonly [slot: string, request: string];
  /** Responds to a request for a record that does not exist; default 404. */
  readonly missing?: (call: Omit<Call, 'row'>) => Result;
  /** Returns properties of a record that are not stored. */
  readonly computed?: (row: Row, store: Store) => Fields;
}

/** What is wrong with a service: handlers by the id of their operation, `computed` by the name of a resource. */
export type Faults = Readonly<Record<string, Handler | HandlerOptions>>;
