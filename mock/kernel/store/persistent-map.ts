/**
 * Sorted maps whose old versions stay valid. The only file that depends on the library
 * (for the choice see docs/decisions/0001-state-in-sorted-trees.md).
 *
 * A `SortedMap` never changes. `edit` returns a mutable copy, until it is passed on as a `SortedMap` again;
 * both share every node that neither has changed.
 */
import sortedBtree from 'sorted-btree';
import diffModule from 'sorted-btree/extended/diffAgainst.js';

/** The keys of a map: strings sorted by UTF-16 unit, or numbers sorted by size, never both in one map. */
export type SortKey = string | number;

/** An immutable map in key order. */
export interface SortedMap<K extends SortKey, V> {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
}

/** A copy of a sorted map that its single owner may change. */
export interface SortedMapEdit<K extends SortKey, V> extends SortedMap<K, V> {
  set(key: K, value: V): boolean;
  delete(key: K): boolean;
}

/**
 * A part of a map.
 *
 * Shape: `from` and `to` bound the keys (`from` inclusive, `to` exclusive), absent for no bound; `after` skips
 * all keys up to and including it, in the direction of iteration; `reverse` iterates from the last key to the first.
 */
export interface KeyRange<K extends SortKey> {
  readonly from?: K | undefined;
  readonly to?: K | undefined;
  readonly after?: K | undefined;
  readonly reverse?: boolean | undefined;
}

type TreeClass = typeof sortedBtree.default;
type Tree<K, V> = InstanceType<typeof sortedBtree.default<K, V>>;

/**
 * Why: the library is CommonJS. Node imports all its exports as one object, bundlers and vitest import the class
 * itself.
 */
const imported = sortedBtree as TreeClass | { readonly default: TreeClass };
const Tree = 'default' in imported ? imported.default : imported;

type DiffAgainst = typeof diffModule.default;
const importedDiff = diffModule as DiffAgainst | { readonly default: DiffAgainst };
const diffAgainst = 'default' in importedDiff ? importedDiff.default : importedDiff;

function compare(a: SortKey, b: SortKey): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function emptyMap<K extends SortKey, V>(): SortedMap<K, V> {
  return new Tree<K, V>(undefined, compare);
}

/** Creates a map from pairs; the last of several with the same key wins. */
export function mapOf<K extends SortKey, V>(pairs: Iterable<readonly [K, V]>): SortedMap<K, V> {
  const map = new Tree<K, V>(undefined, compare);
  for (const [key, value] of pairs) map.set(key, value);
  return map;
}

/** Returns a mutable copy, in constant time; the original is not changed. */
export function edit<K extends SortKey, V>(map: SortedMap<K, V>): SortedMapEdit<K, V> {
  return treeOf(map).clone();
}

/**
 * Iterates over the pairs of a range in order, reading only as many as the caller takes.
 *
 * Shape: the map must not be changed during the iteration.
 */
export function* walk<K extends SortKey, V>(
  map: SortedMap<K, V>,
  range: KeyRange<K> = {},
): Generator<readonly [K, V]> {
  const { from, to, after } = range;
  const tree = treeOf(map);
  if (range.reverse === true) {
    const start = lower(to, after);
    for (const pair of tree.entriesReversed(start, undefined, true)) {
      if (from !== undefined && pair[0] < from) return;
      yield pair;
    }
    return;
  }
  for (const pair of tree.entries(higher(from, after))) {
    if (after !== undefined && pair[0] <= after) continue;
    if (to !== undefined && pair[0] >= to) return;
    yield pair;
  }
}

/**
 * Passes the values of a range to a callback, in order, until it returns false. Why: an iterator is most of the cost of
 * a short listing.
 *
 * Shape: the map must not change while it is read.
 */
export function forEachWhile<K extends SortKey, V>(
  map: SortedMap<K, V>,
  range: KeyRange<K>,
  callback: (value: V) => boolean,
): void {
  const { from, to, after, reverse } = range;
  const tree = treeOf(map);
  const first = higher(from, after) ?? tree.minKey();
  const last = to ?? tree.maxKey();
  if (first === undefined || last === undefined) return;
  if (reverse === true) {
    for (const [, value] of walk(map, range)) if (!callback(value)) return;
    return;
  }
  tree.forRange(first, last, to === undefined, (key, value) => {
    if (after !== undefined && key <= after) return undefined;
    return callback(value) ? undefined : stop;
  });
}

const stop = { break: 0 };

/** Returns the first pair of a map in key order, `undefined` when it is empty. */
export function firstPair<K extends SortKey, V>(map: SortedMap<K, V>): readonly [K, V] | undefined {
  const tree = treeOf(map);
  const key = tree.minKey();
  return key === undefined ? undefined : [key, tree.get(key) as V];
}

