/** Searches responses whose properties the source does not show: by value rather than by name where possible. */
import { isDeepStrictEqual } from 'node:util';
import { isFields, parseJson, type JsonFields } from '../../model/json-fields.ts';
import { covers, someNode } from '../../model/search-value.ts';

export { varyId, varySecret } from '../../requests/vary-id.ts';
export { isFields, listOf, propertyOf, textOf, type JsonFields } from '../../model/json-fields.ts';
export { covers, containsText, containsValue, mentions } from '../../model/search-value.ts';

/** Returns whether a value contains a superset of another one at any depth, also as JSON inside a string. */
export function holdsPart(value: unknown, part: unknown): boolean {
  return someNode(
    value,
    (node) =>
      covers(node, part) || (typeof node === 'string' && isFields(part) && covers(parseJson(node), part)),
  );
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

/** Returns every string in a value, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns the list in the body of a page; `null` if there is none. */
export function itemsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body as readonly unknown[];
  if (!isFields(body)) return null;
  const lists = [body['data'], ...Object.values(body)].filter((property) => Array.isArray(property));
  return lists[0] ?? null;
}
