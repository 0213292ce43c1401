/** Facts in prose: they hold where a mark of provenance names them. */
import type { Fact } from '../read-facts.ts';
import { fails, holds, type Resolution, type ResolveContext } from './resolution.ts';

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
