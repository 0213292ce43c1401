/**
 * Tells whose error was caught, with its type.
 */
import type { AnyAnswer, ApiErrorOf } from './answer.ts';
import { ApiError } from './errors.ts';

/** The answers of each operation, by its id. */
export type Results = Readonly<Record<string, AnyAnswer>>;

/** Tells whether an error is a refusal of an operation; it is told apart by `status` then. */
export function isErrorOf<All, Id extends keyof All & string>(
  error: unknown,
  operationId: Id,
): error is ApiErrorOf<All[Id]> & ApiError {
  return error instanceof ApiError && error.operationId === operationId;
}
