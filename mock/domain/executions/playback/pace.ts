/**
 * How fast runs are played.
 */
import type { Pace } from '../../../../generated/control/types.ts';

/** The pace a run continues at. Shape: `asked` is what the request names, `usual` the default of the world. */
export interface PaceWish {
  readonly asked: Pace | null;
  readonly usual: Pace;
}

/** Returns the pace at which a run continues: the requested one, else its own, else the default. */
export function nextPace(own: Pace | null, { asked, usual }: PaceWish): Pace {
  return asked ?? own ?? usual;
}

/** The factor between a run's own time and the time of the world. */
export const slowness: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.1, real: 1 };
