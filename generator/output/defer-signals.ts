/** Defers the signals that end a process while files are in an inconsistent state. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface DeferredSignals {
  /** Whether a signal has arrived. */
  readonly isInterrupted: boolean;
  /** Ends the process with the signal that has arrived, if any; does nothing if another listener handles it. */
  release(): void;
}

/** Defers signals until they are released. */
export function deferSignals(): DeferredSignals {
  let interrupted: (typeof SIGNALS)[number] | null = null;
  const handlers = SIGNALS.map((signal) => {
    const isHandled = process.listenerCount(signal) > 0;
    const handler = (): void => {
      if (!isHandled) interrupted = signal;
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  return {
    get isInterrupted() {
      return interrupted !== null;
    },
    release() {
      for (const { signal, handler } of handlers) process.off(signal, handler);
      if (interrupted !== null) process.kill(process.pid, interrupted);
    },
  };
}
