/** One page of a list, and the links and counts of its response. */
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { Paging } from '../../../contract/resources/graph.ts';
import { isAddress } from '../../../contract/resources/pagination/infer-paging.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { afters, flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { valueAt, splitLast } from '../../../templates/runtime/json/pointer.ts';
import { withPageAddresses, type PageAddresses } from './page-addresses.ts';
import { fillKnown, type ListPage } from './figures.ts';
import { isFields, mapFields, pickFields, textOf, withPart } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import type { ResourceRecord } from '../record.ts';
import { OperationError } from '../../http/declared-error.ts';

/**
 * Returns the page that a query asks for; `byDefault` is the size of one that it does not name.
 *
 * Shape: a page of a negative size has all records.
 * Errors: throws a `OperationError` for a position that no page has.
 */
export function pageOf(
  all: readonly ResourceRecord[],
  paging: Paging | null,
  query: RequestValues['query'],
  byDefault: number,
): ListPage {
  const sentSize = paging?.size == null ? NaN : Number(query[paging.size]);
  const pageSize = Number.isNaN(sentSize) ? byDefault : sentSize;
  const size = paging === null || pageSize < 0 ? all.length : pageSize;
  const end = paging?.style === 'after' ? placeBefore(all, query) : null;
  if (end !== null) {
    const start = Math.max(0, end - size);
    return { records: all.slice(start, end), start, size, total: all.length, hasMore: start > 0 };
  }
  const start = paging === null ? 0 : startOf(all, paging, query, size);
  const records = all.slice(start, start + size);
  // Why: pages without records would never end.
  const hasMore = size > 0 && start + records.length < all.length;
  return { records, start, size, total: all.length, hasMore };
}

function startOf(
  all: readonly ResourceRecord[],
  { style, position, first }: Paging,
  query: RequestValues['query'],
  size: number,
): number {
  const sent = position === null ? null : query[position];
  const after = placeAfterKey(all, query, position);
  if (after !== null) return after;
  if (position === null || sent === null || sent === undefined || sent === '') return 0;
  switch (style) {
    case 'page':
      return countOf(sent, first) * size;
    case 'offset':
      return countOf(sent, first);
    case 'after':
      return placeAfter(all, textOf(sent), position);
    case 'token':
      return readToken(textOf(sent), position);
    case 'limit':
      return 0;
  }
}

function countOf(sent: unknown, first: number): number {
  const count = Number(sent) - first;
  return Number.isNaN(count) ? 0 : Math.max(0, count);
}

function placeAfter(all: readonly ResourceRecord[], key: string, position: string): number {
  const place = all.findIndex((record) => record.key === key);
  if (place < 0) throw new OperationError(400, `${position} names no item of the list: ${key}`);
  return place + 1;
}

/** Returns the place after the record that a query names beside the position of a page; `null` if it names none. */
function placeAfterKey(
  all: readonly ResourceRecord[],
  query: RequestValues['query'],
  position: string | null,
): number | null {
  const name = Object.keys(query).find((each) => each !== position && afters.includes(flatten(each)));
  const place = name === undefined ? -1 : all.findIndex(({ key }) => key === query[name]);
  return place < 0 ? null : place + 1;
}

/** Returns the place of the record that a page ends before; `null` if the query names none. */
function placeBefore(all: readonly ResourceRecord[], query: RequestValues['query']): number | null {
  const name = Object.keys(query).find((each) => /^(?:ending)?before(?:id)?$/.test(flatten(each)));
  const place = name === undefined ? -1 : all.findIndex(({ key }) => key === query[name]);
  return place < 0 ? null : place;
}

/** The beginnings of tokens, before the zeros in front of the place: that of a UUID has its form. */
const BEGINNINGS = ['p', '', '00000000-0000-4000-8000-'];

const TOKEN = /^(?:p|0{8}-0{4}-4000-8000-)?0*(\d{1,9})$/;

/** Units: digits of a place in a token. */
const MAX_DIGITS = 64;

/** Returns whether a query may name a page by a token. */
export type AcceptsToken = (token: string) => boolean;

/** Returns the test of the tokens that a list takes in its query. */
export function tokensOf({ spec, role }: Pick<OperationPlan, 'spec' | 'role'>): AcceptsToken {
  const position = role.paging?.value.position;
  const parameter = spec.parameters.find(({ name, in: place }) => place === 'query' && name === position);
  return (token) => parameter?.check.check(parameter.kind === 'string' ? token : Number(token)) ?? true;
}

/** Returns the token of the page that begins at a place: the shortest of the first form that a query may have. */
export function tokenAt(place: number, accepts: AcceptsToken): string {
  for (const beginning of BEGINNINGS)
    for (let digits = 1; digits <= MAX_DIGITS; digits++) {
      const token = beginning + String(place).padStart(digits, '0');
      if (accepts(token)) return token;
    }
  return `p${place}`;
}

function readToken(text: string, position: string): number {
  const match = TOKEN.exec(text);
  if (match === null)
    throw new OperationError(400, `${position} is not a valid position in the list: ${text}`);
  return Number(match[1]);
}

