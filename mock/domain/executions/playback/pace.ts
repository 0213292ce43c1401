/**
 * How fast runs are played.
 */
import type { Pace } from '../../../../generated/control/types.ts';

/** The pace a run continues at. Shape: `requested` is the pace that the request names, `fallback` the default of the world. */
export interface PaceOptions {
  readonly requested: Pace | null;
  readonly fallback: Pace;
}

/** Returns the pace at which a run continues: the requested one, else its own, else the default. */
export function nextPace(own: Pace | null, { requested, fallback }: PaceOptions): Pace {
  return requested ?? own ?? fallback;
}

/** The factor between a run's own time and the time of the world. */
export const slowness: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.1, real: 1 };
