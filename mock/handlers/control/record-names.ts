/**
 * What the control API calls the kinds of records: their names in the plural, in counts and in the live stream alike.
 */

/** Names the records of a kind, such as `agents` for `agent`. */
export function namesOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
