/**
 * Reads properties of JSON values of unknown form, such as the bodies of responses.
 */
import { propertyOf } from '../../templates/runtime/json/value.ts';

/** Whether a value is an object and not an array; a property of one, `undefined` if there is none. */
export { isObject as isFields, parseJson, propertyOf } from '../../templates/runtime/json/value.ts';

/** An object with any properties. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Returns the first of these properties that is a non-empty text; `null` if none is. */
export function textOf(value: unknown, ...names: readonly string[]): string | null {
  const texts = names.map((name) => propertyOf(value, name));
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

/** Returns a value that is a list; an empty one for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Returns the value of a key as a text; `null` if it is none: neither a number nor a text, or an empty one. */
export function keyText(key: unknown): string | null {
  return (typeof key === 'string' && key !== '') || typeof key === 'number' ? String(key) : null;
}
