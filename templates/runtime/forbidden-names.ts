/**
 * Keeps member names out that could change a prototype when someone merges the value carelessly.
 */

/**
 * Finds a member called `__proto__`, or an object under `constructor` that has a `prototype`.
 *
 * Shape: the dotted path of the first one, `null` when there is none. `text` is what the value was parsed from; the
 * value is only walked when the text could hold such a name, also one spelt with `\u` escapes. The caller has limited the depth.
 */
export function findForbiddenName(value: unknown, text: string): string | null {
  return mayHoldName(text) ? walk(value, '') : null;
}

function mayHoldName(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u00');
}

function walk(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (name === '__proto__') return at;
    if (name === 'constructor' && hasPrototype(member)) return `${at}.prototype`;
    const deeper = walk(member, at);
    if (deeper !== null) return deeper;
  }
  return null;
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}
