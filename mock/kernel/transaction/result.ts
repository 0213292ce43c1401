/**
 * The result of a command that may fail because of the client: a value or an error, never an exception.
 * Exceptions are for bugs only.
 */

/** The result of a successful command. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** The result of a failed command. */
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** Success or failure, discriminated by `ok`. */
export type Result<T, E> = Ok<T> | Err<E>;

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}
