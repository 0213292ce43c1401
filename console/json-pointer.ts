/** Reading and changing a JSON document by JSON Pointer. Source: RFC 6901. */

/** The names and indexes that lead to a value. */
export type JsonPath = readonly string[];

/** Returns the value at a JSON Pointer. */
export function valueAt(document: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    document,
  );
}

/** Returns a copy of a document with another value at a JSON Pointer. */
export function withValue(document: object, pointer: string, value: unknown): unknown {
  const steps = stepsOf(pointer);
  const last = steps.at(-1);
  if (last === undefined) return value;
  const copy: unknown = structuredClone(document);
  const parent = steps
    .slice(0, -1)
    .reduce<unknown>(
      (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
      copy,
    );
  if (typeof parent === 'object' && parent !== null)
    Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Returns the path of a JSON Pointer. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the JSON Pointer of a path. */
export function pointerOf(path: JsonPath): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
