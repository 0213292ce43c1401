/** The health of the mock. */
import type { Handlers } from '../../generated/control/server.ts';
import type { Health } from '../../generated/control/types.ts';
import type { HandlerContext } from '../http/context.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** Information about the mock. Units: `uptimeMs` in milliseconds. */
export interface About {
  readonly version: string;
  readonly contract: Health['contract'];
  readonly uptimeMs: () => number;
}

/** Handles the health check of the mock. */
export function createHealthHandlers(
  worlds: () => Worlds,
  { version, contract, uptimeMs }: About,
): Pick<Handlers<HandlerContext>, 'getHealth'> {
  return {
    async getHealth() {
      const count = await worlds().count();
      return {
        status: 200,
        body: { status: 'ok', version, contract, worlds: count, uptimeMs: uptimeMs() },
      };
    },
  };
}
