/**
 * JSON values of the bundled documents, and locations in them.
 * A spot is an object with its pointer; following a reference returns the spot of its target.
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object in a bundled document. */
export interface Spot {
  /** The whole document, for following references. */
  readonly root: JsonObject;
  /** JSON Pointer with a leading `#`, of the object itself and not of a reference to it. */
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Returns whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** Returns whether a value is a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the value as an array; anything else, absence included, is an empty one. */
export function asArray(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** Returns the strings of an array; anything that is not an array of them gives an empty list. */
export function asStrings(value: Json | undefined): readonly string[] {
  return asArray(value).filter((item) => typeof item === 'string');
}

/** Returns the spot of a document's root. */
export function rootSpot(root: JsonObject): Spot {
  return { root, pointer: '#', value: root };
}

/**
 * Returns the object under a key, or under several keys in turn, with references followed.
 *
 * Shape: `null` if a value on the way is missing, not an object, or a reference that cannot be resolved.
 */
export function childSpot(spot: Spot, ...keys: readonly (string | number)[]): Spot | null {
  let pointer = spot.pointer;
  let value: Json | undefined = spot.value;
  for (const key of keys) {
    value = propertyOf(value, String(key));
    pointer = `${pointer}/${escapeToken(String(key))}`;
    if (!isObject(value)) continue;
    const target = followSpot({ root: spot.root, pointer, value });
    if (target === null) return null;
    ({ pointer, value } = target);
  }
  return isObject(value) ? { root: spot.root, pointer, value } : null;
}

/** Returns the target of a chain of `$ref`s; the spot itself if it is not a reference. */
export function followSpot(spot: Spot): Spot | null {
  let current: Spot = spot;
  const seen = new Set<string>();
  while (typeof current.value['$ref'] === 'string') {
    const ref = current.value['$ref'];
    if (!ref.startsWith('#/') || seen.has(ref)) return null;
    seen.add(ref);
    const target = valueAt(spot.root, ref);
    if (!isObject(target)) return null;
    current = { root: spot.root, pointer: ref, value: target };
  }
  return current;
}

/** Returns the children of an object that are objects, with references followed, in document order. */
export function childSpots(spot: Spot | null): readonly (readonly [string, Spot])[] {
  if (spot === null) return [];
  return Object.keys(spot.value).flatMap((key) => {
    const child = childSpot(spot, key);
    return child === null ? [] : [[key, child] as const];
  });
}

/** Reads the value at a pointer that starts with `#/`; `undefined` when there is none. */
export function valueAt(root: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const token of pointer.split('/').slice(1).map(unescapeToken)) value = propertyOf(value, token);
  return value;
}

function propertyOf(value: Json | undefined, key: string): Json | undefined {
  if (isArray(value)) return value[Number(key)];
  return isObject(value) ? value[key] : undefined;
}

/** Escapes one token of a JSON Pointer (RFC 6901, section 3). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeToken(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}
