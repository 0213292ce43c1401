/**
 * Serves the public keys of the mock's own identity provider at `/.well-known/jwks.json`, at the root and in each world.
 */
import type { HttpResponse } from '../../generated/runtime/http.ts';
import type { World } from '../kernel/world/world.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';

/** Where the keys are, relative to the world. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** Returns the JSON Web Key Set of a world. */
export type JwksSource = (world: World) => Promise<{ readonly keys: readonly object[] }>;

/** Returns the response with the keys of a world. Source: RFC 7517 section 8.5.2 for the media type. */
export async function serveJwks(source: JwksSource, world: World): Promise<HttpResponse> {
  return {
    status: 200,
    headers: { 'content-type': 'application/jwk-set+json', [UNDECLARED_HEADER]: 'jwks' },
    body: { kind: 'text', text: JSON.stringify(await source(world)) },
  };
}
