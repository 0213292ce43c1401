/** What the comparison of one pair of schemas reads, and where it reports. Types, and the creation of a side. */
import type { Anchor, Conjunction } from '../../schema/view/schema-node.ts';
import type { ChangeKind, FactsOf } from '../catalogue/change.ts';
import type { Direction } from '../catalogue/effect.ts';
import type { ViewReader } from '../../schema/view/read-view.ts';
import type { SchemaView } from '../../schema/view/schema-view.ts';

/** One side of a pair. */
export interface SchemaSide {
  readonly nodes: Conjunction;
  readonly view: SchemaView;
  /** Label and position of the first schema; `null` for a missing schema, which accepts anything. */
  readonly anchor: Anchor | null;
  readonly views: ViewReader;
}

export interface SchemaPair {
  readonly before: SchemaSide;
  readonly after: SchemaSide;
}

export interface SchemaFindings {
  readonly direction: Direction;
  readonly report: <Kind extends ChangeKind>(
    kind: Kind,
    facts: FactsOf<Kind>,
    before: Anchor | null,
    after: Anchor | null,
  ) => void;
  /** Adds a pair of subschemas to the comparison; each pair is compared once. */
  readonly descend: (before: Conjunction, after: Conjunction) => void;
}

export function sideOf(nodes: Conjunction, views: ViewReader): SchemaSide {
  return { nodes, view: views.viewOf(nodes), anchor: nodes[0] ?? null, views };
}
