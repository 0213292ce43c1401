/**
 * A Hono handler, for any runtime of Hono. If it is mounted at a path, pass the path to the service as base path.
 */
import type { ServeRequest } from '../server/service.ts';
import { fetchHandler } from './fetch.ts';

/** The properties of a Hono context that are used; `env.incoming` exists if Hono runs on Node. */
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
