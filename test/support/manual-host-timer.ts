/** A host timer with manual time: it advances only when `pass` is called. For tests that must not sleep. */
import type { HostTimer } from '../../mock/kernel/ports.ts';
import { after, epochMs, type DurationMs, type EpochMs } from '../../mock/kernel/time/time.ts';

/** A host timer whose time is advanced manually. */
export interface ManualHostTimer extends HostTimer {
  /** Advances host time by a span: every call that becomes due is made in order, at its instant. */
  pass(span: DurationMs): void;
  readonly waiting: number;
}

type Call = { readonly at: EpochMs; readonly call: () => void };

/** Creates a manual host timer that starts at an instant. */
export function createManualHostTimer(start: EpochMs = epochMs(Date.UTC(2026, 0, 1))): ManualHostTimer {
  const calls = new Set<Call>();
  let now = start;

  function next(until: EpochMs): Call | undefined {
    let first: Call | undefined;
    for (const call of calls)
      if (call.at <= until && (first === undefined || call.at < first.at)) first = call;
    return first;
  }

  return {
    now: () => now,
    after(span, call) {
      const entry = { at: after(now, span), call };
      calls.add(entry);
      return () => {
        calls.delete(entry);
      };
    },
    nextTurn: () => Promise.resolve(),
    pass(span) {
      const until = after(now, span);
      for (let due = next(until); due !== undefined; due = next(until)) {
        calls.delete(due);
        now = due.at > now ? due.at : now;
        due.call();
      }
      now = until;
    },
    get waiting() {
      return calls.size;
    },
  };
}
