/**
 * Numbers that carry their unit in their type, so that a duration is never taken for an instant.
 * Owns the constructors; reads no clock.
 */

declare const unit: unique symbol;

/** Marks a plain number with the unit it is counted in. */
type Counted<Unit extends string> = number & { readonly [unit]: Unit };

/**
 * An instant of a world.
 *
 * Units: milliseconds since 1970-01-01T00:00:00Z, whole.
 */
export type EpochMs = Counted<'EpochMs'>;

/**
 * A span of time.
 *
 * Units: milliseconds.
 */
export type DurationMs = Counted<'DurationMs'>;

/**
 * The place of an entry in its topic.
 *
 * Shape: 0 for the first entry, then one more for each, without gaps.
 */
export type Seq = Counted<'Seq'>;

/** Takes a number of milliseconds since the epoch for an instant; fractions are cut off. */
export function epochMs(value: number): EpochMs {
  return Math.floor(value) as EpochMs;
}

/** The instants that the clock of a world may show: those from 1970 that ISO 8601 writes with four digits of the year. */
export const earliestInstant = 0 as EpochMs;
export const latestInstant = 253_402_300_799_999 as EpochMs;

/** Returns whether a number is an instant that a world may have. */
export function isInstant(value: number): boolean {
  return Number.isSafeInteger(value) && value >= earliestInstant && value <= latestInstant;
}

/** Takes a number for the place of an entry. */
export function seq(value: number): Seq {
  return value as Seq;
}

/** Creates a duration of so many milliseconds. */
export function milliseconds(count: number): DurationMs {
  return count as DurationMs;
}

/** Creates a duration of so many seconds. */
export function seconds(count: number): DurationMs {
  return milliseconds(count * 1000);
}

/** Creates a duration of so many minutes. */
export function minutes(count: number): DurationMs {
  return seconds(count * 60);
}

/** Creates a duration of so many hours. */
export function hours(count: number): DurationMs {
  return minutes(count * 60);
}

/** Creates a duration of so many days of 24 hours. */
export function days(count: number): DurationMs {
  return hours(count * 24);
}

/** Returns the instant that lies a duration after another; a negative duration goes back. */
export function after(at: EpochMs, span: DurationMs): EpochMs {
  return epochMs(at + span);
}

/** Returns the span from one instant to a later one; negative when the second is earlier. */
export function between(from: EpochMs, to: EpochMs): DurationMs {
  return milliseconds(to - from);
}
