/** The health of the mock. */
import type { Handlers } from '../../generated/control/server.ts';
import type { Health } from '../../generated/control/types.ts';
import type { HandlerContext } from '../http/context.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** Information about the mock. Units: `uptimeMs` in milliseconds. */
export interface About extends Pick<Health, 'version' | 'title' | 'plugin' | 'contract'> {
  readonly uptimeMs: () => number;
}

export function createHealthHandlers(
  worlds: () => Worlds,
  { uptimeMs, ...about }: About,
): Pick<Handlers<HandlerContext>, 'getHealth'> {
  return {
    async getHealth() {
      const count = await worlds().count();
      return {
        status: 200,
        body: { status: 'ok', ...about, worlds: count, uptimeMs: uptimeMs() },
      };
    },
  };
}
