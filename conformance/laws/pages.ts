/** The laws of pages: they respect the limit, repeat and omit no item, and reject invented cursors. */
import { isFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { isSuccess } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { largestSize, pagingOf, queryOfTotal, walkList, type WalkedList } from './walk-list.ts';

/** The number of records that a list needs to have several pages. */
export const SEVERAL = 4;

/** Reads a list in pages of several sizes, which must together have each item once. */
export async function comparePages(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const paging = pagingOf(resource);
  if (paging === null) return tools.skip('The list has no pages.');
  const { operation } = resource.operation('list');
  const isOwn = resource.operations.byNeed.create !== undefined;
  const own = isOwn ? (await resource.shared(SEVERAL)).map(({ key }) => key) : [];
  const query = queryOfTotal(resource);
  const whole = await walkList(resource, { query });
  noteProblem(tools, whole);
  await noteTotal(tools, operation.id, whole, () => walkList(resource, { query }));
  const keysIn = ({ items }: WalkedList): readonly (string | null)[] =>
    items.map((item) => resource.keyOf(item));
  const all = keysIn(whole);
  const wanted: readonly (string | null)[] = isOwn
    ? own.filter((key) => all.includes(key))
    : all.filter((key) => key !== null);
  if (paging.size === null) return tools.skip('The number of items per page is fixed.');
  await noteDefaultSize(resource, tools, paging.size);
  for (const { size, mostPages } of pageSizes(whole, largestSize(resource, paging))) {
    const list = await walkList(resource, { query, size, mostPages });
    const { pages, isWhole } = list;
    noteProblem(tools, list);
    const most = Math.max(...pages);
    tools.note(most <= size, `A page of ${operation.id} with the limit ${size} has ${most} items.`, 'body');
    if (most > size) return;
    const name = `${operation.id} on pages of ${size}`;
    await noteTotal(tools, name, list, () => walkList(resource, { query, size, mostPages }));
    notePartition(tools, {
      name: operation.id,
      size,
      keys: keysIn(list),
      wanted: isWhole ? wanted : [],
    });
    const omitted = all.filter((key) => !wanted.includes(key) && !keysIn(list).includes(key));
    if (!isWhole || !isOwn || omitted.length === 0) continue;
    // Why again: another client may delete a record in between.
    const kept = keysIn(await walkList(resource, { query }));
    const again = keysIn(await walkList(resource, { query, size, mostPages }));
    const isLost = omitted.some((key) => kept.includes(key) && !again.includes(key));
    tools.note(!isLost, warning(`${operation.id} omits items on pages of ${size}.`, 'body'));
  }
  if (isOwn && whole.isWhole && whole.items.length <= MANY) await walkWhileAdding(resource, tools, wanted);
}

/** Reports a page that is requested without a size, and has or shows another one than the default that is declared. */
async function noteDefaultSize(resource: ResourceSession, tools: CheckTools, size: string): Promise<void> {
  const { operation } = resource.operation('list');
  const declared = operation.parameters.find(({ name, in: place }) => place === 'query' && name === size);
  const wanted = declared?.default;
  if (typeof wanted !== 'number') return;
  const response = await resource.list();
  if (!isSuccess(response)) return;
  const { body } = response;
  const parts: readonly unknown[] = isFields(body) ? [body, ...Object.values(body)] : [];
  const shown = parts.map((part) => (isFields(part) ? part[size] : undefined)).find(isNumber);
  const count = resource.itemsIn(response)?.length ?? 0;
  const name = `${operation.id} without ${size}`;
  const message = `${name} shows pages of ${shown}, and the default is ${wanted}.`;
  tools.note(shown === undefined || shown === wanted, warning(message, 'body'));
  const tooMany = `A page of ${name} has ${count} items, and the default is ${wanted}.`;
  tools.note(count <= wanted, warning(tooMany, 'body'));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The maximum length of a list that is read in pages of one item. */
const FEW = 8;

/** The maximum length of a list that is read completely while a record is added. */
const MANY = 60;

/**
 * Chooses page sizes, and the maximum number of pages of each. Why larger ones for a longer list: it is still read
 * completely, with as many requests as a short one. Why one that divides its length: a full last page may name another one.
 */
function pageSizes(
  { isWhole, items }: WalkedList,
  largest: number,
): readonly { readonly size: number; readonly mostPages: number }[] {
  const { length } = items;
  if (!isWhole || length > FEW * largest) return [1, 2, 3].map((size) => ({ size, mostPages: 2 }));
  if (length <= FEW) return [1, 2, 3].map((size) => ({ size, mostPages: FEW + 2 }));
  const parts = [4, 6, 3, 5, 7, 2].find((pages) => length % pages === 0) ?? 1;
  const isEven = length / parts <= largest;
  const sizes = [parts === 4 ? 6 : 4, isEven ? parts : 6].map((pages) =>
    Math.min(largest, Math.ceil(length / pages)),
  );
  return [{ size: 1, mostPages: 3 }, ...sizes.map((size) => ({ size, mostPages: FEW + 2 }))];
}

function noteProblem(tools: CheckTools, { problem, isEndless }: WalkedList): void {
  if (problem !== null) tools.report(isEndless ? problem : warning(problem, 'body'), 'body');
}

/**
 * Reports a total that is not the number of items, in two walks. Why two: a list may change between its pages. Why not
 * for a partial list: it may have more.
 */
export async function noteTotal(
  tools: CheckTools,
  name: string,
  first: WalkedList,
  again: () => Promise<WalkedList>,
): Promise<void> {
  if (isTotalRight(first)) return;
  const last = await again();
  tools.note(
    isTotalRight(last),
    `The total of ${name} is ${last.total}, and it has ${last.items.length} items.`,
    'body',
  );
}

function isTotalRight({ items, isWhole, total }: WalkedList): boolean {
  return total === null || (isWhole ? total === items.length : total >= items.length);
}

interface Partition {
  readonly name: string;
  readonly size: number;
  readonly keys: readonly (string | null)[];
  readonly wanted: readonly (string | null)[];
}

function notePartition(tools: CheckTools, { name, size, keys, wanted }: Partition): void {
  const repeated = keys.find((key, index) => key !== null && keys.indexOf(key) !== index);
  tools.note(repeated === undefined, `${name} repeats an item on pages of ${size}.`, 'body');
  const lost = wanted.filter((key) => !keys.includes(key));
  tools.note(
    lost.length === 0,
    `${name} omits ${lost.length === 1 ? 'an item' : 'items'} on pages of ${size}.`,
    'body',
  );
}

async function walkWhileAdding(
  resource: ResourceSession,
  tools: CheckTools,
  wanted: readonly (string | null)[],
): Promise<void> {
  const style = pagingOf(resource)?.style;
  if (style !== 'token' && style !== 'after') return;
  const { operation } = resource.operation('list');
  let isAdded = false;
  const onPage = async (): Promise<void> => {
    if (!isAdded) await resource.tryCreate();
    isAdded = true;
  };
  const { items, isWhole } = await walkList(resource, { size: 2, mostPages: 40, onPage });
  const keys = items.map((item) => resource.keyOf(item));
  const repeated = keys.some((key, index) => key !== null && keys.indexOf(key) !== index);
  // Why: in another order, a list may repeat an item that a new one has moved to the next page.
  const isStated = operation.contract.provenance !== null;
  tools.note(
    !repeated || !isStated,
    warning(`${operation.id} repeats an item when one is added after the first page.`, 'body'),
  );
  tools.note(
    !isWhole || wanted.every((key) => keys.includes(key)),
    `${operation.id} omits an item when one is added after the first page.`,
    'body',
  );
}

/** Reads a list from a cursor that the service never returned. */
export async function sendWrongCursor(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const paging = pagingOf(resource);
  if (paging?.style !== 'token' || paging.position === null) return tools.skip('The list has no cursor.');
  const { operation } = resource.operation('list');
  if (resource.operations.byNeed.create !== undefined) await resource.shared();
  const response = await resource.list({ query: { [paging.position]: 'made up by a check' } });
  const items = isSuccess(response) ? (resource.itemsIn(response) ?? []) : [];
  tools.note(
    items.length === 0,
    `${operation.id} with an invalid cursor returned a page.`,
    `query ${paging.position}`,
  );
}
