/** Reads a list page by page, following its paging parameters and its responses. */
import { isDeepStrictEqual } from 'node:util';
import type { Paging } from '../../contract/resources/graph.ts';
import { marksLastPage } from '../../contract/statements/lists.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { nextPosition, pagingOf as pagingOfOperation } from '../requests/lists/read-rows.ts';
import type { Texts } from '../requests/request-form.ts';
import { shapeOfCheck } from '../requests/values.ts';
import { isSuccess, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

/** How a list is read. Shape: `size` is the number of items per page, absent for the default of the service. */
export interface Walk {
  readonly size?: number;
  readonly query?: Texts;
  readonly profile?: string | null;
  /** Default: 50. */
  readonly mostPages?: number;
  /** Called after each page except the last one. */
  readonly onPage?: () => Promise<void>;
}

export interface WalkedList {
  readonly items: readonly JsonValue[];
  /** Shape: the number of items of each page. */
  readonly pages: readonly number[];
  /** Whether the last page was reached. */
  readonly isWhole: boolean;
  /** The number of all items according to the first page; `null` for none. */
  readonly total: number | null;
  /** Whether the last page that was read names itself as the next one. */
  readonly isEndless: boolean;
  /** A problem with the pages; `null` for none. */
  readonly problem: string | null;
}

/** Returns how a list is paged; `null` if it is not, or if that is uncertain. */
export function pagingOf(resource: ResourceSession): Paging | null {
  const { list } = resource.operations.byNeed;
  return list === undefined ? null : pagingOfOperation(list.operation);
}

/**
 * Reads the pages of a list. Skips the law if the first page is not a list; a later error ends the walk with a
 * problem.
 */
export async function walkList(resource: ResourceSession, walk: Walk = {}): Promise<WalkedList> {
  const { query = {}, profile, mostPages = 50, onPage } = walk;
  const paging = pagingOf(resource);
  const size = walk.size ?? (paging?.style === 'limit' ? largestSize(resource, paging) : undefined);
  const { operation } = resource.operation('list');
  const sized: Texts = size === undefined || paging?.size == null ? {} : { [paging.size]: String(size) };
  const items: JsonValue[] = [];
  const pages: number[] = [];
  let total: number | null = null;
  const end = (isWhole: boolean, problem: string | null = null, isEndless = false): WalkedList => ({
    items,
    pages,
    isWhole,
    isEndless,
    total,
    problem,
  });
  let position: Texts = {};
  for (let page = 0; page < mostPages; page++) {
    const how = { query: { ...query, ...sized, ...position }, ...(profile === undefined ? {} : { profile }) };
    const response = await resource.list(how);
    const some = isSuccess(response) ? resource.itemsIn(response) : null;
    if (some === null && page === 0)
      return resource.tools.skip(`${operation.id} returned ${response.status} and no list.`);
    if (some === null) return end(false, `A further page of ${operation.id} returned ${response.status}.`);
    if (page === 1 && size === undefined && isRepeated(some, items)) return end(true);
    if (page === 0) total = totalIn(paging, response.body) ?? totalInHeaders(response);
    items.push(...some);
    pages.push(some.length);
    const read = { exchange: response.exchange, rows: some, number: page, size, position };
    const keyOf = (row: unknown): string | null => resource.keyOf(row as JsonValue);
    const next = paging === null ? null : nextPosition(paging, read, keyOf);
    const isEmpty = some.length === 0 && page > 0 && paging?.next != null;
    if (next === null && isEmpty && (paging.isNullLast === true || marksLastPage(operation)))
      return end(true, `${operation.id} names a further page, which is empty.`);
    // Why: a list that only has a limit does not show whether there is more.
    if (next === null)
      return end(paging?.style !== 'limit' || (paging.size !== null && some.length < (size ?? 0)));
    if (Object.entries(next).every(([name, value]) => position[name] === value))
      return end(false, `The next page of ${operation.id} is the current one.`, true);
    if (some.length === 0 && page > 0)
      return end(true, `${operation.id} names a further page, which is empty.`);
    position = next;
    await onPage?.();
  }
  return end(false);
}

/**
 * Returns whether all rows of a page are at the end of the one before. Why the end: without a position a list may
 * return everything.
 */
function isRepeated(rows: readonly JsonValue[], before: readonly JsonValue[]): boolean {
  return rows.length > 0 && rows.every((row) => before.some((each) => isDeepStrictEqual(each, row)));
}

/** The page size if the contract has no maximum. */
const LARGE = 100;

/** Returns the maximum size of a page. */
export function largestSize(resource: ResourceSession, { size }: Paging): number {
  const { parameters, contract } = resource.operation('list').operation;
  const check = parameters.find(({ name, in: place }) => place === 'query' && name === size)?.check.name;
  const shape = check === undefined ? null : shapeOfCheck(contract, check);
  return shape?.kind === 'number' ? Math.min(shape.most ?? LARGE, LARGE) : LARGE;
}

function totalIn(paging: Paging | null, body: JsonValue | undefined): number | null {
  const total = paging?.total == null ? null : valueAt(body, paging.total);
  return typeof total === 'number' ? total : null;
}

/** Headers with the number of items on all pages. */
const totalHeaders = ['x-total-count', 'x-total', 'total-count', 'x-pagination-total', 'x-total-items'];

function totalInHeaders({ exchange }: ResourceResponse): number | null {
  const headers = exchange.response?.headers ?? {};
  const text = totalHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/** Returns the query that requests the number of all items; empty if no parameter has such a name. */
export function queryOfTotal(resource: ResourceSession): Texts {
  const { parameters } = resource.operation('list').operation;
  const isAsking = /^(?:include|with|show)_?(?:total|(?:total_?)?count)$/i;
  const name = parameters.find((each) => each.in === 'query' && isAsking.test(each.name))?.name;
  return name === undefined ? {} : { [name]: 'true' };
}

/** Returns the name of a filter of a list that has a default; `null` for none. */
export function narrowingOf(resource: ResourceSession): string | null {
  const { operation, role } = resource.operation('list');
  const filters = role.query.flatMap(({ parameter, use }) =>
    use.value.kind === 'filter' ? [parameter] : [],
  );
  return (
    operation.parameters.find(({ name, default: value }) => filters.includes(name) && value !== undefined)
      ?.name ?? null
  );
}
