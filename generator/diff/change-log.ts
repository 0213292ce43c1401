/** Collects changes, and merges duplicates. */
import { makeChange, SchemaUnits } from './schema/schema-units.ts';
import type { Affected, ContractChange, ChangeKind, FactsOf } from './catalogue/change.ts';
import type { Anchor, Conjunction } from '../schema/view/schema-node.ts';
import type { Description } from './description.ts';
import type { Direction } from './catalogue/effect.ts';

/** The two states that are compared. */
export interface Sides {
  readonly before: Description;
  readonly after: Description;
}

/** Records a change of a part that was added or removed, or of one that both sides have. */
export type PartReporter<Part> = <Kind extends ChangeKind>(
  kind: Kind,
  facts: FactsOf<Kind>,
  before: Part | null,
  after: Part | null,
) => void;

/** Collects all changes, and the pairs of schemas to compare. */
export class ChangeLog {
  readonly sides: Sides;
  readonly #units: SchemaUnits;
  readonly #changes: ContractChange[] = [];

  constructor(sides: Sides) {
    this.sides = sides;
    this.#units = new SchemaUnits(sides.before.views, sides.after.views);
  }

  report<Kind extends ChangeKind>(
    kind: Kind,
    facts: FactsOf<Kind>,
    direction: Direction,
    before: Anchor | null,
    after: Anchor | null,
    affected: Affected,
  ): void {
    this.#changes.push(makeChange(kind, facts, direction, before, after, affected) as ContractChange);
  }

  /** Creates a function that records the changes of parts of one kind. Shape: `null` for a missing part. */
  reporterOf<Part>(
    directionOf: (part: Part) => Direction,
    anchorOf: (part: Part) => Anchor,
    affectedBy: (part: Part) => Affected,
  ): PartReporter<Part> {
    return (kind, facts, before, after) => {
      const part = (after ?? before) as Part;
      const anchors = [before && anchorOf(before), after && anchorOf(after)] as const;
      this.report(kind, facts, directionOf(part), ...anchors, affectedBy(part));
    };
  }

  /** Adds a pair of schemas to compare. */
  compareSchemas(before: Conjunction, after: Conjunction, direction: Direction, site: Affected): void {
    this.#units.add(before, after, direction, site);
  }

  /** Compares all schemas and returns every change once, in no particular order. */
  finish(): ContractChange[] {
    return mergeChanges([...this.#changes, ...this.#units.run()]);
  }
}

/** Merges changes of the same place that several operations report into one change that affects them all. */
function mergeChanges(changes: readonly ContractChange[]): ContractChange[] {
  const merged = new Map<string, ContractChange>();
  for (const change of changes) {
    const { kind, facts, direction, subject, before, after } = change;
    const identity = JSON.stringify([
      kind,
      facts,
      direction,
      before === null && after === null ? subject : '',
      before,
      after,
    ]);
    const existing = merged.get(identity);
    merged.set(
      identity,
      existing === undefined
        ? change
        : { ...existing, affected: joinAffected(existing.affected, change.affected) },
    );
  }
  return [...merged.values()];
}

function joinAffected(one: Affected, other: Affected): Affected {
  return {
    operations: [...new Set([...one.operations, ...other.operations])].sort(),
    events: [...new Set([...one.events, ...other.events])].sort(),
  };
}
