/** Walks through a value along what the contract describes of it. */
import { chooseCases } from './choose-case.ts';
import { childLocation, type SchemaLocation } from './schema-location.ts';

/**
 * Is told of one place of a value; answers whether to go on below it.
 *
 * Shape: where the contract has a union, `spot` is the alternative that the value means. `path` holds the names from the
 * whole value down and is only valid during the call.
 */
export type Visit = (location: SchemaLocation, value: unknown, path: readonly string[]) => boolean;

/** Nobody sends values that are deeper than this on purpose. */
const DEEPEST = 100;

/** Visits every place of a value that the contract describes, objects before their members; others are passed over. */
export function walkValue(root: SchemaLocation, value: unknown, visit: Visit): void {
  walk(root, value, visit, []);
}

function walk(location: SchemaLocation, value: unknown, visit: Visit, path: string[]): void {
  if (location.shape.kind === 'union') {
    for (const each of chooseCases(location, value)) walk(each, value, visit, path);
    return;
  }
  if (!visit(location, value, path) || path.length > DEEPEST) return;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) ? location.shape.kind !== 'list' : location.shape.kind !== 'record') return;
  for (const [name, inner] of Object.entries(value)) {
    const below = childLocation(location, name);
    if (below === null) continue;
    path.push(name);
    walk(below, inner, visit, path);
    path.pop();
  }
}
