/**
 * Real time: the clock and the timers of whatever runs the mock (Node, a browser, a worker).
 */
import type { HostTimer } from '../kernel/ports.ts';
import { epochMs } from '../kernel/time/time.ts';

/** What every host has; declared here because neither Node's nor the DOM's types may be needed. */
interface HostGlobals {
  setTimeout(call: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  /** Only where Node's is there. Why: its turns cost microseconds, those of a timer a millisecond and more. */
  setImmediate?(call: () => void): unknown;
}

const host = globalThis as unknown as HostGlobals;

export function createHostTimer(): HostTimer {
  return {
    now: () => epochMs(Date.now()),
    after(span, call, background) {
      const handle = host.setTimeout(call, span);
      if (background) letExit(handle);
      return () => {
        host.clearTimeout(handle);
      };
    },
    nextTurn: () =>
      new Promise((resolve) => {
        if (host.setImmediate === undefined) host.setTimeout(resolve, 0);
        else host.setImmediate(resolve);
      }),
  };
}

/** Why: Node runs on as long as a timer waits, unless it is told not to; browsers have no such call. */
function letExit(handle: unknown): void {
  (handle as { unref?: () => void }).unref?.();
}
