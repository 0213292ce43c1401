/** Finds the world that a path means and takes its prefix off. The prefix is the only way to choose a world. */
import type { World } from '../kernel/world/world.ts';

/** Finds worlds by id. */
export interface WorldFinder {
  find(id: string): World | undefined;
}

/** Where a request goes; `path` is what is left below the world, `prefix` what stood before it. */
export type WorldRoute =
  | { readonly kind: 'found'; readonly world: World; readonly prefix: string; readonly path: string }
  | { readonly kind: 'unknown'; readonly id: string };

/** The world at the root of the server. */
export const DEFAULT_WORLD = 'default';

const WORLD_PREFIX = '/w/';

/** A well-known document of a world: its path stands behind the name. Source: RFC 8414 section 3; RFC 9728 section 3.1. */
const WELL_KNOWN_OF_WORLD = /^(\/\.well-known\/[^/]+)(\/w\/[^/]+)$/;
const WELL_KNOWN_PREFIX = '/.well-known/';

/**
 * Reads the world out of a path.
 *
 * Shape: `/w/{id}/v1/agents` is `/v1/agents` in that world, `/w/{id}` its root, `/.well-known/{name}/w/{id}` a document of
 * it; every other path is in the default one.
 */
export function findWorld(worlds: WorldFinder, path: string): WorldRoute {
  if (path.startsWith(WELL_KNOWN_PREFIX)) {
    const [, document, world] = WELL_KNOWN_OF_WORLD.exec(path) ?? [];
    if (document !== undefined && world !== undefined) return findWorld(worlds, world + document);
  }
  if (!path.startsWith(WORLD_PREFIX)) return routeTo(worlds, DEFAULT_WORLD, '', path);
  const end = path.indexOf('/', WORLD_PREFIX.length);
  const prefix = end === -1 ? path : path.slice(0, end);
  const id = decode(prefix.slice(WORLD_PREFIX.length));
  return routeTo(worlds, id, prefix, end === -1 ? '/' : path.slice(end));
}

function routeTo(worlds: WorldFinder, id: string, prefix: string, path: string): WorldRoute {
  const world = worlds.find(id);
  return world === undefined ? { kind: 'unknown', id } : { kind: 'found', world, prefix, path };
}

/** Leaves a broken encoding as it is: no world has such an id. */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
