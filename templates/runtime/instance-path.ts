/**
 * Locations inside a validated value: converts the JSON Pointer of an error to the dotted path that clients see.
 */

/** Units: characters of client input that are echoed back. */
const LONGEST_TEXT = 256;

/**
 * Converts a JSON Pointer to a dotted path with a prefix.
 *
 * Shape: `/a/b~1c/0` becomes `a.b/c.0`; empty for the root without a prefix; at most 256 characters.
 */
export function dottedPath(pointer: string, prefix = ''): string {
  return joinPath(prefix, propertyNames(pointer).join('.'));
}

/** Appends a property to a dotted path. */
export function joinPath(path: string, name: string): string {
  if (path === '') return cutText(name);
  return cutText(name === '' ? path : `${path}.${name}`);
}

/** Shortens client input before it is echoed back. */
export function cutText(text: string): string {
  return text.length <= LONGEST_TEXT ? text : text.slice(0, LONGEST_TEXT - 1) + '…';
}

/** Returns the value at a pointer; `undefined` if there is none. Ignores inherited properties. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of propertyNames(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Returns the property names of a pointer, and numbers for the items of arrays. */
export function instancePath(pointer: string, root: unknown): (string | number)[] {
  let value = root;
  return propertyNames(pointer).map((name) => {
    const isItem = Array.isArray(value);
    value = valueAt(value, pointerStep(name));
    return isItem ? Number(name) : name;
  });
}

/** Returns one segment of a JSON Pointer. Source: RFC 6901 section 3. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function propertyNames(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
