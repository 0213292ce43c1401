/** Deletes unused worlds: each after a span of real time without a request. */
import type { Cancel } from '../kernel/async.ts';
import type { HostTimer } from '../kernel/ports.ts';
import { after, milliseconds, type DurationMs, type EpochMs } from '../kernel/time/time.ts';

interface Watched {
  readonly span: DurationMs;
  usedAt: EpochMs;
  cancel: Cancel;
}

/** The longest delay that the timers of all hosts support. Units: milliseconds. */
const MAX_TIMER_DELAY = 2 ** 31 - 1;

/** Calls `expire` for each watched world that was not used for its span. */
export class WorldExpiry {
  readonly #host: HostTimer;
  readonly #expire: (id: string, span: DurationMs) => void;
  readonly #worlds = new Map<string, Watched>();

  constructor(host: HostTimer, expire: (id: string, span: DurationMs) => void) {
    this.#host = host;
    this.#expire = expire;
  }

  watch(id: string, span: DurationMs, usedAt: EpochMs = this.#host.now()): void {
    const watched: Watched = { span, usedAt, cancel: () => undefined };
    this.#worlds.set(id, watched);
    this.#wait(id, watched);
  }

  /** Restarts the span of a world. Sets no timer, since each request calls it. */
  touch(id: string): void {
    const watched = this.#worlds.get(id);
    if (watched !== undefined) watched.usedAt = this.#host.now();
  }

  forget(id: string): void {
    this.#worlds.get(id)?.cancel();
    this.#worlds.delete(id);
  }

  close(): void {
    for (const id of [...this.#worlds.keys()]) this.forget(id);
  }

  #wait(id: string, watched: Watched): void {
    const left = after(watched.usedAt, watched.span) - this.#host.now();
    if (left <= 0) {
      this.#worlds.delete(id);
      this.#expire(id, watched.span);
      return;
    }
    const next = () => {
      this.#wait(id, watched);
    };
    watched.cancel = this.#host.after(milliseconds(Math.min(left, MAX_TIMER_DELAY)), next, true);
  }
}
