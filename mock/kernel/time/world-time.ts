/**
 * How a world's time runs, as data. Pure: the instants of the host come in from `mock/adapters/world-clock.ts`.
 */
import { after, latestInstant } from './units.ts';
import type { DurationMs, EpochMs } from './units.ts';

/** Names the ways a world's time can run. */
export type ClockMode = 'real' | 'frozen' | 'scaled';

/**
 * Describes how a world's time follows from the host's.
 *
 * Shape: `real` is the host's time plus an offset, `frozen` stands still, `scaled` was `now` when the host's clock
 * showed `since` and runs `rate` times as fast.
 */
export type ClockSetting =
  | { readonly mode: 'real'; readonly offset: DurationMs }
  | { readonly mode: 'frozen'; readonly now: EpochMs }
  | { readonly mode: 'scaled'; readonly now: EpochMs; readonly since: EpochMs; readonly rate: number };

/**
 * Asks for another way of running.
 *
 * Shape: without `now` a frozen or scaled world goes on from the instant it has, a real one takes the host's time;
 * without `rate` a scaled one runs as fast as the host.
 */
export interface ClockChange {
  readonly mode: ClockMode;
  readonly now?: EpochMs | undefined;
  readonly rate?: number | undefined;
}

/** What a clock shows; `rate` is 1 for a real and 0 for a frozen one. */
export interface ClockReading {
  readonly mode: ClockMode;
  readonly now: EpochMs;
  readonly rate: number;
}

/** Returns the world's instant at an instant of the host. */
export function worldInstant(setting: ClockSetting, host: EpochMs): EpochMs {
  switch (setting.mode) {
    case 'real':
      return after(host, setting.offset);
    case 'frozen':
      return setting.now;
    case 'scaled':
      return earlier(
        after(setting.now, ((host - setting.since) * setting.rate) as DurationMs),
        latestInstant,
      );
  }
}

/** Why: a clock that runs fast enough would leave the instants that can be written. */
function earlier(one: EpochMs, other: EpochMs): EpochMs {
  return one < other ? one : other;
}

/** Returns how many milliseconds of the world pass in one of the host. */
export function rateOf(setting: ClockSetting): number {
  return setting.mode === 'scaled' ? setting.rate : setting.mode === 'real' ? 1 : 0;
}

/** Returns the setting that a change asks for at an instant of the host. */
export function changedSetting(setting: ClockSetting, change: ClockChange, host: EpochMs): ClockSetting {
  const { mode, now, rate = 1 } = change;
  switch (mode) {
    case 'real':
      return { mode, offset: ((now ?? host) - host) as DurationMs };
    case 'frozen':
      return { mode, now: now ?? worldInstant(setting, host) };
    case 'scaled':
      return { mode, now: now ?? worldInstant(setting, host), since: host, rate };
  }
}

/** Returns the setting of a clock that was put forward by a span and else runs as before. */
export function advancedSetting(setting: ClockSetting, by: DurationMs): ClockSetting {
  if (setting.mode === 'real') return { ...setting, offset: (setting.offset + by) as DurationMs };
  return { ...setting, now: after(setting.now, by) };
}

/** Returns a setting that shows the same instant and can be taken up later with `resumedSetting`. */
export function settledSetting(setting: ClockSetting, host: EpochMs): ClockSetting {
  return setting.mode === 'scaled' ? { ...setting, now: worldInstant(setting, host), since: host } : setting;
}

/** Takes up a settled setting: a scaled clock goes on from where it was left, a real one is the host's again. */
export function resumedSetting(setting: ClockSetting, host: EpochMs): ClockSetting {
  return setting.mode === 'scaled' ? { ...setting, since: host } : setting;
}
