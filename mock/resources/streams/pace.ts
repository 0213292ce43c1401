/** How fast the events of a stream come. */
import { findUnknownValue, type PreferenceRule } from '../../http/prefer.ts';

/** Units: milliseconds of the world's time between two events. */
export const PAUSES = { instant: 0, fast: 10, real: 50 } as const;

/** The name of a speed. */
export type StreamPace = keyof typeof PAUSES;

/** `Prefer: pace=instant`. */
export const pacePreference: PreferenceRule = {
  name: 'pace',
  findProblem: (value) => findUnknownValue('pace', value, Object.keys(PAUSES)),
  isHonoured: ({ stream }, status) => status < 400 && stream !== null,
};

/** Returns the speed that a request asks for, else the one of the mock. */
export function paceOf(preferred: string | null | undefined, standard: StreamPace): StreamPace {
  return preferred != null && Object.hasOwn(PAUSES, preferred) ? (preferred as StreamPace) : standard;
}
