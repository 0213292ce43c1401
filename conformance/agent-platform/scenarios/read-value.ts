/** Searches responses whose properties the source does not show: by value rather than by name where possible. */
import { isDeepStrictEqual } from 'node:util';
import { isFields, parseJson, type JsonFields } from '../../model/json-fields.ts';

export { isFields, propertyOf, textOf, type JsonFields } from '../../model/json-fields.ts';

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

/**
 * Returns an unused id of the same form: its last letters and digits are changed, and hexadecimal stays hexadecimal.
 *
 * Errors: throws RangeError for an id without any letter or digit.
 */
export function varyId(id: string): string {
  const varied = id.replace(/[a-z0-9]{1,4}(?=[^a-z0-9]*$)/i, (end) => end.replaceAll(/[a-z0-9]/gi, varySign));
  if (varied === id) throw new RangeError(`${id} has no letter and no digit.`);
  return varied;
}

/**
 * Returns an invalid credential of the same form. Changes everything after the prefix, so that reports do not reveal
 * the real one.
 *
 * Errors: throws RangeError for a credential without any letter or digit.
 */
export function varySecret(secret: string): string {
  const prefix = /^[a-z]+_/i.exec(secret)?.[0] ?? '';
  const varied = prefix + secret.slice(prefix.length).replaceAll(/[a-z0-9]/gi, varySign);
  if (varied === secret) throw new RangeError('A credential has no letter and no digit.');
  return varied;
}

function varySign(sign: string): string {
  if (/\d/.test(sign)) return sign === '0' ? '1' : '0';
  const other = sign.toLowerCase() === 'a' ? 'b' : 'a';
  return sign === sign.toLowerCase() ? other : other.toUpperCase();
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
