/** Recognizes paths that end in a parameter and return a list: the parameter selects records, and names none. */
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import { hasId, isRemark } from '../bodies/envelope.ts';
import { findList, isList } from '../bodies/find-list.ts';
import { countPageParameters, leadingVerb, type OperationFacts } from '../operation-facts.ts';
import type { ResourceCandidate } from '../resource-candidate.ts';
import type { SourceSchema } from '../source.ts';
import { flatten, isAboutPages, isPage, isPageParameter, isSameName, nexts } from '../words.ts';

/**
 * Returns whether a path that ends in a parameter is read as a list: a bare one, or one that has pages or whose summary
 * begins with "List".
 */
export function listsByKey(facts: OperationFacts): boolean {
  const { operation, path, body } = facts;
  if (!path.isItem || operation.method !== 'GET' || body === null) return false;
  if (isList(body)) return true;
  const parameters = countPageParameters(facts);
  const isListed = parameters > 0 || /^lists?$/.test(leadingVerb(facts));
  const list = isListed && !hasId(body) ? findList(body, path.name) : null;
  if (list === null) return false;
  const [name = ''] = splitPointer(list.envelope.value).slice(-1);
  return (
    parameters > 1 ||
    list.envelope.confidence >= 0.8 ||
    path.segments.some(({ text }) => isSameName(text, name))
  );
}

/**
 * Returns whether an operation on a record returns a list and nothing else. Why only where the records are just read, and
 * nowhere listed: a body may also have one record as the only item of a list.
 */
export function listsOnly(facts: OperationFacts, { onItem, onCollection }: ResourceCandidate): boolean {
  const { body, path } = facts;
  const isRead = onCollection.length === 0 && onItem.every(({ operation }) => operation.method === 'GET');
  const list = body === null || hasId(body) || !isRead ? null : findList(body, path.name);
  if (body === null || list === null || list.item.properties.size === 0) return false;
  const others = namesBeside(body, splitPointer(list.envelope.value));
  const hasPages = others.some((name) => isPage(name) || nexts.has(flatten(name)));
  return !showsKey(facts) && (hasPages || others.every((name) => isRemark(name) || isAboutPages(name)));
}

/** Returns whether a response has the value that its path ends in, and so is a record. Why not a text to search for: a list has it. */
export function showsKey({ body, path }: OperationFacts): boolean {
  const key = flatten(path.keys.at(-1) ?? '');
  if (isPageParameter(key) || /^(?:q|query|search)/.test(key)) return false;
  return [...(body?.properties ?? [])].some(
    ([name, { items, properties }]) => items === null && properties.size === 0 && flatten(name) === key,
  );
}

/** Returns the names of the properties beside the one at a place of a body. */
function namesBeside(body: SourceSchema, place: readonly string[]): readonly string[] {
  const inner = place
    .slice(0, -1)
    .reduce<SourceSchema | undefined>((at, name) => at?.properties.get(name), body);
  return [...(inner?.properties.keys() ?? [])].filter((name) => name !== place.at(-1));
}

/** Returns whether the paths that end in a parameter are only those of lists. */
export function hasOnlyLists(candidate: ResourceCandidate): boolean {
  const { onItem } = candidate;
  return onItem.length > 0 && onItem.every((facts) => listsByKey(facts) || listsOnly(facts, candidate));
}
