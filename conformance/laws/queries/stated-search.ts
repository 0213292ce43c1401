/** Searches in several kinds of records, as far as their texts state what they find. */
import { ignoringCase } from '../../../contract/resources/queries/query-rule.ts';
import { sentencesOf } from '../../../contract/statements/sentences.ts';
import { isSameName } from '../../../contract/resources/words.ts';
import type { Problem } from '../../model/finding.ts';
import { containsText } from '../../model/search-value.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { noteTotal } from '../pages.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import { plainShape, propertiesAt, sentLocation } from '../record-schema.ts';
import { isSuccess, type CreatedRecord, type RequestChanges } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';
import { pagingOf, walkList } from '../walk-list.ts';

/** A search operation: a session with it as the list, and its parameter for the text. */
export interface StatedSearch {
  readonly session: ResourceSession;
  readonly parameter: string;
}

/** The profile of another account. */
const OTHER = 'otherOrganization';

/** The number of records with the same word. */
const SEVERAL = 3;

/**
 * Creates records with a unique word in the property in which a search looks for them according to its text, and searches
 * for this word, a part of it, the characters beside it and, if the text ignores it, in another case; also with the
 * credential of another account and in pages of one row. Shape: the number of searches.
 */
export async function searchStated(
  resource: ResourceSession,
  tools: CheckTools,
  searches: readonly StatedSearch[],
): Promise<number> {
  let played = 0;
  for (const search of searches) {
    const { operation } = search.session.operation('list');
    const text = operation.contract.texts?.operations[operation.id] ?? '';
    const property = searchedProperty(resource, text);
    if (property === null) continue;
    const word = `Quillfen${Date.now() % 1e6}${played}`;
    const value = `${word} (1* [a 100%_ \\d+`;
    const { record } = await resource.tryCreate({ [property]: value });
    if (record?.created[property] !== value) continue;
    const path = await search.session.pathTo(operation, record.path);
    if (pathNamesOf(operation).some((name) => path[name] === undefined)) continue;
    const find = async (query: string, how: RequestChanges = {}): Promise<boolean> => {
      const response = await search.session.list({ ...how, query: { [search.parameter]: query } }, path);
      return isSuccess(response) && containsText(response.body, record.key);
    };
    played += 1;
    const isFound = await resource.context.poller.until(() => find(word), Boolean);
    const lack = `${operation.id} does not find a record by its ${property}.`;
    // Why a warning: the index of a search may be updated later.
    tools.note(isFound, warning(lack, 'body'));
    if (!isFound) continue;
    for (const { query, how, isStated } of variantsOf(value, text)) {
      const message = `${operation.id} does not find a record by its ${property} ${how}.`;
      const finds = await find(query);
      // Why only then: such characters may have a meaning of their own; they are sent since they must cause no error.
      if (isStated) tools.note(finds, stated(message));
    }
    await findAsOther(resource, tools, record, {
      name: operation.id,
      find: () => find(word, { profile: OTHER }),
    });
    await countHits(resource, tools, { search, word, property });
  }
  return played;
}

/** Creates a problem that contradicts the text of a search, and not only good practice. */
function stated(message: string): Problem {
  return { message, at: 'body', severity: 'fail' };
}

/** Returns the property of new records that a text names together with them: `title` of "tasks by title"; `null` for none. */
function searchedProperty(resource: ResourceSession, text: string): string | null {
  const sent = sentLocation(resource.operation('create'));
  const { contract, resource: own } = resource.operations;
  const kinds = contract.resources.resources.map(lastSegment);
  const kind = lastSegment(own);
  const texts = propertiesAt(sent).flatMap(({ name, shape }) => {
    const plain = sent === null ? null : plainShape(sent, shape);
    const isFree = plain?.kind === 'string' && plain.format === null && plain.patterns.length === 0;
    return isFree && (plain.most ?? 100) >= 50 ? [name] : [];
  });
  for (const clause of sentencesOf(text).flatMap((each) => each.split(/,| and /))) {
    const words = clause.split(/[^A-Za-z\d_]+/);
    // Why the first one: "tasks of a project" are tasks.
    const first = words.find((word) => kinds.some((each) => isSameName(word, each)));
    if (first === undefined || !isSameName(first, kind)) continue;
    const property = texts.find((name) => words.some((each) => isSameName(each, name)));
    if (property !== undefined) return property;
  }
  return null;
}

function lastSegment({ name }: { readonly name: string }): string {
  return name.split('/').at(-1) ?? name;
}

interface Variant {
  readonly query: string;
  readonly how: string;
  readonly isStated: boolean;
}

/** Returns other searches that find a text. */
function variantsOf(value: string, text: string): readonly Variant[] {
  const [word = ''] = value.split(' ', 1);
  const isLiteral = /\bliteral(?:ly)?\b|\bsubstrings?\b/i.test(text);
  return [
    { query: word.slice(2), how: 'and a part of a word', isStated: isLiteral },
    { query: value.slice(0, value.indexOf(' 100')), how: 'with brackets', isStated: isLiteral },
    { query: value, how: 'with special characters', isStated: isLiteral },
    ...(ignoringCase.test(text)
      ? [{ query: word.toUpperCase(), how: 'in another case', isStated: true }]
      : []),
  ].filter(({ isStated, how }) => isStated || how !== 'and a part of a word');
}

interface Finding {
  readonly name: string;
  readonly find: () => Promise<boolean>;
}

/** Searches with the credential of another account. Why only for records that it cannot read: others are shared. */
async function findAsOther(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  { name, find }: Finding,
): Promise<void> {
  const { credentials } = resource.context.environment;
  if (credentials[OTHER] === undefined || resource.operations.byNeed.read === undefined) return;
  const { status } = await resource.read(record, { profile: OTHER, isExamined: false });
  if (status !== 403 && status !== 404) return;
  tools.note(!(await find()), stated(`${name} finds a record of another account.`));
}

/** Creates further records with a word, and compares the total of the hits on pages of one row with their number. */
async function countHits(
  resource: ResourceSession,
  tools: CheckTools,
  {
    search: { session, parameter },
    word,
    property,
  }: { readonly search: StatedSearch; readonly word: string; readonly property: string },
): Promise<void> {
  const paging = pagingOf(session);
  // Why not below a path: the session may list the records of another parent.
  const isBelow = pathNamesOf(session.operation('list').operation).length > 0;
  if (paging?.total == null || paging.size === null || isBelow) return;
  for (let count = 1; count < SEVERAL; count++)
    await resource.tryCreate({ [property]: `${word} ${count}` }, undefined, false);
  const walk = { query: { [parameter]: word }, size: 1, mostPages: 2 * SEVERAL };
  const { operation } = session.operation('list');
  const name = `${operation.id} on pages of 1`;
  await noteTotal(tools, name, await walkList(session, walk), () => walkList(session, walk));
}
