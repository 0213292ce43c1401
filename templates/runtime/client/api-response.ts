/** Shapes responses for the caller: a union on `status`, and its conversion to an error. */
import { ApiError, type ResponseFacts } from './errors.ts';

/** The headers type of a response without documented headers. */
export type NoHeaders = Readonly<Record<string, never>>;

/**
 * One documented response.
 *
 * Shape: `contentType` is the documented media type, or the actual one if a range is documented; without a body it is
 * `null` and `body` is `undefined`. A documented header can still be missing: browsers hide headers of other origins.
 */
export interface ApiResponse<
  Status extends number,
  Body,
  ContentType extends string | null = string | null,
  Declared = NoHeaders,
> {
  readonly status: Status;
  readonly contentType: ContentType;
  /** Documented headers, parsed as their documented types; absent if missing or of another type. */
  readonly headers: Declared;
  readonly body: Body;
  readonly response: ResponseFacts;
}

/** Any response. */
export type AnyApiResponse = ApiResponse<number, unknown, string | null, unknown>;

/** The members of a union of responses that have a 2XX status. */
export type Success<Result> = Result extends { readonly status: infer Status extends number }
  ? IsOk<Status> extends false
    ? never
    : Result
  : never;

/** The errors that `ok` throws for a union of responses. */
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

/** Returns whether a response is a success. */
export function isOk<Result extends AnyApiResponse>(result: Result): result is Success<Result> & Result {
  return isSuccessStatus(result.status);
}

/** Returns whether a status is in the 2XX range. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Returns a successful response: `ok(await getAgent(client, request)).body`.
 *
 * Errors: throws ApiError for any other response.
 */
export function ok<Result extends AnyApiResponse>(result: Result): Success<Result> {
  if (isSuccessStatus(result.status)) return result as Result & Success<Result>;
  throw new ApiError(result);
}
