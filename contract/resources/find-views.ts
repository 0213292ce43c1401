/** Finds the resources that paths without records of their own are views of. */
import { findList } from './find-list.ts';
import { findRecord } from './find-record.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { CandidateMatch, ResourceCandidate } from './resource-candidate.ts';
import { isVariant } from './schema-likeness.ts';
import type { SourceSchema } from './source.ts';
import { recordName, singularName, wordsOf } from './words.ts';

/** How a path shows what it is a view of: by its name and its records, or by its records alone. */
type Likeness = 'name or record' | 'record';

/** Returns a function that finds the resource that a path without records of its own is a view of. */
export function createViews(
  candidates: readonly ResourceCandidate[],
  likeness: Likeness = 'name or record',
): (group: readonly OperationFacts[]) => CandidateMatch | null {
  // Why: the members of a set are records of another resource.
  const owners = candidates.filter(({ kind }) => kind !== 'set');
  const byName = Map.groupBy(owners, ({ name }) => singularName(name));
  const byRecord = Map.groupBy(owners, ({ schema, name }) =>
    schema?.name == null ? singularName(name) : recordName(schema.name),
  );
  return (group) => {
    const [first] = group;
    if (first === undefined || (likeness !== 'record' && isSingle(group))) return null;
    const reads = group.filter(({ operation }) => operation.method === 'GET');
    const returned = (reads.length > 0 ? reads : group).flatMap(({ body, path }) =>
      body === null ? [] : [(findList(body, path.name) ?? findRecord(body, path.name)).item],
    );
    const named = likeness === 'record' ? [] : (byName.get(singularName(first.path.name)) ?? []);
    const fitting = named.filter(
      ({ schema }) => returned.length === 0 || returned.some((item) => isVariant(item, schema)),
    );
    const view = closestTo(first.template, fitting);
    if (view !== null)
      return { candidate: view, confidence: 0.9, reason: `it has the same last segment as ${pathOf(view)}` };
    return viewByRecord(first, returned, byRecord);
  };
}

function viewByRecord(
  { template }: OperationFacts,
  returned: readonly SourceSchema[],
  byRecord: ReadonlyMap<string, readonly ResourceCandidate[]>,
): CandidateMatch | null {
  for (const item of returned) {
    const record = item.name === null ? null : recordName(item.name);
    const same = (byRecord.get(record ?? '') ?? []).filter(
      ({ schema }) => schema?.name != null || isVariant(item, schema),
    );
    const candidate = closestTo(template, same, record);
    if (candidate !== null)
      return {
        candidate,
        confidence: 0.85,
        reason: `it returns ${item.name ?? ''}, as ${pathOf(candidate)} does`,
      };
  }
  return null;
}

/** Returns whether a path is read as one record: that is a record of its own, whatever it looks like. */
function isSingle(group: readonly OperationFacts[]): boolean {
  const get = group.find(({ operation }) => operation.method === 'GET');
  return get !== undefined && (get.body === null || findList(get.body, get.path.name) === null);
}

function pathOf({ onItem, onCollection }: ResourceCandidate): string {
  return (onItem[0] ?? onCollection[0])?.operation.path ?? '';
}

/** Returns whether a path selects records of the collection in front of it, as `/tasks/search` does. */
export function isSelection({ path }: OperationFacts): boolean {
  const [first = '', ...rest] = wordsOf(path.name);
  if (rest.length > 0) return ['find', 'search', 'filter', 'list'].includes(first);
  return /^(?:search|find|query|autocomplete|filter|all|list|me|self|mine|recent|latest|contains|exists|has)$/.test(
    first,
  );
}

/** Returns whether a path is one record of the collection in front of it, as `/users/me` is. */
export function isSelf({ path }: OperationFacts): boolean {
  return /^@?(?:me|self|mine)$/i.test(path.name);
}

/**
 * Returns the resource that a path is most likely to show: one whose records need no further parents, then one that is
 * named like its record, then the one whose path shares the most segments.
 */
function closestTo(
  template: string,
  candidates: readonly ResourceCandidate[],
  record: string | null = null,
): ResourceCandidate | null {
  const segments = template.split('/');
  const distance = ({ collection, name }: ResourceCandidate): readonly number[] => {
    const own = collection.split('/');
    const differing = own.findIndex((segment, index) => segment !== segments[index]);
    const shared = differing === -1 ? own.length : differing;
    const missing = own.slice(shared).filter((segment) => segment === '{}').length;
    return [missing, singularName(name) === record ? 0 : 1, -shared];
  };
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distance(candidate) }))
    .toSorted((one, other) => {
      const index = one.distance.findIndex((each, place) => each !== other.distance[place]);
      return index === -1 ? 0 : (one.distance[index] ?? 0) - (other.distance[index] ?? 0);
    });
  return best?.candidate ?? null;
}
