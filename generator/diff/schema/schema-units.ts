/**
 * Compares every pair of schemas once, however often and even recursively it is referenced, and remembers which
 * operations and events use it.
 */
import type { Affected, ContractChange, ChangeKind, ChangeOf, FactsOf } from '../catalogue/change.ts';
import { type Anchor, keyOf, type Conjunction } from '../../schema/view/schema-node.ts';
import { compareSchema } from './compare-schema.ts';
import type { Direction } from '../catalogue/effect.ts';
import type { ViewReader } from '../../schema/view/read-view.ts';
import { sideOf } from './schema-findings.ts';

/** A pair of schemas in one direction. */
interface Unit {
  readonly before: Conjunction;
  readonly after: Conjunction;
  readonly direction: Direction;
  readonly parents: Set<Unit>;
  readonly sites: Affected[];
  readonly found: ContractChange[];
}

/** Collects pairs, and compares them when all have been added. */
export class SchemaUnits {
  readonly #units = new Map<string, Unit>();
  readonly #pending: Unit[] = [];
  readonly #before: ViewReader;
  readonly #after: ViewReader;

  constructor(before: ViewReader, after: ViewReader) {
    this.#before = before;
    this.#after = after;
  }

  /** Adds a pair of schemas used by an operation or event; a missing schema accepts anything. */
  add(before: Conjunction, after: Conjunction, direction: Direction, site: Affected): void {
    this.#unitOf(before, after, direction)?.sites.push(site);
  }

  /** Compares all pairs and those inside them. */
  run(): ContractChange[] {
    for (let unit = this.#pending.pop(); unit !== undefined; unit = this.#pending.pop()) this.#compare(unit);
    return [...this.#units.values()].flatMap((unit) => {
      if (unit.found.length === 0) return [];
      const affected = affectedBy(unit);
      return unit.found.map((change): ContractChange => ({ ...change, affected }));
    });
  }

  #unitOf(before: Conjunction, after: Conjunction, direction: Direction): Unit | null {
    if (before.length === 0 && after.length === 0) return null;
    const key = `${direction} ${keyOf(before)} ${keyOf(after)}`;
    const existing = this.#units.get(key);
    if (existing !== undefined) return existing;
    const unit: Unit = { before, after, direction, parents: new Set(), sites: [], found: [] };
    this.#units.set(key, unit);
    this.#pending.push(unit);
    return unit;
  }

  #compare(unit: Unit): void {
    const { direction, found } = unit;
    const pair = { before: sideOf(unit.before, this.#before), after: sideOf(unit.after, this.#after) };
    compareSchema(pair, {
      direction,
      report: (kind, facts, before, after) => {
        found.push(makeChange(kind, facts, direction, before, after, nowhere) as ContractChange);
      },
      descend: (before, after) => this.#unitOf(before, after, direction)?.parents.add(unit),
    });
  }
}

const nowhere: Affected = { operations: [], events: [] };

/** Creates a change from its parts. */
export function makeChange<Kind extends ChangeKind>(
  kind: Kind,
  facts: FactsOf<Kind>,
  direction: Direction,
  before: Anchor | null,
  after: Anchor | null,
  affected: Affected,
): ChangeOf<Kind> {
  const subject = after?.label ?? before?.label ?? '';
  return {
    kind,
    facts,
    direction,
    subject,
    before: before?.place ?? null,
    after: after?.place ?? null,
    affected,
  };
}

function affectedBy(changed: Unit): Affected {
  const operations = new Set<string>();
  const events = new Set<string>();
  const seen = new Set([changed]);
  for (const unit of seen) {
    for (const site of unit.sites) {
      for (const operation of site.operations) operations.add(operation);
      for (const event of site.events) events.add(event);
    }
    for (const parent of unit.parents) seen.add(parent);
  }
  return { operations: [...operations].sort(), events: [...events].sort() };
}
