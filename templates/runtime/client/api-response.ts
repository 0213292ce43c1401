/**
 * Shapes responses for the caller: a union on `status`, and its conversion to an error.
 */
import { ApiError, type ResponseFacts } from './errors.ts';

/** Documented headers of an answer that documents none. */
export type NoHeaders = Readonly<Record<string, never>>;

/**
 * One documented answer.
 *
 * Shape: `contentType` is the documented media type, the actual one where a range is documented, and `null` without a
 * body, which is then `undefined`. A documented header may be missing all the same: browsers hide headers of other origins.
 */
export interface ApiResponse<
  Status extends number,
  Body,
  ContentType extends string | null = string | null,
  Declared = NoHeaders,
> {
  readonly status: Status;
  readonly contentType: ContentType;
  /** Documented headers, read by their documented type; absent when missing or of another type. */
  readonly headers: Declared;
  readonly body: Body;
  readonly response: ResponseFacts;
}

/** Any answer. */
export type AnyApiResponse = ApiResponse<number, unknown, string | null, unknown>;

/** The members of a union of answers that have a status of the 2XX range. */
export type Success<Result> = Result extends { readonly status: infer Status extends number }
  ? IsOk<Status> extends false
    ? never
    : Result
  : never;

/** The errors that `ok` makes of a union of answers. */
export type ApiErrorOf<Result> =
  Result extends ApiResponse<infer Status, infer Body, string | null, infer Declared>
    ? IsOk<Status> extends true
      ? never
      : ApiError<Status, Body, Declared>
    : never;

type IsOk<Status extends number> = number extends Status
  ? boolean
  : `${Status}` extends `2${string}`
    ? true
    : false;

/** Returns whether an answer is a success. */
export function isOk<Result extends AnyApiResponse>(answer: Result): answer is Success<Result> & Result {
  return isSuccessStatus(answer.status);
}

/** Returns whether a status is of the 2XX range. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Takes an answer that must be a success: `ok(await getAgent(client, request)).body`.
 *
 * Errors: throws ApiError for every other one.
 */
export function ok<Result extends AnyApiResponse>(answer: Result): Success<Result> {
  if (isOk(answer)) return answer;
  throw new ApiError(answer);
}
