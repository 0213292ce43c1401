/** The result of resolving a fact, and the context of resolvers. */
import type { Marks } from '../contract/marks.ts';
import type { Contract } from '../contract/read-contract.ts';
import type { Fact } from '../../../contract/contract.ts';

/**
 * The result of resolving a fact.
 *
 * Shape: `where` are pointers into the bundled documents, the main one first; `claims` are the keys of
 * operations, parameters, statuses and schema properties that the fact accounts for.
 */
export type Resolution =
  | { readonly ok: true; readonly where: readonly string[]; readonly claims: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly near: string | null };

/** The context of every resolver. */
export interface ResolveContext {
  readonly contract: Contract;
  readonly marks: Marks;
  /** Facts by `factGroup`, for those that only make sense together. */
  readonly groups: ReadonlyMap<string, readonly Fact[]>;
}

/** Resolves the facts of one subject form. `match` is that of the form's pattern. */
export type Resolver = (match: RegExpMatchArray, fact: Fact, context: ResolveContext) => Resolution;

/** Returns that a fact is in the contract at these places. */
export function holds(where: readonly string[], claims: readonly string[] = []): Resolution {
  return { ok: true, where, claims };
}

/** Returns that a fact is not in the contract; `near` is the pointer of the closest place, or `null`. */
export function fails(problem: string, near: string | null = null): Resolution {
  return { ok: false, problem, near };
}

/** Combines resolutions that must all succeed; the first failure wins. */
export function holdsAll(resolutions: readonly Resolution[]): Resolution {
  const failure = resolutions.find((resolution) => !resolution.ok);
  if (failure !== undefined) return failure;
  return holds(
    resolutions.flatMap((resolution) => (resolution.ok ? resolution.where : [])),
    resolutions.flatMap((resolution) => (resolution.ok ? resolution.claims : [])),
  );
}

/** Resolves a fact in prose by the places with its id in `x-source` or, for something left open, in `x-not-shown`. */
export function resolveMention(_match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const { sources, notShown } = context.marks;
  const where = [...sources, ...notShown].filter(({ id }) => id === fact.id).map(({ pointer }) => pointer);
  // A code on an error body accounts for its property `code`.
  const claims = fact.kind === 'code' ? where.map((pointer) => `${pointer}/properties/code`) : [];
  if (where.length > 0) return holds(where, claims);
  const mark = saysNotShown(fact) ? 'x-not-shown' : 'x-source';
  return fails(`no ${mark} names ${fact.id}; describe it and add the id there`);
}

function saysNotShown(fact: Fact): boolean {
  return fact.subject.startsWith('not-shown:') || fact.subject.endsWith('#not-shown');
}

/** Returns the facts that share a subject and a kind, in file order. */
export function groupFacts(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  return Map.groupBy(facts, factGroup);
}

/** Returns the key under which `groupFacts` files a fact. */
export function factGroup(fact: Fact): string {
  return `${fact.kind} ${fact.subject}`;
}
