/** Sends the events of a stream one by one, at a pace of the world's time. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerContext } from '../../http/context.ts';
import { milliseconds } from '../../kernel/time/time.ts';

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
