/**
 * The names of the types of records in the control API: the plurals of the kinds in the store.
 */

/** Returns the plural of a record kind, such as `agents` for `agent`. */
export function namesOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
