/**
 * Laws of lists: created records are listed once, rows agree with their records, pages partition the list, and rows
 * are in order.
 */
import { isDeepStrictEqual } from 'node:util';
import { statesAll } from '../../contract/statements/lists.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { ListOrder } from '../../templates/runtime/testing/resource-graph.ts';
import { isFields, type JsonFields } from '../model/json-fields.ts';
import { someNode } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { namesLost } from '../responses/differences.ts';
import { timeOfTimestamp } from '../responses/timestamps.ts';
import { allows } from './compare-values.ts';
import { defineLaw, type Law } from './law.ts';
import { declaredDifferences, propertyAt, returnedLocation } from './record-schema.ts';
import type { SchemaLocation } from '../../contract/locations/schema-location.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { comparePages, sendWrongCursor, SEVERAL } from './pages.ts';
import { narrowingOf, pagingOf, walkList, type WalkedList } from './walk-list.ts';

export const listLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW06',
    title: 'A created record is listed once.',
    description:
      'Creates records and looks for them in the list, for at most two seconds; many of them if a list without pages has all records according to its text.',
    rationale: 'Users would not find what they have just created.',
    needs: ['create', 'list'],
    play: findCreated,
  }),
  defineLaw({
    id: 'LAW07',
    title: 'A row of a list agrees with its record.',
    description:
      'Reads the first rows of the list by their keys, and compares the properties that both responses have, unless the row has changed in between. Looks for one or two properties that only the row has.',
    rationale: 'A list and a detail page would contradict each other.',
    needs: ['list', 'read'],
    play: compareRows,
  }),
  defineLaw({
    id: 'LAW08',
    title: 'Pages partition the list, none exceeds its limit, and a total is the number of items.',
    description:
      'Reads the list in pages of one, two and three items, also while a record is added, and compares the items with each other, and their number with the total.',
    rationale: 'A synchronization would miss records or copy them twice.',
    needs: ['list'],
    play: comparePages,
  }),
  defineLaw({
    id: 'LAW09',
    title: 'A cursor that the service did not return is rejected.',
    description: 'Reads the list with a cursor that no response contained.',
    rationale: 'A synchronization with a damaged cursor would start over and copy everything twice.',
    needs: ['list'],
    play: sendWrongCursor,
  }),
  defineLaw({
    id: 'LAW10',
    title: 'Rows are in the order of their time.',
    description: 'Reads the list and compares the times of creation or start of its rows.',
    rationale: 'Users look for the newest record at one end of a list.',
    basis: { kind: 'practice', description: 'A list has one order.' },
    needs: ['list'],
    play: checkOrder,
  }),
];

async function findCreated(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const narrowing = narrowingOf(resource);
  if (narrowing !== null) return tools.skip(`The list has only some records unless ${narrowing} is sent.`);
  const records = await resource.shared(SEVERAL);
  const other = await otherFilterOf(resource, records);
  if (other !== null) return tools.skip(`The list has only the records with ${other}.`);
  const keys = records.map(({ key }) => key);
  const hasAll = ({ items }: WalkedList): boolean =>
    keys.every((key) => items.some((item) => resource.keyOf(item) === key));
  const list = await resource.context.poller.until(
    () => walkList(resource),
    (walked) => hasAll(walked) || !walked.isWhole,
  );
  if (!list.isWhole && !hasAll(list)) return tools.skip('The list is too long to look for a record.');
  const { operation } = resource.operation('list');
  const lost = `${operation.id} lacks a record that was created.`;
  tools.note(hasAll(list), { message: lost, at: 'body' });
  for (const key of keys)
    tools.note(
      list.items.filter((item) => resource.keyOf(item) === key).length <= 1,
      `${operation.id} lists a record twice.`,
      'body',
    );
  if (pagingOf(resource) === null && statesAll(operation)) await findMany(resource, tools);
}

/** More than the usual sizes of a page. */
const MANY = 21;

/** Creates many records below a new parent, and looks for all of them in a list that has no pages. */
async function findMany(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const parents = await resource.createParents(true);
  const keys: string[] = [];
  while (keys.length < MANY) {
    const { record } = await resource.tryCreate({}, parents);
    if (record === null) break;
    keys.push(record.key);
  }
  const { operation } = resource.operation('list');
  const missingIn = (response: ResourceResponse): readonly string[] => {
    const items = resource.itemsIn(response) ?? [];
    return keys.filter((key) => !items.some((item) => resource.keyOf(item) === key));
  };
  const list = await resource.until(
    () => resource.list({}, parents),
    (response) => missingIn(response).length === 0,
  );
  const { length } = missingIn(list);
  const message = `${operation.id} lacks ${length} of ${keys.length} records, and has no further page.`;
  tools.note(resource.itemsIn(list) === null || length === 0, message, 'body');
}

/**
 * Returns a required parameter of the list with a value that new records do not have, as `name=value`; `null` for
 * none.
 */
