/**
 * Names types as a sentence does.
 */
import type { SchemaView } from './schema-view.ts';

/** Names the types of a view: `string or null`, `anything`, `nothing`. */
export function typeText({ types, nullable }: Pick<SchemaView, 'types' | 'nullable'>): string {
  if (types === null) return 'anything';
  const names = [...types, ...(nullable === true ? ['null'] : [])];
  return names.length === 0 ? 'nothing' : names.join(' or ');
}
