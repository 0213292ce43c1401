/**
 * The clock of one run. It moves on by the durations of the scenario, whatever the pace, and by the world's time while
 * the run is paused. So the times and durations that a run reports agree with each other at every pace and on every
 * clock of a world.
 */
import { after, milliseconds } from '../../../kernel/time/time.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';

/** Shape: `now` is the run's own time; `since` is the world's time when the run last stopped to wait. */
export interface RunClock {
  readonly now: EpochMs;
  readonly since: EpochMs;
}

/** Starts the clock of a run at an instant of the world. */
export function startClock(at: EpochMs): RunClock {
  return { now: at, since: at };
}

/** Moves a clock on. Units: milliseconds of the pace `real`. */
export function moveOn({ now, since }: RunClock, duration: number): RunClock {
  return { now: after(now, milliseconds(duration)), since };
}

/** Returns how long a run has been paused, in milliseconds of the world's time. */
export function pausedFor({ since }: RunClock, at: EpochMs): number {
  return Math.max(0, at - since);
}
