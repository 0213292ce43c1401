/** JSON Pointers into values. Source: RFC 6901. */
import { propertyOf } from './value.ts';

/** Returns whether a value is a JSON Pointer: empty, or steps that each begin with a slash. */
export function isPointer(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value);
}

/** Escapes a property name for a step of a pointer. Source: RFC 6901 section 3. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the property name of a step of a pointer. Source: RFC 6901 section 4. */
export function unescapeName(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns one step of a pointer, with its slash. */
export function pointerStep(name: string): string {
  return `/${escapeName(name)}`;
}

/**
 * Splits a pointer into the names of properties and the indexes of items on its way.
 *
 * Errors: throws if a slash is missing at its start.
 */
export function splitPointer(pointer: string): string[] {
  const [start, ...steps] = pointer.split('/');
  if (start !== '') throw new TypeError(`${pointer} is not a JSON Pointer: it does not begin with a slash.`);
  return steps.map(unescapeName);
}

/** Splits a pointer before its last step. Shape: `name` is unescaped. Errors: throws for the empty pointer. */
export function splitLast(pointer: string): readonly [parent: string, name: string] {
  const name = splitPointer(pointer).at(-1);
  if (name === undefined) throw new TypeError('The pointer to the whole value has no last step.');
  return [pointer.slice(0, pointer.lastIndexOf('/')), name];
}

/** Returns the value at a pointer; `undefined` if there is none. Ignores inherited properties. */
export function valueAt(root: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(propertyOf, root);
}
