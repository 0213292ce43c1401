/** A document while overlays change it: its tree, and where each changed part of it was written. */
import type { JsonObject, JsonValue, Place } from '../json/documents.ts';
import { childPointer, decodeSegment, isArray, isObject } from '../json/json.ts';
import type { SelectedNode } from './target.ts';

type Key = string | number;
type Node = Record<Key, JsonValue>;

/** The place of a node that an overlay wrote, or the former index of an item that moved. */
type Origin = Place | number;

export class ChangedTree {
  readonly root: JsonObject;
  private readonly file: string;
  private readonly origins = new Map<unknown, Map<Key, Origin>>();

  /** Copies the tree: nodes that YAML aliases share are changed one by one. */
  constructor(file: string, root: JsonObject) {
    this.file = file;
    this.root = JSON.parse(JSON.stringify(root)) as JsonObject;
  }

  /** Returns where a node of the changed document was written. */
  placeOf(pointer: string): Place {
    let place: Place = { file: this.file, pointer: '#' };
    let node: JsonValue | undefined = this.root;
    for (const segment of pointer.slice(2).split('/')) {
      if (segment === '' && pointer === '#/') break;
      const key: Key = isArray(node) ? Number(segment) : decodeSegment(segment);
      const origin: Origin | undefined = this.origins.get(node)?.get(key);
      place =
        typeof origin === 'object'
          ? origin
          : { file: place.file, pointer: childPointer(place.pointer, origin ?? key) };
      node = isObject(node) || isArray(node) ? (node as Node)[key] : undefined;
    }
    return place.pointer === '#' ? { ...place, pointer: '#/' } : place;
  }

  /**
   * Merges a value into each of the nodes.
   *
   * Shape: `create` returns a new copy of the value, which `from` is the place of. Returns the pointers that changed.
   */
  update(nodes: readonly SelectedNode[], create: () => JsonValue, from: Place): string[] {
    const changed: string[] = [];
    for (const { value: node, location } of nodes) {
      const pointer = childPointer('#', ...location);
      const value = create();
      if (isArray(node)) this.append(node, value, pointer, from, changed);
      else if (isObject(node) && isObject(value)) this.merge(node, value, pointer, from, changed);
    }
    return changed;
  }

  private merge(node: JsonObject, update: JsonObject, pointer: string, from: Place, changed: string[]): void {
    for (const [key, value] of Object.entries(update)) {
      const existing = Object.hasOwn(node, key) ? node[key] : undefined;
      const at = childPointer(pointer, key);
      const origin = { ...from, pointer: childPointer(from.pointer, key) };
      if (isObject(existing) && isObject(value)) this.merge(existing, value, at, origin, changed);
      else if (isArray(existing) && isArray(value)) {
        for (const [index, item] of value.entries())
          this.append(
            existing,
            item,
            at,
            { ...origin, pointer: childPointer(origin.pointer, index) },
            changed,
          );
      } else if (existing !== value) this.set(node, key, value, at, origin, changed);
    }
  }

  private append(
    list: readonly JsonValue[],
    item: JsonValue,
    pointer: string,
    from: Place,
    changed: string[],
  ): void {
    this.set(list, list.length, item, childPointer(pointer, list.length), from, changed);
  }

  private set(
    node: JsonObject | readonly JsonValue[],
    key: Key,
    value: JsonValue,
    pointer: string,
    from: Place,
    changed: string[],
  ): void {
    // Why not an assignment: that of `__proto__` would change the prototype.
    Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
    this.originsOf(node).set(key, from);
    changed.push(pointer);
  }

  /** Removes the nodes; returns their pointers. */
  remove(nodes: readonly SelectedNode[]): string[] {
    const parents = nodes.map(({ location }) => this.nodeAt(location.slice(0, -1)));
    const items = new Map<JsonValue[], Set<Key>>();
    for (const [at, { location }] of nodes.entries()) {
      const key = location.at(-1);
      const parent = parents[at];
      if (key === undefined || typeof parent !== 'object' || parent === null) continue;
      if (Array.isArray(parent)) {
        const list = parent as JsonValue[];
        items.set(list, (items.get(list) ?? new Set()).add(key));
      } else {
        Reflect.deleteProperty(parent, key);
        this.origins.get(parent)?.delete(key);
      }
    }
    for (const [list, indexes] of items) this.removeItems(list, indexes);
    return nodes.map(({ location }) => childPointer('#', ...location));
  }

  private removeItems(list: JsonValue[], indexes: ReadonlySet<Key>): void {
    const known = this.originsOf(list);
    const kept = [...list.keys()].filter((index) => !indexes.has(index));
    const values = kept.map((index) => list[index] as JsonValue);
    const origins = kept.map((index) => known.get(index) ?? index);
    list.length = 0;
    for (const value of values) list.push(value);
    this.origins.set(list, new Map(origins.entries()));
  }

  private originsOf(node: unknown): Map<Key, Origin> {
    const existing = this.origins.get(node) ?? new Map<Key, Origin>();
    this.origins.set(node, existing);
    return existing;
  }

  private nodeAt(location: readonly Key[]): JsonValue | undefined {
    let node: JsonValue | undefined = this.root;
    for (const key of location) node = isObject(node) || isArray(node) ? (node as Node)[key] : undefined;
    return node;
  }
}
