/**
 * Finds the declarations that refer to others.
 */
import type { JsonSchema } from '../json/documents.ts';
import { componentNameOf } from './keywords.ts';
import { referencesOf } from './walk.ts';

/** Returns the names with those of all declarations that refer to one of them, directly or through others. */
export function findUsers(
  names: Iterable<string>,
  schemas: ReadonlyMap<string, JsonSchema>,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [name, schema] of schemas) {
    for (const reference of referencesOf(schema)) {
      const target = componentNameOf(reference);
      if (target === null) continue;
      const existing = users.get(target);
      if (existing === undefined) users.set(target, [name]);
      else existing.push(name);
    }
  }
  const reachable = new Set(names);
  for (const name of reachable) for (const user of users.get(name) ?? []) reachable.add(user);
  return reachable;
}