/** Returns the value of the first key that starts with a prefix, `undefined` when there is none. */
export function firstWithPrefix<V>(map: SortedMap<string, V>, prefix: string): V | undefined {
  const pair = treeOf(map).getPairOrNextHigher(prefix);
  return pair?.[0].startsWith(prefix) === true ? pair[1] : undefined;
}

/** Counts the keys of a range; takes time proportional to their number. */
export function countRange<K extends SortKey, V>(map: SortedMap<K, V>, from: K, to: K): number {
  return treeOf(map).forRange(from, to, false);
}

/** Called with the differences between two maps, in any order. */
export interface ChangeListener<K extends SortKey, V> {
  readonly put: (key: K, value: V) => void;
  readonly remove: (key: K) => void;
}

/** Reports what changed between two maps; skips the nodes that both share. */
export function listChanges<K extends SortKey, V>(
  before: SortedMap<K, V>,
  after: SortedMap<K, V>,
  { put, remove }: ChangeListener<K, V>,
): void {
  if (before === after) return;
  diffAgainst(treeOf(after), treeOf(before), put, remove, put);
}

/**
 * Creates a map of two layers: `base`, which is built on first use, and `own`, which wins where both have a key.
 * Lookups of keys in `own` do not build `base`.
 */
export function layeredMap<K extends SortKey, V>(
  own: SortedMap<K, V>,
  base: () => SortedMap<K, V>,
): SortedMap<K, V> {
  return new LayeredMap(treeOf(own), base);
}

class LayeredMap<K extends SortKey, V> implements SortedMap<K, V> {
  #tree: Tree<K, V>;
  #base: (() => SortedMap<K, V>) | null;

  constructor(own: Tree<K, V>, base: () => SortedMap<K, V>) {
    this.#tree = own;
    this.#base = base;
  }

  get size(): number {
    return this.tree().size;
  }

  get(key: K): V | undefined {
    return this.#tree.get(key) ?? (this.#base === null ? undefined : this.tree().get(key));
  }

  has(key: K): boolean {
    return this.#tree.has(key) || (this.#base !== null && this.tree().has(key));
  }

  tree(): Tree<K, V> {
    if (this.#base === null) return this.#tree;
    const tree = treeOf(this.#base()).clone();
    for (const [key, value] of this.#tree.entries()) tree.set(key, value);
    this.#tree = tree;
    this.#base = null;
    return tree;
  }
}

function treeOf<K extends SortKey, V>(map: SortedMap<K, V>): Tree<K, V> {
  if (map instanceof LayeredMap) return (map as LayeredMap<K, V>).tree();
  if (!(map instanceof Tree)) throw new Error('This map was not created by this module.');
  return map as Tree<K, V>;
}

function lower<K extends SortKey>(a: K | undefined, b: K | undefined): K | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function higher<K extends SortKey>(a: K | undefined, b: K | undefined): K | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

/**
 * A sorted map for each of a fixed number of names. Immutable: `with` returns a copy, which only copies a list of
 * references, so that a transaction can afford it for each table that it opens.
 */
export class TableSet<V> {
  readonly #slots: ReadonlyMap<string, number>;
  readonly #tables: readonly SortedMap<string, V>[];

  private constructor(slots: ReadonlyMap<string, number>, tables: readonly SortedMap<string, V>[]) {
    this.#slots = slots;
    this.#tables = tables;
  }

  /** Creates an empty table for each name. */
  static of<V>(names: readonly string[]): TableSet<V> {
    return new TableSet<V>(
      new Map(names.map((name, slot) => [name, slot])),
      names.map(() => emptyMap<string, V>()),
    );
  }

  get(name: string): SortedMap<string, V> | undefined {
    const slot = this.#slots.get(name);
    return slot === undefined ? undefined : this.#tables[slot];
  }

  has(name: string): boolean {
    return this.#slots.has(name);
  }

  /** Returns a copy with one table replaced. Errors: throws for a name that is not in the set. */
  with(name: string, table: SortedMap<string, V>): TableSet<V> {
    const slot = this.#slots.get(name);
    if (slot === undefined) throw new Error(`The schema has no table ${name}.`);
    const tables = this.#tables.slice();
    tables[slot] = table;
    return new TableSet(this.#slots, tables);
  }

  /** Iterates over the names and their tables, in the order of the names that it was created with. */
  *[Symbol.iterator](): Generator<readonly [string, SortedMap<string, V>]> {
    for (const [name, slot] of this.#slots) {
      const table = this.#tables[slot];
      if (table !== undefined) yield [name, table];
    }
  }
}
