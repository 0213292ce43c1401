/** Records whose values are created when they are first read. */

/**
 * Creates a record that creates each value on first access and keeps it.
 *
 * Shape: own, enumerable properties in the order of `entries`; no prototype, so that no inherited name is an entry.
 * Errors: what `create` throws, on each access.
 */
export function createLazyRecord<Source, Value>(
  entries: Iterable<readonly [name: string, source: Source]>,
  create: (source: Source) => Value,
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, source] of entries)
    Object.defineProperty(record, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = create(source);
        Object.defineProperty(record, name, { value, enumerable: true });
        return value;
      },
    });
  return record;
}
