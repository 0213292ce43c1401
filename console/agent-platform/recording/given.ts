/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * Returns an object without the properties that are undefined.
 *
 * Shape: the values come from events of the contract, which the schema of scenarios names in the same way, so they fit
 * whatever step they are part of; the mock validates it.
 */
export function given<const Name extends string>(values: {
  readonly [Key in Name]: unknown;
}): { [Key in Name]?: never } {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in Name]?: never };
}
