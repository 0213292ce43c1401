/**
 * Finds trees that nothing can walk through to the end: nested too deeply, or, by aliases of YAML, larger than any memory
 * or inside themselves.
 */

/** Units: levels of objects and lists. The parser of YAML gives up at about a hundred; so JSON has the same limit. */
export const MOST_LEVELS = 90;

/** Units: objects and lists, each counted as often as it is met. */
const MOST_NODES = 20_000_000;

/** Returns whether a tree can be walked through; goes level by level, so that it needs no stack itself. */
export function isWalkable(root: unknown): boolean {
  let level = new Map<object, number>(isNode(root) ? [[root, 1]] : []);
  let nodes = 0;
  for (let depth = 0; level.size > 0; depth++) {
    if (depth >= MOST_LEVELS) return false;
    const next = new Map<object, number>();
    for (const [node, count] of level) {
      nodes += count;
      for (const inside of Object.values(node) as unknown[])
        if (isNode(inside)) next.set(inside, (next.get(inside) ?? 0) + count);
    }
    if (nodes > MOST_NODES) return false;
    level = next;
  }
  return true;
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
