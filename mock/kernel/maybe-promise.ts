/**
 * Values that are there at once, or later. Most commits go to a log in memory and need not wait; waiting all the same
 * would cost each of them several turns of the event loop's queue.
 */

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once when it is there, otherwise when it comes. */
export function thenDo<T, R>(value: MaybePromise<T>, goOn: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
