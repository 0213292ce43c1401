/** The law of searches: they find what matches, and nothing else. */
import type { Contract } from '../../../contract/contract.ts';
import { operationsOf } from '../../../contract/operations.ts';
import { LIKELY, rolesOf, type OperationRole } from '../../../contract/resources/graph.ts';
import { containsText, mentions } from '../../model/search-value.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { defineLaw, type Law } from '../law.ts';
import { noteTotal } from '../pages.ts';
import { plainShape, propertiesAt, sentLocation } from '../record-schema.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import { wholeLists, type ResourceOperation, type ResourceOperations } from '../resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from '../resource-requests.ts';
import { ResourceSession } from '../resource-session.ts';
import { pagingOf, walkList } from '../walk-list.ts';
import { searchStated } from './stated-search.ts';

export const searchLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW12',
    title: 'A search finds matching records and excludes others.',
    description:
      'Creates two records with completely different texts and searches for one of them, also by a text with brackets and in each property that its description names, and on pages of one row, in the list and with search operations, which also must not find it after its deletion. Where the text of a search names the records and their property, also searches for a part of a word, for special characters, in another case and with the credential of another account, and compares the total with the hits.',
    rationale: 'A search that finds nothing, or everything, is useless.',
    basis: { kind: 'practice', description: 'A search looks for the name of a record.' },
    needs: ['create', 'list'],
    play: search,
  }),
];

/** A session whose list is a search, with the query parameter for the text. */
interface Search {
  readonly session: ResourceSession;
  readonly parameter: string;
  /**
   * Whether the list of the resource itself is searched. Why: a separate search operation may search other texts, or
   * rank all records.
   */
  readonly isList: boolean;
  /** The properties in which it looks according to its description. */
  readonly properties: readonly string[];
  /** Whether it ignores the case according to its description. */
  readonly ignoresCase: boolean;
}

/** Lists the searches for the records of a resource: its list, and separate search operations. */
function searchesOf(resource: ResourceSession): readonly Search[] {
  const { contract, resource: own, byNeed } = resource.operations;
  const others = rolesOf(contract.resources, own.name).flatMap((role) => searchAt(contract, role) ?? []);
  const lists = wholeLists(contract, own);
  return [...(lists.length > 0 ? lists : [byNeed.list ?? []].flat()), ...others].flatMap(
    (list) => searchWith(resource, { ...byNeed, list }) ?? [],
  );
}

/**
 * Lists the search operations for a resource, and those for records of any kind. Shape: without those whose paths have
 * keys of records that no operation creates.
 */
function separateSearches(resource: ResourceSession): readonly Search[] {
  const { contract, resource: own, byNeed } = resource.operations;
  return contract.resources.operations.flatMap((role) => {
    const list = role.role.confidence >= LIKELY ? searchAt(contract, role) : null;
    const isOwn = role.resource === own.name;
    if (list === null || !(isOwn || pathNamesOf(list.operation).every((name) => canCreate(contract, name))))
      return [];
    return searchWith(resource, isOwn ? { ...byNeed, list } : { list }) ?? [];
  });
}

/** Returns whether an operation creates the records that a path parameter selects. */
function canCreate({ resources }: Contract, parameter: string): boolean {
  const keyed = resources.resources.find(({ key }) => key?.value.parameters.at(-1) === parameter);
  return keyed !== undefined && rolesOf(resources, keyed.name).some(({ role }) => role.value === 'create');
}

/** Returns the operation of a role that searches; `null` for another one. */
function searchAt(contract: Contract, role: OperationRole): ResourceOperation | null {
  const operation = role.role.value === 'search' ? operationsOf(contract).byId(role.id) : null;
  return operation?.method === 'GET' ? { operation, role } : null;
}

/** Returns the search in the list of these operations; `null` if it has no parameter for a text. */
function searchWith(
  { operations, tools, context }: ResourceSession,
  byNeed: ResourceOperations['byNeed'],
): Search | null {
  const use = byNeed.list?.role.query.find(
    (each) => each.use.value.kind === 'search' && each.use.confidence >= LIKELY,
  );
  if (use?.use.value.kind !== 'search') return null;
  const { properties = [], ignoresCase = false } = use.use.value;
  const session = new ResourceSession({ ...operations, byNeed }, tools, context);
  const isList = byNeed.list?.operation === operations.byNeed.list?.operation;
  return { session, parameter: use.parameter, isList, properties, ignoresCase };
}

