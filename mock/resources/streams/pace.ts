/** Sends the events of a stream one by one, at a pace of the world's time. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerContext } from '../../http/context.ts';
import { findUnknownValue, type PreferenceRule } from '../../http/prefer.ts';
import { milliseconds } from '../../kernel/time/time.ts';

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

/** Plays events. Shape: without pauses while the clock of the world is frozen. Units: `pause` in milliseconds. */
export async function* playEvents(
  events: readonly JsonValue[],
  pause: number,
  { world, signal }: Pick<HandlerContext, 'world' | 'signal'>,
): AsyncGenerator<readonly JsonValue[]> {
  for (const [place, event] of events.entries()) {
    const isPaused = place > 0 && pause > 0 && world.clock.mode !== 'frozen';
    if (isPaused && (await world.sleep(milliseconds(pause), signal)) === 'interrupted') return;
    yield [event];
  }
}
