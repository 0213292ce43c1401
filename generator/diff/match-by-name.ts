/**
 * Finds what is the same thing before and after, and what got another name.
 */

/** What was found, each list in the order of the side it belongs to. */
export interface Pairing<Item> {
  readonly kept: readonly (readonly [before: Item, after: Item])[];
  /** Under another name; the same in all else, and the only one of its kind on both sides. */
  readonly renamed: readonly (readonly [before: Item, after: Item])[];
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
}

/**
 * Pairs by name, then what is left by shape.
 *
 * Shape: `shapeOf` answers `null` for what says too little to be recognized.
 */
export function matchByName<Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  shapeOf: (item: Item) => string | null,
): Pairing<Item> {
  // A name may be there several times; the first goes with the first.
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

/** Pairs what has the same shape and is the only one that has it, on both sides. */
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
