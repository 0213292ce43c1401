/**
 * A world's clock on top of a host timer: real, frozen or scaled, and advanced manually.
 * Decides when calls are made; the time itself depends only on the setting.
 */
import type { Cancel } from '../kernel/async.ts';
import type { Clock, HostTimer } from '../kernel/ports.ts';
import { after as later, between, milliseconds, rateOf, worldInstant } from '../kernel/time/time.ts';
import type { DurationMs, EpochMs, ClockSetting } from '../kernel/time/time.ts';

/** A call scheduled at an instant of the world; with `wait`, the passing of real time triggers it too. */
interface PendingCall {
  readonly at: EpochMs;
  readonly wake: () => void;
  readonly wait: { readonly since: EpochMs; readonly span: DurationMs } | null;
  cancelTimer: Cancel;
  /** The host's time of the timer that is set; `null` for none. */
  timerAt: EpochMs | null;
}

/** Why: hosts truncate longer delays to 32 bits and would call immediately. */
const maxDelay = 2 ** 31 - 1;

export class WorldClock implements Clock {
  readonly #calls = new Set<PendingCall>();
  readonly #timer: HostTimer;
  #setting: ClockSetting;

  constructor(timer: HostTimer, setting: ClockSetting) {
    this.#timer = timer;
    this.#setting = setting;
  }

  now(): EpochMs {
    return worldInstant(this.#setting, this.host());
  }

  setting(): ClockSetting {
    return this.#setting;
  }

  host(): EpochMs {
    return this.#timer.now();
  }

  changeSetting(setting: ClockSetting): void {
    this.#setting = setting;
    const inOrder = [...this.#calls].sort((a, b) => a.at - b.at);
    for (const call of inOrder) if (this.#calls.has(call)) this.#update(call);
  }

  wakeAt(at: EpochMs, wake: () => void): Cancel {
    return this.#schedule(at, wake, null);
  }

  waitUntil(at: EpochMs, wake: () => void): Cancel {
    return this.#schedule(at, wake, { since: this.host(), span: between(this.now(), at) });
  }

  #schedule(at: EpochMs, wake: () => void, wait: PendingCall['wait']): Cancel {
    const call: PendingCall = { at, wake, wait, cancelTimer: () => undefined, timerAt: null };
    this.#calls.add(call);
    this.#setTimer(call);
    return () => {
      call.cancelTimer();
      this.#calls.delete(call);
    };
  }

  #update(call: PendingCall): void {
    if (this.#remaining(call) > 0) this.#setTimer(call);
    else {
      call.cancelTimer();
      if (this.#calls.delete(call)) call.wake();
    }
  }

  #setTimer(call: PendingCall): void {
    const delay = this.#remaining(call);
    const span = milliseconds(Math.min(Math.max(Math.ceil(delay), 0), maxDelay));
    const timerAt = delay === Infinity ? null : later(this.host(), span);
    if (timerAt !== null && timerAt === call.timerAt) return;
    call.cancelTimer();
    call.cancelTimer = () => undefined;
    call.timerAt = timerAt;
    if (timerAt === null) return;
    const fire = (): void => {
      call.timerAt = null;
      this.#update(call);
    };
    call.cancelTimer = this.#timer.after(span, fire, call.wait === null);
  }

  /** Units: milliseconds of real time until a call is made; infinite if nothing but a change of the setting makes it. */
  #remaining({ at, wait }: PendingCall): number {
    const missing = at - this.now();
    const byWorld = missing <= 0 ? 0 : missing / rateOf(this.#setting);
    if (wait === null) return byWorld;
    return Math.min(byWorld, wait.since + wait.span / stretchOf(this.#setting) - this.host());
  }
}

/** Returns the factor by which waits are stretched: slow motion stretches them, a frozen or fast world does not. */
function stretchOf(setting: ClockSetting): number {
  return setting.mode === 'scaled' && setting.rate > 0 ? Math.min(setting.rate, 1) : 1;
}
