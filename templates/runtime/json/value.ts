/** JSON values, and how to read values of unknown form. */

/** Any JSON value. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Returns whether a value is an object that is not an array. */
export function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>>;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property of an object, or an item of an array by its index; `undefined` if there is none. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns a text as it is, and any other value as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the message of an error, and any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Parses a text as JSON; `otherwise` if it is not JSON. */
export function parseJson(text: string, otherwise?: JsonValue): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return otherwise;
  }
}

/** Decodes percent escapes; a text with an invalid one stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
