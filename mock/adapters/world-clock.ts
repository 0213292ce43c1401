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

export function createWorldClock(host: HostTimer, initial: ClockSetting): Clock {
  const calls = new Set<PendingCall>();
  let setting = initial;

  const now = (): EpochMs => worldInstant(setting, host.now());

  function remaining(call: PendingCall): number {
    const missing = call.at - now();
    const byWorld = missing <= 0 ? 0 : missing / rateOf(setting);
    return Math.min(byWorld, realRemaining(call));
  }

  function realRemaining({ wait }: PendingCall): number {
    if (wait === null) return Infinity;
    return wait.since + wait.span / stretchOf(setting) - host.now();
  }

  function setTimer(call: PendingCall): void {
    const delay = remaining(call);
    const span = milliseconds(Math.min(Math.max(Math.ceil(delay), 0), maxDelay));
    const timerAt = delay === Infinity ? null : later(host.now(), span);
    if (timerAt !== null && timerAt === call.timerAt) return;
    call.cancelTimer();
    call.cancelTimer = () => undefined;
    call.timerAt = timerAt;
    if (timerAt === null) return;
    call.cancelTimer = host.after(
      span,
      () => {
        call.timerAt = null;
        update(call);
      },
      call.wait === null,
    );
  }

  function update(call: PendingCall): void {
    if (remaining(call) > 0) setTimer(call);
    else fire(call);
  }

  function fire(call: PendingCall): void {
    call.cancelTimer();
    if (calls.delete(call)) call.wake();
  }

  function schedule(at: EpochMs, wake: () => void, wait: PendingCall['wait']): Cancel {
    const call: PendingCall = { at, wake, wait, cancelTimer: () => undefined, timerAt: null };
    calls.add(call);
    setTimer(call);
    return () => {
      call.cancelTimer();
      calls.delete(call);
    };
  }

  return {
    now,
    setting: () => setting,
    host: () => host.now(),
    changeSetting(next) {
      setting = next;
      const inOrder = [...calls].sort((a, b) => a.at - b.at);
      for (const call of inOrder) if (calls.has(call)) update(call);
    },
    wakeAt: (at, wake) => schedule(at, wake, null),
    waitUntil: (at, wake) => schedule(at, wake, { since: host.now(), span: between(now(), at) }),
  };
}

/** Returns the factor by which waits are stretched: slow motion stretches them, a frozen or fast world does not. */
function stretchOf(setting: ClockSetting): number {
  return setting.mode === 'scaled' && setting.rate > 0 ? Math.min(setting.rate, 1) : 1;
}
