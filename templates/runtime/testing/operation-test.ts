/**
 * What tools that test an implementation read from a contract: the links between its operations, and how to test each
 * operation. Types only.
 */
import type { ResponseStatus } from '../media-type.ts';
import type { JsonValue } from '../operation-spec.ts';

/** How a response of one operation has the input of another. */
export interface OperationLink {
  readonly name: string;
  /** The id of the operation that responds. */
  readonly from: string;
  readonly status: ResponseStatus;
  /** The id of the operation whose input it is. */
  readonly to: string;
  /** Constants and runtime expressions, such as `$response.body#/id`, by place and name: `path.id`. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** The request body with constants and runtime expressions; absent if there is none. */
  readonly body?: JsonValue;
}

/** How to test an operation: the content of `x-test`. Shape: an absent property means none, or no. */
export interface OperationTest {
  /** What a success uses up, so that the next valid request is rejected. */
  readonly consumes?: string;
  /** Whether a request takes time or costs money. Default: whether the body selects a stream. */
  readonly costly?: boolean;
  /** Whether a success deletes or ends something. Default: whether the method is DELETE. */
  readonly destructive?: boolean;
  /** The maximum number of invalid requests, and why. */
  readonly attempts?: { readonly most: number; readonly why: string };
  /** `scratch`: send it to a record created for the test. `specific`: it is valid for some records only. */
  readonly record?: 'scratch' | 'specific';
  /** Properties of the body that must be unique in each request. */
  readonly unique?: readonly string[];
  /** Properties of the body whose values are valid only together with others. */
  readonly conditional?: readonly string[];
  /** Ids of operations that come first, since this one invalidates what they need. */
  readonly after?: readonly string[];
  /** Requests that match the schemas and are still invalid. */
  readonly invalid?: readonly InvalidRequest[];
}

/** A request that matches the schemas and is still invalid. */
export interface InvalidRequest {
  /** A noun phrase: `An empty text`. `{value}` stands for the name of a generated value. */
  readonly title: string;
  /** What differs from a valid request. */
  readonly change: RequestChange;
  /** Ids of operations that are called first with the same change. Default: none. */
  readonly before?: readonly string[];
  /** The expected statuses. Default: the declared errors of an invalid request. */
  readonly status?: readonly (number | '4XX')[];
  /** Statuses that are also accepted, with a warning. */
  readonly also?: readonly (number | '4XX')[];
  /** Facts that it relies on. */
  readonly sources?: readonly string[];
  /** Default: `fail`. */
  readonly severity?: 'fail' | 'warn';
}

/**
 * The name of a generated value: addresses inside a network, an unsigned token, and the id of another record for the
 * parameter in question.
 */
export type GeneratedValue = 'internalAddress' | 'unsignedToken' | 'otherRecord';

/**
 * What differs from a valid request.
 *
 * Shape: `body` is merged like JSON Merge Patch, so `null` removes a property. The value of a property may be
 * `{ generate: NAME }`.
 */
export interface RequestChange {
  readonly body?: Readonly<Record<string, JsonValue>>;
  readonly query?: Readonly<Record<string, JsonValue>>;
  readonly path?: Readonly<Record<string, JsonValue>>;
}
