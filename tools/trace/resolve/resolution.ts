/** What resolving a fact gives, and what resolvers work with. */
import type { Marks } from '../marks.ts';
import type { Contract } from '../read-contract.ts';
import type { Fact } from '../read-facts.ts';

/**
 * How a fact came out.
 *
 * Shape: `where` are pointers into the bundled documents, the main one first; `claims` are the keys of
 * operations, parameters, statuses and schema properties that the fact accounts for.
 */
export type Resolution =
  | { readonly ok: true; readonly where: readonly string[]; readonly claims: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly near: string | null };

/** What every resolver may look at. */
export interface ResolveContext {
  readonly contract: Contract;
  readonly marks: Marks;
  /** Facts by `factGroup`, for those that only make sense together. */
  readonly groups: ReadonlyMap<string, readonly Fact[]>;
}

/** Resolves the facts of one subject form. `match` is that of the form's pattern. */
export type Resolver = (match: RegExpMatchArray, fact: Fact, context: ResolveContext) => Resolution;

/** Says that a fact holds at these places. */
export function holds(where: readonly string[], claims: readonly string[] = []): Resolution {
  return { ok: true, where, claims };
}

/** Says what is wrong; `near` is the pointer of what comes closest to the fact, `null` when nothing does. */
export function fails(problem: string, near: string | null = null): Resolution {
  return { ok: false, problem, near };
}

/** Resolves several places that must all hold, and keeps the first failure. */
export function holdsAll(resolutions: readonly Resolution[]): Resolution {
  const failure = resolutions.find((resolution) => !resolution.ok);
  if (failure !== undefined) return failure;
  return holds(
    resolutions.flatMap((resolution) => (resolution.ok ? resolution.where : [])),
    resolutions.flatMap((resolution) => (resolution.ok ? resolution.claims : [])),
  );
}

/** Resolves a fact by the places that name its id in `x-source`, or in `x-not-shown` when it says that something is open. */
export function resolveMention(_match: RegExpMatchArray, fact: Fact, context: ResolveContext): Resolution {
  const { sources, notShown } = context.marks;
  const where = [...sources, ...notShown].filter(({ id }) => id === fact.id).map(({ pointer }) => pointer);
  // A code named on an error body is what its member `code` is there for.
  const claims = fact.kind === 'code' ? where.map((pointer) => `${pointer}/properties/code`) : [];
  if (where.length > 0) return holds(where, claims);
  const mark = saysNotShown(fact) ? 'x-not-shown' : 'x-source';
  return fails(`no ${mark} names ${fact.id}; say it in a description and name it there`);
}

function saysNotShown(fact: Fact): boolean {
  return fact.subject.startsWith('not-shown:') || fact.subject.endsWith('#not-shown');
}
