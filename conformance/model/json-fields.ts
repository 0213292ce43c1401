/**
 * Reads properties of JSON values of unknown form, such as the bodies of responses.
 */
import { propertyOf } from '../../templates/runtime/json/value.ts';

/** Whether a value is an object and not an array; a property of one, `undefined` if there is none. */
export { isObject as isFields, propertyOf } from '../../templates/runtime/json/value.ts';

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

/** Parses a text as JSON; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
