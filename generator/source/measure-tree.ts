/**
 * Detects trees that cannot be walked completely: nested too deeply, or, through YAML aliases, cyclic or too large for
 * memory.
 */

/** Units: levels of objects and lists. The YAML parser fails at about a hundred, so JSON has the same limit. */
export const MAX_LEVELS = 90;

/** Units: objects and lists, counted once per occurrence. */
const MAX_NODES = 20_000_000;

/** Returns whether a tree can be walked; proceeds level by level, so that it does not recurse itself. */
export function isWalkable(root: unknown): boolean {
  let level = new Map<object, number>(isNode(root) ? [[root, 1]] : []);
  let nodes = 0;
  for (let depth = 0; level.size > 0; depth++) {
    if (depth >= MAX_LEVELS) return false;
    const next = new Map<object, number>();
    for (const [node, count] of level) {
      nodes += count;
      for (const inside of Object.values(node) as unknown[])
        if (isNode(inside)) next.set(inside, (next.get(inside) ?? 0) + count);
    }
    if (nodes > MAX_NODES) return false;
    level = next;
  }
  return true;
}

export function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