async function otherFilterOf(
  resource: ResourceSession,
  records: readonly CreatedRecord[],
): Promise<string | null> {
  const { operation } = resource.operation('list');
  const { query } = resource.base(operation, await resource.listPath());
  const [name] = operation.parameters.flatMap((parameter) => {
    const value = query[parameter.name];
    const isFilter = parameter.in === 'query' && parameter.required && value !== undefined;
    const hasValue = ({ created, sent }: CreatedRecord): boolean =>
      someNode([created, sent], (node) => String(node) === value);
    return isFilter && !records.every(hasValue) ? [parameter.name] : [];
  });
  return name === undefined ? null : `${name}=${query[name] ?? ''}`;
}

/** The maximum number of rows that are compared with their records. */
const MAX_ROWS = 6;

async function compareRows(resource: ResourceSession, tools: CheckTools): Promise<void> {
  if (resource.operations.byNeed.create !== undefined) await resource.shared(2);
  const { operation } = resource.operation('list');
  const { operation: read } = resource.operation('read');
  const reader = read.id;
  const path = await resource.listPath();
  const rowsOf = async (): Promise<readonly JsonValue[]> =>
    resource.itemsIn(await resource.list({}, path)) ?? tools.skip(`${operation.id} returns no list.`);
  const rows = (await rowsOf()).filter((row) => resource.keyOf(row) !== null).slice(0, MAX_ROWS);
  const details = [];
  for (const row of rows) {
    // Why: a row names the records that it is below, where the path of its list does not.
    const own = Object.entries(isFields(row) ? row : {}).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && read.path.includes(`{${entry[0]}}`),
    );
    const names = { ...Object.fromEntries(own), ...path, [resource.keyParameter]: resource.keyOf(row) ?? '' };
    details.push(await resource.read({ path: names }));
  }
  const again = await rowsOf();
  for (const [index, row] of rows.entries()) {
    const response = details[index];
    // Why: a row that has changed in between need not agree.
    if (response === undefined || !again.some((each) => isDeepStrictEqual(each, row))) continue;
    tools.note(
      isSuccess(response),
      `${reader} of a row of ${operation.id} returned ${response.status}.`,
      'status',
    );
    const detail = resource.recordIn('read', response);
    if (detail === null) continue;
    resource.expectKey(detail, resource.keyOf(row) ?? '');
    const location = returnedLocation(resource.operation('read'));
    for (const place of declaredDifferences(location, row, detail).filter((name) =>
      mayReturn(location, row, name),
    ))
      tools.report(`In ${operation.id}, ${place} is not that of ${reader}.`, `body.${place}`);
    // Why declared: a list of other records, such as groups, has other properties.
    for (const name of namesLost(row, detail).filter((each) => propertyAt(location, each) !== null))
      tools.report(warning(`${reader} does not return ${name}, which ${operation.id} has.`, `body.${name}`));
  }
  if (rows.length === 0) tools.skip(`No row of ${operation.id} has a key.`);
}

/** Returns whether the detail of a row can have its value. Why: a description may allow more values in one of them. */
function mayReturn(location: SchemaLocation | null, row: JsonValue, name: string): boolean {
  const at = propertyAt(location, name);
  return at === null || allows(at, isFields(row) ? row[name] : undefined);
}

async function checkOrder(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation, role } = resource.operation('list');
  const isDescribed = resource.operations.contract.provenance === null;
  if (isDescribed && role.order === undefined)
    return tools.skip('The contract does not state the order of the list.');
  if (resource.operations.byNeed.create !== undefined) await resource.shared(SEVERAL);
  const { items } = await walkList(resource, { mostPages: 2 });
  const columns = timesIn(items.filter((item) => isFields(item)));
  if (!columns.some(({ name }) => startTimes.has(name))) tools.skip('Fewer than three rows have a time.');
  const message = `The rows of ${operation.id} are not in the order of their time.`;
  const isRight = columns.some(({ times }) => isSorted(times, role.order));
  // Why a warning: a text may mean another time than that of the creation.
  tools.note(isRight, isDescribed ? warning(message, 'body') : message, 'body');
}

/** Properties with the time of the start of a record. Without one, no order by time is expected. */
const startTimes: ReadonlySet<string> = new Set([
  'startedAt',
  'started_at',
  'createdAt',
  'created_at',
  'created',
]);

interface TimeColumn {
  readonly name: string;
  /** Units: epoch milliseconds. */
  readonly times: readonly number[];
}

/** Lists the properties that are times in at least three rows. Why all: a list may be ordered by any of them. */
function timesIn(rows: readonly JsonFields[]): readonly TimeColumn[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names]
    .map((name) => ({ name, times: rows.flatMap((row) => timeOfTimestamp(row[name]) ?? []) }))
    .filter(({ times }) => times.length >= 3);
}

function isSorted(times: readonly number[], order: ListOrder | undefined): boolean {
  const isAscending = times.every((at, index) => index === 0 || at >= (times[index - 1] ?? at));
  const isDescending = times.every((at, index) => index === 0 || at <= (times[index - 1] ?? at));
  return (isAscending && order !== 'newest-first') || (isDescending && order !== 'oldest-first');
}
