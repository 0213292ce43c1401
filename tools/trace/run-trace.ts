/** Runs the trace: facts to contract and tests, and contract back to facts. Writes nothing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkMarks, type MarkProblem } from './check-marks.ts';
import { findInventions, type Invention } from './invented.ts';
import { collectMarks, type Marks } from './contract/marks.ts';
import { readContract, type Contract } from './contract/read-contract.ts';
import { groupFacts, type Resolution } from './resolve/resolution.ts';
import { readFacts } from '../../conformance/agent-platform/read-facts.ts';
import type { Fact } from '../../contract/contract.ts';
import { resolveFact } from './resolve/resolve.ts';
import { listCheckProofs, readTags, type Proof } from './read-proofs.ts';
import { checkUntested, readUntested, type Untested } from './untested.ts';

export interface TracedFact {
  readonly fact: Fact;
  readonly resolution: Resolution;
  /** Tests with its id as a tag, then checks that rest on it. */
  readonly proofs: readonly Proof[];
  /** Why it cannot be tested; null for a testable fact. */
  readonly untested: string | null;
}

export interface Trace {
  readonly contract: Contract;
  readonly marks: Marks;
  readonly facts: readonly TracedFact[];
  readonly markProblems: readonly MarkProblem[];
  readonly inventions: readonly Invention[];
}

/**
 * Traces the contract in `spec/` of a project, with the tests in `test/` and the checks.
 *
 * Errors: throws when a document or the inventory cannot be read.
 */
export async function runTrace(project: string): Promise<Trace> {
  const spec = join(project, 'spec');
  const [facts, contract, tags, untested] = await Promise.all([
    readFile(join(spec, 'facts.tsv'), 'utf8').then(readFacts),
    readContract(spec),
    readTags(project),
    readFile(join(project, 'tools/trace/untested.tsv'), 'utf8').then(readUntested),
  ]);
  return traceContract(facts, contract, [...tags, ...listCheckProofs()], untested);
}

/** Traces a contract that has been read. */
export function traceContract(
  facts: readonly Fact[],
  contract: Contract,
  proofs: readonly Proof[],
  untested: readonly Untested[],
): Trace {
  const marks = collectMarks(contract);
  const context = { contract, marks, groups: groupFacts(facts) };
  const proofsOf = Map.groupBy(proofs, ({ fact }) => fact);
  const reasons = new Map(untested.map(({ fact, reason }) => [fact, reason]));
  const traced = facts.map((fact) => ({
    fact,
    resolution: resolveFact(fact, context),
    proofs: proofsOf.get(fact.id) ?? [],
    untested: reasons.get(fact.id) ?? null,
  }));
  const claims = new Set(traced.flatMap(({ resolution }) => (resolution.ok ? resolution.claims : [])));
  return {
    contract,
    marks,
    facts: traced,
    markProblems: [...checkMarks(facts, marks, proofs), ...checkUntested(facts, proofs, untested)],
    inventions: findInventions(contract, claims),
  };
}

/** Returns whether a fact is accounted for: in the contract, or for prose by a test or a check alone. */
export function isAccountedFor({ fact, resolution, proofs }: TracedFact): boolean {
  const isProse = fact.kind === 'rule' || fact.kind === 'limit' || fact.kind === 'code';
  return resolution.ok || (isProse && proofs.length > 0);
}
