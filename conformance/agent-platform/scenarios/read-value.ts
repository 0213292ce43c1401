/** Searches responses whose properties the source does not show: by value rather than by name where possible. */
import { isDeepStrictEqual } from 'node:util';
import { isFields, parseJson, type JsonFields } from '../../model/json-fields.ts';

export { varyId, varySecret } from '../../requests/vary-id.ts';
export { isFields, listOf, propertyOf, textOf, type JsonFields } from '../../model/json-fields.ts';

/** Returns whether a value contains exactly this text, at any depth. */
export function holdsText(value: unknown, text: string): boolean {
  return someNode(value, (node) => node === text);
}

/** Returns whether a text in a value contains this one. */
export function mentions(value: unknown, text: string): boolean {
  return someNode(value, (node) => typeof node === 'string' && node.includes(text));
}

/** Returns whether a value contains another one at any depth, also as JSON inside a text. */
export function holdsValue(value: unknown, part: unknown): boolean {
  return someNode(
    value,
    (node) =>
      isDeepStrictEqual(node, part) ||
      (typeof node === 'string' && typeof part !== 'string' && isDeepStrictEqual(parseJson(node), part)),
  );
}

/** Returns whether a value contains a superset of another one at any depth, also as JSON inside a text. */
export function holdsPart(value: unknown, part: unknown): boolean {
  return someNode(
    value,
    (node) =>
      covers(node, part) || (typeof node === 'string' && isFields(part) && covers(parseJson(node), part)),
  );
}

/** Returns whether a value is a superset of another one: every property of an object; other values are equal. */
export function covers(whole: unknown, part: unknown): boolean {
  if (!isFields(part)) return isDeepStrictEqual(whole, part);
  return Object.entries(part).every(([name, value]) => isFields(whole) && covers(whole[name], value));
}

/** Returns whether two values are deeply equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

/** Returns every object in a value, at any depth. */
export function fieldsIn(value: unknown): readonly JsonFields[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(isFields(value) ? [value] : []), ...Object.values(value).flatMap(fieldsIn)];
}

/** Returns every text of a value, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function someNode(value: unknown, matches: (node: unknown) => boolean): boolean {
  if (matches(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((property) => someNode(property, matches));
}
