/** Messages of the bundled AsyncAPI document: those of the components, and those written inside a channel. */
import { childSpot, childSpots, type Spot } from './document.ts';

/** Returns every message by its key, each once, those of the components first. */
export function listMessages(asyncapi: Spot): readonly (readonly [key: string, message: Spot])[] {
  const inChannels = childSpots(childSpot(asyncapi, 'channels')).flatMap(([, channel]) =>
    childSpots(childSpot(channel, 'messages')),
  );
  const all = [...childSpots(childSpot(asyncapi, 'components', 'messages')), ...inChannels];
  const byPointer = new Map(all.map((entry) => [entry[1].pointer, entry]));
  return [...byPointer.values()];
}
