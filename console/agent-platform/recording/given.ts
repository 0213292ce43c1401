/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * Returns an object without undefined properties.
 *
 * Shape: the values come from events of the contract, whose names the schema of scenarios shares, so they are valid in
 * any step; the mock validates them.
 */
export function given<const Name extends string>(values: {
  readonly [Key in Name]: unknown;
}): { [Key in Name]?: never } {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in Name]?: never };
}
