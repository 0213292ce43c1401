/**
 * The live stream of a world.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import type { ServiceContext } from '../../http/context.ts';
import { onAbort } from '../../kernel/transaction/abort.ts';
import type { ConsoleFeeds } from './console-feed.ts';

/** Handles the stream of what happens in a world; it ends when the reader leaves or the world is deleted. */
export function createStreamHandlers(feeds: ConsoleFeeds): Pick<Handlers<ServiceContext>, 'followWorld'> {
  return {
    followWorld(_, { world, signal }) {
      const batches = feeds.follow(world);
      onAbort(signal, () => {
        batches.end();
      });
      return { status: 200, stream: { batches } };
    },
  };
}
