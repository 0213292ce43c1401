/** Searches JSON values of unknown form: by value rather than by name. */
import { isDeepStrictEqual } from 'node:util';
import { isFields, parseJson } from './json-fields.ts';

/** Returns whether a value contains exactly this text, at any depth. */
export function containsText(value: unknown, text: string): boolean {
  return someNode(value, (node) => node === text);
}

/** Returns whether a text in a value contains this one. */
export function mentions(value: unknown, text: string): boolean {
  return someNode(value, (node) => typeof node === 'string' && node.includes(text));
}

/** Returns whether a value contains another one at any depth, also as JSON inside a text. */
export function containsValue(value: unknown, part: unknown): boolean {
  return someNode(
    value,
    (node) =>
      isDeepStrictEqual(node, part) ||
      (typeof node === 'string' && typeof part !== 'string' && isDeepStrictEqual(parseJson(node), part)),
  );
}

/**
 * Returns whether a value is a superset of another one: it has every property of an object; other values are equal.
 */
export function covers(whole: unknown, part: unknown): boolean {
  if (!isFields(part)) return isDeepStrictEqual(whole, part);
  return Object.entries(part).every(([name, value]) => isFields(whole) && covers(whole[name], value));
}

/** Returns whether a value, or one inside it, matches. */
export function someNode(value: unknown, matches: (node: unknown) => boolean): boolean {
  if (matches(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((property) => someNode(property, matches));
}

/**
 * Returns whether a value has lists, and all of them are empty. Shape: false for a record with an id, or with the key by
 * which it was requested.
 */
export function isEmptyList(value: unknown, key?: string): boolean {
  if (isFields(value) && ('id' in value || (key !== undefined && hasKey(value, key)))) return false;
  const properties: readonly unknown[] = isFields(value) ? Object.values(value) : [value];
  const lists = properties.filter((each): each is readonly unknown[] => Array.isArray(each));
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

function hasKey(record: object, key: string): boolean {
  return Object.values(record).some(
    (value) => (typeof value === 'string' || typeof value === 'number') && String(value) === key,
  );
}
