/** Finds the facts of a contract by id or by subject. A contract without facts has none of any id. */
import type { Contract, Fact } from '../contract.ts';
import { memoizeByObject } from '../memoize.ts';

export interface FactIndex {
  /** In the order of the source. */
  readonly all: readonly Fact[];
  /** Returns a fact; `null` for an unknown id. */
  readonly byId: (id: string) => Fact | null;
  /** Lists the facts with exactly one of these subjects, in the order of the subjects. */
  readonly about: (...subjects: readonly string[]) => readonly Fact[];
}

export const factsOf = memoizeByObject(({ provenance }: Contract) =>
  createIndex(provenance?.source?.facts ?? []),
);

function createIndex(all: readonly Fact[]): FactIndex {
  const byId = new Map(all.map((fact) => [fact.id, fact]));
  const bySubject = Map.groupBy(all, ({ subject }) => subject);
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    about: (...subjects) => subjects.flatMap((subject) => bySubject.get(subject) ?? []),
  };
}

/**
 * Expands ranges of ids: `F-4.7-023..025` are three facts. Shape: empty for a contract without facts.
 *
 * Errors: throws RangeError for an unknown id. Why: a check without a real basis could fail a correct implementation.
 */
export function expandFacts(contract: Contract, ids: readonly string[]): readonly string[] {
  const { all, byId } = factsOf(contract);
  if (all.length === 0) return [];
  const expanded = ids.flatMap((id) => {
    const span = /^(F-.+-)(\d{3})\.\.(\d{3})$/.exec(id);
    if (span === null) return [id];
    const [, prefix = '', first = '', last = ''] = span;
    const count = Number(last) - Number(first) + 1;
    return Array.from(
      { length: count },
      (_, step) => `${prefix}${String(Number(first) + step).padStart(3, '0')}`,
    );
  });
  const unknown = expanded.find((id) => byId(id) === null);
  if (unknown !== undefined) throw new RangeError(`Unknown fact ${unknown}.`);
  return expanded;
}
