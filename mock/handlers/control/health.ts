/**
 * Whether the mock is up, and what it is.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Worlds } from '../../worlds.ts';

/** What the mock says of itself. Units: `uptimeMs` in milliseconds. */
export interface About {
  readonly version: string;
  readonly contract: { readonly openapi: string; readonly asyncapi: string };
  readonly uptimeMs: () => number;
}

/** Handles the question after the mock's health. */
export function createHealthHandlers(
  worlds: () => Worlds,
  { version, contract, uptimeMs }: About,
): Pick<Handlers<ServiceContext>, 'getHealth'> {
  return {
    getHealth() {
      return {
        status: 200,
        body: { status: 'ok', version, contract, worlds: worlds().list().length, uptimeMs: uptimeMs() },
      };
    },
  };
}
