/**
 * Serves as a handler of Hono, wherever Hono runs. Mounted below a path, the service needs it as its base path.
 */
import type { ServeRequest } from '../server/service.ts';
import { fetchHandler } from './fetch.ts';

/** What is used of a context of Hono; `env.incoming` is there where Hono runs on Node. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  readonly env?: unknown;
}

/** Creates a handler for `app.all`. */
export function honoHandler(serve: ServeRequest): (context: HonoContext) => Promise<Response> {
  const respond = fetchHandler(serve);
  return ({ req, env }) => respond(req.raw, remoteAddressOf(env));
}

function remoteAddressOf(env: unknown): string | null {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: unknown } } };
  const address = incoming?.socket?.remoteAddress;
  return typeof address === 'string' ? address : null;
}