async function search(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const searches = searchesOf(resource);
  const stated = await searchStated(resource, tools, separateSearches(resource));
  const sent = sentLocation(resource.operation('create'));
  // Why also unique ones: the texts are unique.
  const names = propertiesAt(sent).flatMap(({ name, shape }) =>
    sent !== null && plainShape(sent, shape).kind === 'string' ? [name] : [],
  );
  const name = ['name', 'title', 'label', 'subject'].find((each) => names.includes(each));
  if (searches.length === 0 || name === undefined)
    return stated > 0 ? undefined : tools.skip('The list has no search by a name.');
  const number = Date.now() % 1e6;
  const wanted = await resource.create({ [name]: `Backlot ${number} zephyr quartet (1* [a` });
  const other = await resource.create({ [name]: `Backlot ${number} marmalade ledger` });
  for (const { session, parameter, isList, ignoresCase } of searches) {
    const { operation } = session.operation('list');
    for (const text of ['zephyr quartet', 'quartet (1* [a', ...(ignoresCase ? ['Zephyr QUARTET'] : [])]) {
      const page = await session.until(
        () => session.list({ query: { [parameter]: text } }),
        ({ body }) => containsText(body, wanted.key),
      );
      if (!isSuccess(page)) return tools.skip(`${operation.id} with a search returned ${page.status}.`);
      const items = session.itemsIn(page) ?? [];
      const keys = items.map((item) => session.keyOf(item));
      const isFound = keys.includes(wanted.key);
      const isOther = keys.includes(other.key);
      const what = text.includes('(')
        ? 'with brackets '
        : text === text.toLowerCase()
          ? ''
          : 'in another case ';
      const tooMany = `A search finds a record of another ${name}.`;
      if (isList) {
        tools.note(isFound, `A search ${what}does not find a record by its ${name}.`, 'body');
        tools.note(!isOther, tooMany, 'body');
        continue;
      }
      // Why also without the record: it may be on a later page.
      const isNamed = items.length === 0 || /zephyr|quartet/i.test(JSON.stringify(items));
      tools.note(isNamed && !(isFound && isOther), warning(tooMany, 'body'));
    }
  }
  for (const each of searches) await searchInPages(each, tools, String(number));
  // Why also another list of the resource: unlike a search operation, it has no index that is updated later.
  for (const { session, parameter, properties } of searches.filter(
    (each) => each.session.operation('list').role.role.value === 'list',
  ))
    for (const property of properties.filter((each) => each !== name && names.includes(each)))
      await searchIn(session, tools, { parameter, property, text: `vermilion canoe ${number}` });
  await searchDeleted(resource, tools, { record: wanted, text: 'zephyr quartet' });
}

/** Deletes a record that searches find. Why only in searches: another law looks for deleted records in the list. */
async function searchDeleted(
  resource: ResourceSession,
  tools: CheckTools,
  { record, text }: { readonly record: CreatedRecord; readonly text: string },
): Promise<void> {
  if (resource.operations.byNeed.delete === undefined) return;
  const finding: (() => Promise<ResourceResponse>)[] = [];
  for (const { session, parameter } of separateSearches(resource)) {
    const list = (): Promise<ResourceResponse> => session.list({ query: { [parameter]: text } });
    if (containsText((await list()).body, record.key)) finding.push(list);
  }
  if (finding.length === 0) return;
  const { status } = await resource.delete(record);
  if (!isSuccess({ status }) || status === 202) return;
  for (const list of finding) {
    const page = await resource.until(list, ({ body }) => !containsText(body, record.key));
    const id = page.exchange.request.operation ?? 'A search';
    tools.note(!containsText(page.body, record.key), warning(`${id} finds a deleted record.`, 'body'));
  }
}

/** Searches on pages of one row, which must have matching rows on each of them. */
async function searchInPages(
  { session, parameter, isList }: Search,
  tools: CheckTools,
  text: string,
): Promise<void> {
  const paging = pagingOf(session);
  if (paging?.size == null || paging.style === 'limit') return;
  const walk = { query: { [parameter]: text }, size: 1, mostPages: 3 };
  const list = await walkList(session, walk);
  const name = `${session.operation('list').operation.id} with a search on pages of 1`;
  if (isList) await noteTotal(tools, name, list, () => walkList(session, walk));
  const [first, ...others] = list.items;
  // Why: a row need not have the text in which a search looks.
  const isOther = mentions(first, text) && others.some((item) => !mentions(item, text));
  const message = `${name} has a row that does not match.`;
  tools.note(!isOther, warning(message, 'body'));
}

/** Searches for a text in a property other than the name of a record. */
async function searchIn(
  session: ResourceSession,
  tools: CheckTools,
  {
    parameter,
    property,
    text,
  }: { readonly parameter: string; readonly property: string; readonly text: string },
): Promise<void> {
  const record = await session.create({ [property]: text });
  if (record.created[property] !== text) return;
  const { body } = await session.until(
    () => session.list({ query: { [parameter]: text } }),
    (page) => containsText(page.body, record.key),
  );
  const message = `A search does not find a record by its ${property}.`;
  tools.note(containsText(body, record.key), message, 'body');
}
