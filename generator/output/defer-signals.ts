/**
 * Holds back the signals that end a process while files are in a state that nobody should see.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that wait. */
export interface DeferredSignals {
  /** Whether one has come. */
  readonly isInterrupted: boolean;
  /** Ends the process with the signal that has come, if any; nothing happens where somebody else listens for it. */
  release(): void;
}

/** Holds signals back until they are released. */
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
