/**
 * The tables of a state by name. Never changes: `with` gives a copy, which costs no more than a list of references, so
 * that a transaction may pay it for each table that it opens.
 */
import { emptyMap } from './persistent-map.ts';
import type { SortedMap } from './persistent-map.ts';

/** A sorted map for each of a fixed number of names. */
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

  /**
   * Returns the same tables but for one.
   *
   * Errors: throws for a name that is none of the set's.
   */
  with(name: string, table: SortedMap<string, V>): TableSet<V> {
    const slot = this.#slots.get(name);
    if (slot === undefined) throw new Error(`The schema has no table ${name}.`);
    const tables = this.#tables.slice();
    tables[slot] = table;
    return new TableSet(this.#slots, tables);
  }

  /** Returns each name with its table, in the order of the names that it was made of. */
  *[Symbol.iterator](): Generator<readonly [string, SortedMap<string, V>]> {
    for (const [name, slot] of this.#slots) {
      const table = this.#tables[slot];
      if (table !== undefined) yield [name, table];
    }
  }
}
