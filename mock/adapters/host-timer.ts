/** Real time: the clock and the timers of the host that runs the mock (Node, a browser, a worker). */
import type { HostTimer } from '../kernel/ports.ts';
import { epochMs } from '../kernel/time/time.ts';

// Available on every host; declared here because the code must not depend on the types of Node or the DOM.
declare function setTimeout(call: () => void, ms: number): unknown;
declare function clearTimeout(handle: unknown): void;
/** Not declared outside of Node. Why: an immediate costs microseconds, a timer a millisecond or more. */
declare const setImmediate: ((call: () => void) => unknown) | undefined;

export function createHostTimer(): HostTimer {
  return {
    now: () => epochMs(Date.now()),
    after(span, call, background) {
      const handle = setTimeout(call, span);
      if (background) allowExit(handle);
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

/** Why: in Node a pending timer keeps the process alive unless it is unref'd; browsers have no `unref`. */
function allowExit(handle: unknown): void {
  (handle as { unref?: () => void }).unref?.();
}
