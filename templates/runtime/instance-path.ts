/**
 * Locations inside a validated value: converts the JSON Pointer of an error to the dotted path that clients see.
 */
import { splitPointer } from './json/pointer.ts';
import { propertyOf } from './json/value.ts';

/** Units: characters of client input that are echoed back. */
const MAX_TEXT_LENGTH = 256;

/**
 * Converts a JSON Pointer to a dotted path with a prefix.
 *
 * Shape: `/a/b~1c/0` becomes `a.b/c.0`; empty for the root without a prefix; at most 256 characters.
 */
export function dottedPath(pointer: string, prefix = ''): string {
  return joinPath(prefix, splitPointer(pointer).join('.'));
}

/** Appends a property to a dotted path. */
export function joinPath(path: string, name: string): string {
  if (path === '') return cutText(name);
  return cutText(name === '' ? path : `${path}.${name}`);
}

/** Shortens client input before it is echoed back. */
export function cutText(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : text.slice(0, MAX_TEXT_LENGTH - 1) + '…';
}

/** Returns the property names of a pointer, and numbers for the items of arrays. */
export function instancePath(pointer: string, root: unknown): (string | number)[] {
  let value = root;
  return splitPointer(pointer).map((name) => {
    const isItem = Array.isArray(value);
    value = propertyOf(value, name);
    return isItem ? Number(name) : name;
  });
}
