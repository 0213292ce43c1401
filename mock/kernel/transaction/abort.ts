/**
 * The part of the web's `AbortSignal` that the kernel needs, so that it compiles with neither Node's nor the DOM's types.
 */

/** Signals that the one who asked has gone; every `AbortSignal` is one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Undoes what the call that returned it began; calling it again does nothing. */
export type Cancel = () => void;

/** Calls a listener once when the signal aborts, at once when it already has. */
export function onAbort(signal: AbortSignalLike | undefined, listener: () => void): Cancel {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const once = (): void => {
    signal.removeEventListener('abort', once);
    listener();
  };
  signal.addEventListener('abort', once);
  return () => {
    signal.removeEventListener('abort', once);
  };
}
