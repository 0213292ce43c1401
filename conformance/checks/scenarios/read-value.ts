/** Looks into responses whose members the source does not show: by value rather than by name wherever that will do. */
import { isDeepStrictEqual } from 'node:util';

/** An object of any members. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Checks whether a value is an object and no list. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of a value; `undefined` for what has none. */
export function propertyOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

/** The first of these members that holds a text; `null` when none does. */
export function textOf(value: unknown, ...names: readonly string[]): string | null {
  const texts = names.map((name) => propertyOf(value, name));
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

/** Checks whether some text in a value is exactly this one, however deep. */
export function holdsText(value: unknown, text: string): boolean {
  return someNode(value, (node) => node === text);
}

/** Checks whether this stands somewhere within the texts of a value. */
export function mentions(value: unknown, text: string): boolean {
  return someNode(value, (node) => typeof node === 'string' && node.includes(text));
}

/** Checks whether a value holds this one somewhere, as it is or written as JSON into a text. */
export function holdsValue(value: unknown, wanted: unknown): boolean {
  return someNode(
    value,
    (node) =>
      isDeepStrictEqual(node, wanted) ||
      (typeof node === 'string' && typeof wanted !== 'string' && isDeepStrictEqual(parsed(node), wanted)),
  );
}

/** Checks whether a value holds somewhere all of another one, as it is or written as JSON into a text. */
export function holdsPart(value: unknown, part: unknown): boolean {
  return someNode(
    value,
    (node) =>
      covers(node, part) || (typeof node === 'string' && isFields(part) && covers(parsed(node), part)),
  );
}

/** Checks whether all of a value is in another one: each member of an object, and everything else as it is. */
export function covers(whole: unknown, part: unknown): boolean {
  if (!isFields(part)) return isDeepStrictEqual(whole, part);
  return Object.entries(part).every(([name, value]) => isFields(whole) && covers(whole[name], value));
}

/** Checks whether two values are the same, however deep. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

/**
 * Makes an id of the same form that nothing has: its last letters and digits are others, so that hexadecimal stays so.
 *
 * Errors: throws RangeError for an id without any letter or digit.
 */
export function varyId(id: string): string {
  const varied = id.replace(/[a-z0-9]{1,4}(?=[^a-z0-9]*$)/i, (end) => end.replaceAll(/[a-z0-9]/gi, varySign));
  if (varied === id) throw new RangeError(`${id} has no letter and no digit.`);
  return varied;
}

/**
 * Makes a credential of the same form that nobody has. Nothing behind its prefix stays, so that what is written down of it
 * does not tell the real one.
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

function someNode(value: unknown, holds: (node: unknown) => boolean): boolean {
  if (holds(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((property) => someNode(property, holds));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
