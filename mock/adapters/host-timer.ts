/**
 * Real time: the clock and the timers of whatever runs the mock (Node, a browser, a worker).
 */
import type { HostTimer } from '../kernel/ports.ts';
import { epochMs } from '../kernel/time/time.ts';

// What every host has; declared here because neither Node's nor the DOM's types may be needed.
declare function setTimeout(call: () => void, ms: number): unknown;
declare function clearTimeout(handle: unknown): void;
/** Undeclared outside of Node. Why: its turns cost microseconds, those of a timer a millisecond and more. */
declare const setImmediate: ((call: () => void) => unknown) | undefined;

export function createHostTimer(): HostTimer {
  return {
    now: () => epochMs(Date.now()),
    after(span, call, background) {
      const handle = setTimeout(call, span);
      if (background) letExit(handle);
      return () => {
        clearTimeout(handle);
      };
    },
    nextTurn: () =>
      new Promise((resolve) => {
        if (typeof setImmediate === 'undefined') setTimeout(resolve, 0);
        else setImmediate(resolve);
      }),
  };
}

/** Why: Node runs on as long as a timer waits, unless it is told not to; browsers have no such call. */
function letExit(handle: unknown): void {
  (handle as { unref?: () => void }).unref?.();
}
