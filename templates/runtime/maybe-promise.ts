/** Values that are there at once, or later: each wait that is left out saves a turn of the event loop's queue. */

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value: at once when it is there, otherwise when it arrives. */
export function thenDo<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