/** The texts that name another page. */
export interface PageLinks extends PageAddresses {
  readonly next: string | number | null;
  /** Returns whether a body is valid. */
  readonly accepts: (body: JsonValue) => boolean;
}

/** Returns the position of the page after this one; `null` for the last page. */
export function nextPosition(
  page: ListPage,
  paging: Paging | null,
  accepts: AcceptsToken,
): string | number | null {
  if (paging === null || !page.hasMore) return null;
  const end = page.start + page.records.length;
  switch (paging.style) {
    case 'page':
      return Math.floor(page.start / Math.max(1, page.size)) + 1 + paging.first;
    case 'offset':
      return end + paging.first;
    case 'after':
      return page.records.at(-1)?.key ?? null;
    case 'token':
      return tokenAt(end, accepts);
    case 'limit':
      return null;
  }
}

export function withFigures(
  body: JsonValue,
  page: ListPage,
  paging: Paging | null,
  links: PageLinks,
  schema: SourceSchema | null,
): JsonValue {
  const filled = fillKnown(body, page, paging, schema);
  if (paging === null) return filled;
  const whole = withPages(filled, page, paging, links, schema, true);
  return links.accepts(whole) ? whole : withPages(filled, page, paging, links, schema, false);
}

/** Names the other pages in the body of a list; `isExtended` also where its sample does not. */
function withPages(
  body: JsonValue,
  page: ListPage,
  paging: Paging,
  links: PageLinks,
  schema: SourceSchema | null,
  isExtended: boolean,
): JsonValue {
  let written = withPageAddresses(body, page, paging, links, schema, isExtended);
  if (paging.total !== null) written = withPart(written, paging.total, page.total);
  if (paging.hasMore !== null) written = withPart(written, paging.hasMore, page.hasMore);
  if (paging.next === null && paging.style === 'token') return withUndeclaredNext(written, paging, links);
  if (paging.next?.in !== 'body') return written;
  // A text that leads to a page with a number is its address.
  const isCounted = paging.style === 'page' || paging.style === 'offset';
  return withNext(written, paging.next.pointer, links, schema, isCounted);
}

/** Names the next page of a list whose response does not. Why: nothing else leads to it. */
function withUndeclaredNext(
  body: JsonValue,
  { position }: Paging,
  { next, address, accepts }: PageLinks,
): JsonValue {
  if (!isFields(body) || next === null || position === null) return body;
  const { pathname, search, href } = new URL(address(next));
  const whole = { ...body, next_page: { [position]: next, path: pathname + search, uri: href } };
  return accepts(whole) ? whole : body;
}

/** Names the next page; where there is none, by null where that is allowed, else by leaving it out. */
function withNext(
  body: JsonValue,
  pointer: string,
  { next, address }: PageLinks,
  schema: SourceSchema | null,
  isCounted: boolean,
): JsonValue {
  const shown = valueAt(body, pointer);
  if (next !== null) {
    const isShownAddress = typeof shown === 'string' && /^(?:https?:\/)?\//.test(shown);
    const property = schemaAt(schema, pointer);
    const isAddressed =
      property?.format?.startsWith('uri') === true ||
      isShownAddress ||
      (isAddress(pointer) && property?.types?.has('string') === true) ||
      (isCounted && property?.types?.has('string'));
    const isText = schemaAt(schema, pointer)?.types?.has('string') ?? typeof shown !== 'number';
    const count = Number(TOKEN.exec(String(next))?.[1] ?? NaN) || next;
    const value = isAddressed ? address(next) : isText ? String(next) : count;
    return withSiblings(withPart(body, pointer, value), pointer, address(next));
  }
  const [holder] = splitLast(pointer);
  if (holder !== '' && schemaAt(schema, holder)?.isNullable === true) return withPart(body, holder, null);
  if (schemaAt(schema, pointer)?.isNullable === true) return withPart(body, pointer, null);
  return leaveOut(body, pointer, schema);
}

/** Sets the address of the next page where the object that names it has one too. */
function withSiblings(body: JsonValue, pointer: string, address: string): JsonValue {
  const [holder] = splitLast(pointer);
  const fields = valueAt(body, holder);
  if (holder === '' || !isFields(fields)) return body;
  const siblings = mapFields(fields, (name, value) => {
    if (/^(?:uri|url|href)$/i.test(name)) return address;
    return name === 'path' ? new URL(address).pathname + new URL(address).search : value;
  });
  return withPart(body, holder, siblings);
}

function leaveOut(body: JsonValue, pointer: string, schema: SourceSchema | null): JsonValue {
  const [holder, name] = splitLast(pointer);
  const fields = valueAt(body, holder);
  if (!isFields(fields)) return body;
  const isRequired = schemaAt(schema, holder)?.required.has(name) === true;
  const rest = pickFields(fields, (each) => each !== name);
  const isWhole = isRequired ? /\/next\w*$/i.test(holder) : holder !== '' && Object.keys(rest).length === 0;
  if (isWhole) return leaveOut(body, holder, schema);
  if (!isRequired) return withPart(body, holder, rest);
  return schemaAt(schema, pointer)?.types?.has('string') === false ? body : withPart(body, pointer, '');
}
