/** Records where each node of some trees was written. */
import type { Place } from '../json/documents.ts';
import { escapeName } from '../../templates/runtime/json/pointer.ts';
import { isNode } from './measure-tree.ts';

export interface IndexedTree {
  readonly file: string;
  readonly parsed: unknown;
}

/** An index of the nodes of several trees. */
export interface PlaceIndex {
  /** Returns the place of a node; the root for a node outside of these trees. */
  readonly placeOf: (node: unknown) => Place;
  /** Every text value of a `$ref` key, each once. */
  readonly references: ReadonlySet<string>;
  /** Every object that maps the values of a discriminator. */
  readonly mappings: readonly object[];
  /** The total number of properties of all objects. */
  readonly propertyCount: number;
}

interface Origin {
  readonly file: string;
  readonly parent: object | null;
  readonly key: string;
}

/** Records file, parent and key of every node; builds a pointer only on request. */
export function indexPlaces(trees: readonly IndexedTree[], root: Place): PlaceIndex {
  const origins = new Map<object, Origin>();
  const references = new Set<string>();
  const mappings: object[] = [];
  let propertyCount = 0;
  for (const { file, parsed } of trees) {
    if (!isNode(parsed)) continue;
    origins.set(parsed, { file, parent: null, key: '' });
    const pending: object[] = [parsed];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const isList = Array.isArray(node);
      for (const [key, value] of Object.entries(node)) {
        if (!isList) propertyCount++;
        if (key === '$ref' && typeof value === 'string') references.add(value);
        if (!isNode(value) || origins.has(value)) continue;
        if (key === 'mapping' && origins.get(node)?.key === 'discriminator') mappings.push(value);
        origins.set(value, { file, parent: node, key });
        pending.push(value);
      }
    }
  }
  return {
    placeOf: (node) => (isNode(node) ? placeFrom(node, origins) : null) ?? root,
    references,
    mappings,
    propertyCount,
  };
}

function placeFrom(node: object, origins: ReadonlyMap<object, Origin>): Place | null {
  const segments: string[] = [];
  let origin = origins.get(node);
  if (origin === undefined) return null;
  const { file } = origin;
  while (origin?.parent != null) {
    segments.unshift(escapeName(origin.key));
    origin = origins.get(origin.parent);
  }
  return { file, pointer: `#/${segments.join('/')}` };
}
