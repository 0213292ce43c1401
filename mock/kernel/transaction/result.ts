/**
 * The outcome of a command that a client may get wrong: a value or an error, never an exception.
 * Exceptions are left for bugs.
 */

/** The outcome of a command that was carried out. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** The outcome of a command that was refused. */
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** One or the other; `ok` tells which. */
export type Result<T, E> = Ok<T> | Err<E>;

/** Wraps the value of a command that was carried out. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Wraps the reason why a command was refused. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}
