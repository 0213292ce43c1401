/** Values that are available immediately or later. Avoiding a promise saves a turn of the microtask queue. */

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls a function with a value: immediately if it is available, otherwise when it is resolved. */
export function thenDo<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
