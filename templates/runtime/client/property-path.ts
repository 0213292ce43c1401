/** Reads properties by dotted paths such as `pagination.nextCursor`. */

/** A dotted path, or its names if one of them has a dot. The empty path is the value itself. */
export type PropertyPath = string | readonly string[];

/** The type at a dotted path. */
export type PropertyAt<Value, Path extends string> = Path extends ''
  ? Value
  : Path extends `${infer First}.${infer Rest}`
    ? PropertyAt<PropertyOf<Value, First>, Rest>
    : PropertyOf<Value, Path>;

type PropertyOf<Value, Name extends string> =
  NonNullable<Value> extends infer Present ? (Name extends keyof Present ? Present[Name] : unknown) : never;

/** The type of the items of the list at a dotted path. */
export type ItemAt<Value, Path extends string> =
  NonNullable<PropertyAt<Value, Path>> extends readonly (infer Item)[] ? Item : unknown;

/** Returns the value at a path; `undefined` if there is none. */
export function propertyAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
}

/** Returns the value at a path of a page; `undefined` if there is none. */
export function valueAtPath(value: unknown, path: PropertyPath): unknown {
  if (typeof path === 'string') return path === '' ? value : propertyAt(value, path);
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
}
