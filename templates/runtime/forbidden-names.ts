/** Detects property names that could pollute a prototype when a value is merged into another. */

/**
 * Finds a property named `__proto__`, or an object in `constructor` that has a `prototype`.
 *
 * Shape: the dotted path of the first one; `null` if there is none. `text` is the JSON of the value; the value is only
 * searched if the text may contain such a name, including one written with `\u` escapes. The caller limits the depth.
 */
export function findForbiddenName(value: unknown, text: string): string | null {
  return mayContainName(text) ? walk(value, '') : null;
}

function mayContainName(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u00');
}

function walk(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, property] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (name === '__proto__') return at;
    if (name === 'constructor' && hasPrototype(property)) return `${at}.prototype`;
    const deeper = walk(property, at);
    if (deeper !== null) return deeper;
  }
  return null;
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}
