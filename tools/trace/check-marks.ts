/** Checks the marks: ids must exist, and assumptions must be defined exactly once. */
import type { Fact } from '../../contract/contract.ts';
import type { AssumptionDefinition, Mark, Marks } from './contract/marks.ts';
import type { Proof } from './read-proofs.ts';

/** An invalid mark. */
export interface MarkProblem {
  /** Pointer into a bundled document, or `file:line` of a test. */
  readonly place: string;
  readonly message: string;
}

/** Finds marks with unknown ids, and assumptions that are undefined or defined twice. */
export function checkMarks(
  facts: readonly Fact[],
  marks: Marks,
  proofs: readonly Proof[],
): readonly MarkProblem[] {
  const factIds = new Set(facts.map(({ id }) => id));
  const sections = knownSections(facts);
  return [
    ...marks.sources
      .filter(({ id }) => !factIds.has(id) && !sections.has(id))
      .map(({ id, pointer }) => ({
        place: pointer,
        message: `x-source names ${id}, which is neither a fact nor a section`,
      })),
    ...marks.notShown
      .filter(({ id }) => !factIds.has(id))
      .map(({ id, pointer }) => ({
        place: pointer,
        message: `x-not-shown names ${id}, which is not a fact`,
      })),
    ...proofs
      .filter(({ fact }) => !factIds.has(fact))
      .map(({ fact, place }) => ({
        place,
        message: `names ${fact}, which is not a fact`,
      })),
    ...findUndefined(marks),
    ...findRepeated(marks.definitions),
  ];
}

function findUndefined(marks: Marks): readonly MarkProblem[] {
  const defined = new Set(marks.definitions.map(({ id }) => id));
  const used = new Map<string, Mark>();
  for (const mark of marks.assumptions)
    if (!defined.has(mark.id) && !used.has(mark.id)) used.set(mark.id, mark);
  return [...used.values()].map(({ id, pointer }) => ({
    place: pointer,
    message: `the assumption ${id} is used but not defined; define {id, text, reason, check} where it belongs most`,
  }));
}

function findRepeated(definitions: readonly AssumptionDefinition[]): readonly MarkProblem[] {
  const byId = Map.groupBy(definitions, ({ id }) => id);
  return [...byId.values()].flatMap(([first, ...others]) =>
    others.map(({ id, pointer }) => ({
      place: pointer,
      message: `the assumption ${id} is defined here and at ${first?.pointer ?? '?'}; keep one and refer to it by id elsewhere`,
    })),
  );
}

/** Returns the sections of the facts and their parent sections: 6.1.1 is in 6.1 and 6. */
function knownSections(facts: readonly Fact[]): ReadonlySet<string> {
  return new Set(
    facts.flatMap(({ section }) => {
      const parts = section.split('.');
      return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    }),
  );
}
