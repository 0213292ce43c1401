/** Reads addresses: which hosts and origins refer to this computer, and which world a path belongs to. */
import { thenDo, type MaybePromise } from '../kernel/async.ts';
import type { World } from '../kernel/world/world.ts';
import { decodePercent } from '../../templates/runtime/json/value.ts';

/**
 * Returns whether the value of a `Host` header refers to this computer.
 *
 * Shape: `localhost` and names below it, 127.0.0.0/8 and `[::1]`, each with any port or none.
 */
export function isLoopbackHost(host: string): boolean {
  const name = hostName(host);
  if (name === null) return false;
  if (name === '[::1]' || name === 'localhost') return true;
  return name.endsWith('.localhost') || isLoopbackV4(name);
}

/** Returns whether the value of an `Origin` header is a page served from this computer. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = hostOfOrigin(origin);
  return host !== null && isLoopbackHost(host);
}

/** Returns whether a listen address can only be reached from this computer. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || isLoopbackHost(address);
}

/** Returns whether a string can be used as a host with an optional port in a printed URL. */
export function isHost(text: string): boolean {
  return hostName(text) !== null;
}

/** Removes the port; `null` when the rest is not a host name or address. */
function hostName(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(host);
  if (Number(match?.[2] ?? 0) > 65_535) return null;
  return match?.[1]?.toLowerCase() ?? null;
}

function hostOfOrigin(origin: string): string | null {
  return /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1] ?? null;
}

function isLoopbackV4(name: string): boolean {
  const parts = name.split('.');
  return (
    parts.length === 4 &&
    parts[0] === '127' &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
}

/** Finds worlds by id; one that has to be loaded first is returned as a promise. */
export interface WorldFinder {
  open(id: string): MaybePromise<World | undefined>;
}

/** The target of a request; `path` is the part below the world, `prefix` the part before it. */
export type WorldRoute =
  | { readonly kind: 'found'; readonly world: World; readonly prefix: string; readonly path: string }
  | { readonly kind: 'unknown'; readonly id: string };

/** The world at the root of the server. */
export const DEFAULT_WORLD = 'default';

const WORLD_PREFIX = '/w/';

/**
 * A well-known document of a world: the path of the world follows the name. Source: RFC 8414 section 3; RFC 9728
 * section 3.1.
 */
const WELL_KNOWN_OF_WORLD = /^(\/\.well-known\/[^/]+)(\/w\/[^/]+)$/;
const WELL_KNOWN_PREFIX = '/.well-known/';

/**
 * Finds the world of a path.
 *
 * Shape: `/w/{id}/v1/agents` is `/v1/agents` in that world, `/w/{id}` its root, `/.well-known/{name}/w/{id}` one of its
 * documents; every other path is in the default world.
 */
export function findWorld(worlds: WorldFinder, path: string): MaybePromise<WorldRoute> {
  if (path.startsWith(WELL_KNOWN_PREFIX)) {
    const [, document, world] = WELL_KNOWN_OF_WORLD.exec(path) ?? [];
    if (document !== undefined && world !== undefined) return findWorld(worlds, world + document);
  }
  if (!path.startsWith(WORLD_PREFIX)) return routeTo(worlds, DEFAULT_WORLD, '', path);
  const end = path.indexOf('/', WORLD_PREFIX.length);
  const prefix = end === -1 ? path : path.slice(0, end);
  const id = decodePercent(prefix.slice(WORLD_PREFIX.length));
  return routeTo(worlds, id, prefix, end === -1 ? '/' : path.slice(end));
}

function routeTo(worlds: WorldFinder, id: string, prefix: string, path: string): MaybePromise<WorldRoute> {
  return thenDo(worlds.open(id), (world) =>
    world === undefined ? { kind: 'unknown', id } : { kind: 'found', world, prefix, path },
  );
}
