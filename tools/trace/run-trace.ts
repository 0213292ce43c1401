/** Runs the trace: facts to contract and tests, and contract back to facts. Writes nothing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkMarks, type MarkProblem } from './check-marks.ts';
import { findInventions, type Invention } from './invented.ts';
import { collectMarks, type Marks } from './contract/marks.ts';
import { readContract, type Contract } from './contract/read-contract.ts';
import { groupFacts, readFacts, type Fact } from './contract/read-facts.ts';
import type { Resolution } from './resolve/resolution.ts';
import { resolveFact } from './resolve/resolve.ts';
import { readTestTags, type TestTag } from './test-tags.ts';
import { checkUntested, readUntested, type Untested } from './untested.ts';

/** A fact with its resolution and tests. */
export interface TracedFact {
  readonly fact: Fact;
  readonly resolution: Resolution;
  /** Tests with its id as a tag. */
  readonly tests: readonly TestTag[];
  /** Why it cannot be tested; null for a testable fact. */
  readonly untested: string | null;
}

/** The result of a trace. */
export interface Trace {
  readonly contract: Contract;
  readonly marks: Marks;
  readonly facts: readonly TracedFact[];
  readonly markProblems: readonly MarkProblem[];
  readonly inventions: readonly Invention[];
}

/**
 * Traces the contract in `spec/` of a project, with the tests in `test/`.
 *
 * Errors: throws when a document or the inventory cannot be read.
 */
export async function runTrace(project: string): Promise<Trace> {
  const spec = join(project, 'spec');
  const [facts, contract, tags, untested] = await Promise.all([
    readFile(join(spec, 'facts.tsv'), 'utf8').then(readFacts),
    readContract(spec),
    readTestTags(project, 'test'),
    readFile(join(project, 'tools/trace/untested.tsv'), 'utf8').then(readUntested),
  ]);
  return traceContract(facts, contract, tags, untested);
}

/** Traces a contract that has been read. */
export function traceContract(
  facts: readonly Fact[],
  contract: Contract,
  tags: readonly TestTag[],
  untested: readonly Untested[],
): Trace {
  const marks = collectMarks(contract);
  const context = { contract, marks, groups: groupFacts(facts) };
  const tests = Map.groupBy(tags, ({ fact }) => fact);
  const reasons = new Map(untested.map(({ fact, reason }) => [fact, reason]));
  const traced = facts.map((fact) => ({
    fact,
    resolution: resolveFact(fact, context),
    tests: tests.get(fact.id) ?? [],
    untested: reasons.get(fact.id) ?? null,
  }));
  const claims = new Set(traced.flatMap(({ resolution }) => (resolution.ok ? resolution.claims : [])));
  return {
    contract,
    marks,
    facts: traced,
    markProblems: [...checkMarks(facts, marks, tags), ...checkUntested(facts, tags, untested)],
    inventions: findInventions(contract, claims),
  };
}

/** Returns whether a fact is accounted for: in the contract, or for prose by a test alone. */
export function isAccountedFor({ fact, resolution, tests }: TracedFact): boolean {
  const isProse = fact.kind === 'rule' || fact.kind === 'limit' || fact.kind === 'code';
  return resolution.ok || (isProse && tests.length > 0);
}
