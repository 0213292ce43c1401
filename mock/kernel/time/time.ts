/**
 * Numbers with their unit in the type, so that a duration cannot be passed as an instant, and the clock settings of a
 * world as data. Pure: the instants of the host come from `mock/adapters/world-clock.ts`.
 */

declare const unit: unique symbol;

/** A number with a unit. */
type Counted<Unit extends string> = number & { readonly [unit]: Unit };

/** An instant of a world. Units: milliseconds since 1970-01-01T00:00:00Z, whole. */
export type EpochMs = Counted<'EpochMs'>;

/** A span of time. Units: milliseconds. */
export type DurationMs = Counted<'DurationMs'>;

/** The position of an entry in its topic. Shape: 0 for the first entry, then consecutive without gaps. */
export type Seq = Counted<'Seq'>;

/** Converts milliseconds since the epoch to an instant, rounded down. */
export function epochMs(value: number): EpochMs {
  return Math.floor(value) as EpochMs;
}

/** The range of a world's clock: from 1970 up to the last instant that ISO 8601 writes with a four-digit year. */
export const earliestInstant = 0 as EpochMs;
export const latestInstant = 253_402_300_799_999 as EpochMs;

/** Returns whether a number is a valid instant of a world. */
export function isInstant(value: number): boolean {
  return Number.isSafeInteger(value) && value >= earliestInstant && value <= latestInstant;
}

/** Converts a number to a position. */
export function seq(value: number): Seq {
  return value as Seq;
}

export function milliseconds(count: number): DurationMs {
  return count as DurationMs;
}

export function seconds(count: number): DurationMs {
  return milliseconds(count * 1000);
}

export function minutes(count: number): DurationMs {
  return seconds(count * 60);
}

export function hours(count: number): DurationMs {
  return minutes(count * 60);
}

/** Creates a duration of 24-hour days. */
export function days(count: number): DurationMs {
  return hours(count * 24);
}

/** Returns the instant a duration after another one; a negative duration goes back. */
export function after(at: EpochMs, span: DurationMs): EpochMs {
  return epochMs(at + span);
}

/** Returns the start of the tenth of a second that an instant is in. */
export function startOfTenth(at: EpochMs): EpochMs {
  return epochMs(Math.floor(at / 100) * 100);
}

/** Returns the span from one instant to a later one; negative when the second is earlier. */
export function between(from: EpochMs, to: EpochMs): DurationMs {
  return milliseconds(to - from);
}

export type ClockMode = 'real' | 'frozen' | 'scaled';

/**
 * The relation of a world's time to the host's.
 *
 * Shape: `real` is the host's time plus an offset, `frozen` does not advance, `scaled` was `now` when the host's clock
 * showed `since` and runs `rate` times as fast.
 */
export type ClockSetting =
  | { readonly mode: 'real'; readonly offset: DurationMs }
  | { readonly mode: 'frozen'; readonly now: EpochMs }
  | { readonly mode: 'scaled'; readonly now: EpochMs; readonly since: EpochMs; readonly rate: number };

/**
 * A change of the clock setting.
 *
 * Shape: without `now` a frozen or scaled world continues from its current instant, a real one takes the host's time;
 * without `rate` a scaled one runs as fast as the host.
 */
export interface ClockChange {
  readonly mode: ClockMode;
  readonly now?: EpochMs | undefined;
  readonly rate?: number | undefined;
}

/** The reading of a clock; `rate` is 1 for a real and 0 for a frozen one. */
export interface ClockReading {
  readonly mode: ClockMode;
  readonly now: EpochMs;
  readonly rate: number;
}

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

/** Why: a fast clock would otherwise leave the range of instants that can be formatted. */
function earlier(one: EpochMs, other: EpochMs): EpochMs {
  return one < other ? one : other;
}

/** Returns the number of world milliseconds per host millisecond. */
export function rateOf(setting: ClockSetting): number {
  return setting.mode === 'scaled' ? setting.rate : setting.mode === 'real' ? 1 : 0;
}

/** Returns the setting after a change at an instant of the host. */
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

/** Returns the setting of a clock advanced by a span. */
export function advancedSetting(setting: ClockSetting, by: DurationMs): ClockSetting {
  if (setting.mode === 'real') return { ...setting, offset: (setting.offset + by) as DurationMs };
  return { ...setting, now: after(setting.now, by) };
}

/** Returns a setting that shows the same instant and can be continued later with `resumedSetting`. */
export function settledSetting(setting: ClockSetting, host: EpochMs): ClockSetting {
  return setting.mode === 'scaled' ? { ...setting, now: worldInstant(setting, host), since: host } : setting;
}

/** Continues a settled setting: a scaled clock resumes at its last instant, a real one follows the host again. */
export function resumedSetting(setting: ClockSetting, host: EpochMs): ClockSetting {
  return setting.mode === 'scaled' ? { ...setting, since: host } : setting;
}
