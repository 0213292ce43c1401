/** Matches the items of two versions by name, then by shape, so that a rename is recognized. */

/** The matches; each list is in the order of its version. */
export interface Pairing<Item> {
  readonly kept: readonly (readonly [before: Item, after: Item])[];
  /** Renamed: equal except for the name, and the only item of its shape in both versions. */
  readonly renamed: readonly (readonly [before: Item, after: Item])[];
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
}

/**
 * Matches items by name, then the rest by shape.
 *
 * Shape: `shapeOf` returns `null` for an item that is too unspecific to match, as it does for all by default.
 */
export function matchByName<Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  shapeOf: (item: Item) => string | null = () => null,
): Pairing<Item> {
  // A name may occur several times; matches are made in order.
  const later = Map.groupBy(after, nameOf);
  const kept: [Item, Item][] = [];
  const gone: Item[] = [];
  for (const item of before) {
    const same = later.get(nameOf(item))?.shift();
    if (same === undefined) gone.push(item);
    else kept.push([item, same]);
  }
  const left = new Set([...later.values()].flat());
  const fresh = after.filter((item) => left.has(item));
  const renamed = matchShapes(gone, fresh, shapeOf);
  const matched = new Set(renamed.flat());
  return {
    kept,
    renamed,
    added: fresh.filter((item) => !matched.has(item)),
    removed: gone.filter((item) => !matched.has(item)),
  };
}

/** Matches items whose shape occurs exactly once in each version. */
export function matchShapes<Item>(
  before: readonly Item[],
  after: readonly Item[],
  shapeOf: (item: Item) => string | null,
): [Item, Item][] {
  if (before.length === 0 || after.length === 0) return [];
  const candidates = Map.groupBy(after, shapeOf);
  return [...Map.groupBy(before, shapeOf)].flatMap(([shape, owners]): [Item, Item][] => {
    const others = shape === null ? [] : (candidates.get(shape) ?? []);
    const [owner] = owners;
    const [other] = others;
    const isUnambiguous = owners.length === 1 && others.length === 1;
    return isUnambiguous && owner !== undefined && other !== undefined ? [[owner, other]] : [];
  });
}
