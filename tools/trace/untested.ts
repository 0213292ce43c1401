/**
 * Reads untested.tsv, the facts that cannot be tested, each with the reason, and finds invalid rows and facts
 * with no test, no check and no row.
 */
import type { Fact, FactKind } from '../../contract/contract.ts';
import type { MarkProblem } from './check-marks.ts';
import type { Proof } from './read-proofs.ts';

/** A fact that cannot be tested. */
export interface Untested {
  readonly fact: string;
  readonly reason: string;
  /** Line of untested.tsv, from 1. */
  readonly line: number;
}

const file = 'tools/trace/untested.tsv';

/** Facts about behaviour: each is tested, or listed with a reason. */
const behaviour: ReadonlySet<FactKind> = new Set(['rule', 'limit', 'code', 'scope', 'header', 'event']);

/**
 * Reads the list.
 *
 * Shape: rows in file order; a row is the id of a fact and a reason.
 * Errors: throws on a row that lacks its reason or has more columns.
 */
export function readUntested(text: string): readonly Untested[] {
  return text
    .split('\n')
    .map((content, index) => ({ content, line: index + 1 }))
    .slice(1)
    .filter(({ content }) => content !== '')
    .map(({ content, line }) => {
      const [fact = '', reason = '', ...rest] = content.split('\t');
      if (reason.trim() === '' || rest.length > 0)
        throw new Error(`${file}:${line}: a row has the columns fact and reason`);
      return { fact, reason, line };
    });
}

/** Finds rows with unknown, repeated or tested facts, and facts about behaviour with no test, no check and no row. */
export function checkUntested(
  facts: readonly Fact[],
  proofs: readonly Proof[],
  untested: readonly Untested[],
): readonly MarkProblem[] {
  const ids = new Set(facts.map(({ id }) => id));
  const proofOf = new Map(proofs.map((proof) => [proof.fact, proof]));
  const rowOf = new Map<string, Untested>();
  const problems: MarkProblem[] = [];
  for (const row of untested) {
    const { fact, line } = row;
    const proof = proofOf.get(fact);
    const before = rowOf.get(fact);
    rowOf.set(fact, row);
    const message = !ids.has(fact)
      ? `the row names ${fact}, which is not a fact`
      : before !== undefined
        ? `${fact} is listed here and in line ${before.line}; keep one row`
        : proof !== undefined
          ? `${fact} is listed here and tested at ${proof.place}; remove the row or the tag`
          : null;
    if (message !== null) problems.push({ place: `${file}:${line}`, message });
  }
  return [
    ...problems,
    ...facts
      .filter(({ id, kind }) => behaviour.has(kind) && !proofOf.has(id) && !rowOf.has(id))
      .map(({ id, subject }) => ({
        place: 'test',
        message: `${id} ${subject}: no test or check names it; show it and tag the test, or list it in ${file} with the reason`,
      })),
  ];
}
