/** JSON values: their types, merging, and canonical text. */

export type Json = unknown;

export type JsonMap = Readonly<Record<string, Json>>;

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? ReadonlyObject<T>
    : T;

/** `DeepReadonly` of an object type. */
export type ReadonlyObject<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/**
 * Merges a change into an object: objects property by property, at any depth; everything else is replaced, null
 * included.
 *
 * Source: F-2.2-014; assumption A-018.
 */
export function mergeDeep(target: JsonMap, change: JsonMap): JsonMap {
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [name, value] of Object.entries(change)) {
    const before = merged.get(name);
    merged.set(name, isMap(before) && isMap(value) ? mergeDeep(before, value) : value);
  }
  return Object.fromEntries(merged);
}

export function isMap(value: unknown): value is JsonMap {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Serializes a value with sorted object properties. Source: RFC 8785 section 3.2.3. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${entries.join()}}`;
}
