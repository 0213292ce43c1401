/**
 * Finds the names of texts that are written in brackets, such as `items[0][price]`, in time that grows with their number.
 */
import { NO_TEXTS, type Text, type TextsByName } from './request-texts.ts';

/** Returns the texts with a bracket after the name, by the name in it: `range[from]` as `from`, `a[b][c]` as `b[c]`. */
export function textsInside(name: string, texts: TextsByName): TextsByName {
  // Only a documented name contains a bracket itself.
  return name.includes('[') ? findInside(name, texts) : (groupsOf(texts).get(name) ?? NO_TEXTS);
}

function findInside(name: string, texts: TextsByName): TextsByName {
  const properties = new Map<string, readonly Text[]>();
  for (const [written, values] of texts) {
    const inside = written.startsWith(`${name}[`) ? nameInside(written, name.length) : null;
    if (inside !== null) properties.set(inside, values);
  }
  return properties;
}

/** The texts in brackets by the name before them, for each set of texts that was searched. */
const groups = new WeakMap<TextsByName, ReadonlyMap<string, TextsByName>>();

/** Why: a search for each of many names would take time that grows with the square of their number. */
function groupsOf(texts: TextsByName): ReadonlyMap<string, TextsByName> {
  const existing = groups.get(texts);
  if (existing !== undefined) return existing;
  const byName = new Map<string, Map<string, readonly Text[]>>();
  for (const [written, values] of texts) {
    const bracket = written.indexOf('[');
    const inside = bracket === -1 ? null : nameInside(written, bracket);
    if (inside === null) continue;
    const name = written.slice(0, bracket);
    const group = byName.get(name) ?? new Map<string, readonly Text[]>();
    byName.set(name, group.set(inside, values));
  }
  groups.set(texts, byName);
  return byName;
}

/** Returns a name without the brackets that open at an index; `null` if they do not close. */
function nameInside(written: string, bracket: number): string | null {
  const close = written.indexOf(']', bracket);
  return close === -1 ? null : written.slice(bracket + 1, close) + written.slice(close + 1);
}

/** Returns the names before any bracket, the documented ones first. */
export function namesIn(texts: TextsByName, documented: readonly string[]): Set<string> {
  const names = new Set(documented);
  for (const written of texts.keys()) {
    const bracket = written.indexOf('[');
    names.add(bracket > 0 || (bracket === 0 && written.endsWith(']')) ? written.slice(0, bracket) : written);
  }
  return names;
}
