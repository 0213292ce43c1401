/** Reads properties of JSON values of unknown form. */

/** An object with any properties. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object and not an array. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a property of a value; `undefined` if there is none. */
export function propertyOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

/** Returns the first of these properties that is a non-empty text; `null` if none is. */
export function textOf(value: unknown, ...names: readonly string[]): string | null {
  const texts = names.map((name) => propertyOf(value, name));
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

/** Parses a text as JSON; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
