/** The figures of a page that its response shows: its number, its size, and how many records and pages there are. */
import type { Paging } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isPageSize } from '../../../contract/resources/pagination/infer-paging.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue, ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';
import { converted } from '../values/fit-value.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/** A page. Shape: `start` counts the records before it; `size` is the number that was asked for. */
export interface ListPage {
  readonly records: readonly ResourceRecord[];
  readonly start: number;
  readonly size: number;
  readonly total: number;
  readonly hasMore: boolean;
}

/** Figures of pages by their usual names, without case and separators. */
function figures(
  { records, start, size, total, hasMore }: ListPage,
  first: number,
  isPaged: boolean,
): ReadonlyMap<string, JsonValue> {
  const number = Math.floor(start / Math.max(1, size)) + first;
  const pages = Math.max(1, Math.ceil(total / Math.max(1, size)));
  const entries: readonly (readonly [names: string, value: JsonValue])[] = [
    ['page currentpage pagenumber pageindex', number],
    ...(isPaged ? [['pagesize', size] as const] : []),
    ['offset skip skipped start', start],
    ['end', Math.max(start, start + records.length - 1)],
    [
      'total totalcount totalitems totalresults totalelements totalrecords totalentries itemstotal totalrows totalobjects totalhits totalsize totalnumber recordcount rowcount resultcount itemcount',
      total,
    ],
    ['done isdone islast islastpage last', !hasMore],
    ['first isfirst isfirstpage', start === 0],
    ['totalpages pagecount lastpage pages pagestotal pagetotal', pages],
    ['hasmore hasnext hasnextpage more', hasMore],
    ['hasprevious haspreviouspage hasprev', start > 0],
    ['firstid', records[0]?.key ?? null],
    ['ids', records.map(({ key }) => key)],
    ['lastid', records.at(-1)?.key ?? null],
    [
      'count size length numberofelements itemsonpage pageitems currentpageitems itemsinpage returnedresults returneditems returnedrecords returnedcount',
      records.length,
    ],
  ];
  return new Map(entries.flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const)));
}

const holders = new Set([
  'meta',
  'metadata',
  'pagination',
  'paging',
  'pageinfo',
  'page',
  'links',
  'summary',
  'range',
]);

/** Fills the figures beside a list, and in the object about pages that is beside it. */
export function fillKnown(
  body: JsonValue,
  page: ListPage,
  paging: Paging | null,
  schema: SourceSchema | null,
): JsonValue {
  return isFields(body) ? fillFields(body, figuresOf(page, paging), schema, paging !== null) : body;
}

function figuresOf(page: ListPage, paging: Paging | null): ReadonlyMap<string, JsonValue> {
  // Why: an offset begins with 0, and a page beside it with 1.
  const first = paging?.style === 'page' ? paging.first : 1;
  return new Map([...figures(page, first, paging !== null), ...askedFigures(page, paging)]);
}

/**
 * Returns the figures that a response declares as headers: `X-Total-Count`, or `X-Paging-TotalResults`. Shape: `null` for
 * the number of a next page that there is not.
 */
export function figureHeaders(
  success: ResponseSpec | null,
  page: ListPage,
  paging: Paging | null,
): Readonly<Record<string, string | null>> {
  const values = figuresOf(page, paging);
  const number = Number(values.get('page'));
  const entries = (success?.headers ?? []).flatMap(({ name }): [string, string | null][] => {
    const flat = flatten(name).replace(/^x/, '');
    if (/^(?:pagination)?nextpage$/.test(flat)) return [[name, page.hasMore ? String(number + 1) : null]];
    if (/^(?:pagination)?prev(?:ious)?page$/.test(flat))
      return [[name, page.start > 0 ? String(number - 1) : null]];
    const named = isPageSize(flat) ? 'pagesize' : flat;
    const figure = values.get(named) ?? values.get(flat.replace(/^(?:paging|pagination|page|list)/, ''));
    return typeof figure === 'number' || typeof figure === 'boolean' ? [[name, String(figure)]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the size and the start that were asked for by the names of their parameters: `maxResults`, `startAt`. Why
 * without `count`: that is more often the number of the records on a page.
 */
function askedFigures({ start, size }: ListPage, paging: Paging | null): readonly [string, JsonValue][] {
  if (paging === null) return [];
  const asked: readonly [string | null, number][] = [
    [paging.size, size],
    [paging.style === 'offset' ? paging.position : null, start + paging.first],
  ];
  return asked.flatMap(([name, value]): [string, JsonValue][] =>
    name === null || flatten(name) === 'count' ? [] : [[flatten(name), value]],
  );
}

function fillFields(
  fields: RecordFields,
  values: ReadonlyMap<string, JsonValue>,
  schema: SourceSchema | null,
  isPaged: boolean,
): RecordFields {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, JsonValue][] => {
    const property = schema?.properties.get(name) ?? null;
    if (isFields(value) && holders.has(flatten(name)))
      return [[name, fillFields(value, values, property, isPaged)]];
    // Why: a client that follows the sample of an address would never end.
    const isSpare = !isPaged && schema?.required.has(name) === false;
    if (isSpare && property?.isNullable !== true && isElsewhere(name, values)) return [];
    return [[name, figureFor(name, value, values, property)]];
  });
  return Object.fromEntries(entries);
}

/** Returns whether a property names another page, which there is not or which is named later. */
function isElsewhere(name: string, values: ReadonlyMap<string, JsonValue>): boolean {
  const flat = flatten(name);
  return (
    /^(?:prev|previous)(?:page|url|link|uri|cursor|token|iterator|marker)?$/.test(flat) ||
    (values.get('hasmore') === false && /^next(?:page|url|link|uri|cursor|token)?$/.test(flat))
  );
}

/** Returns the figure of a name if it has the type of the shown value, else what is shown. */
function figureFor(
  name: string,
  shown: JsonValue,
  values: ReadonlyMap<string, JsonValue>,
  schema: SourceSchema | null,
): JsonValue {
  if (schema?.isNullable === true && isElsewhere(name, values)) return null;
  const flat = isPageSize(name) ? 'pagesize' : flatten(name);
  const isCount = /^total(?!page)[a-z]+count$/.test(flat);
  const isAll = isCount || (schema !== null && isNumberOf(TOTAL, schema));
  const isOnPage = !isAll && !isPageSize(name) && schema !== null && isNumberOf(RETURNED, schema);
  const figure = values.get(isAll ? 'total' : isOnPage ? 'count' : flat);
  if (figure === undefined) return shown;
  if (figure === null) return schema?.isNullable === true ? null : shown;
  const keys = schema?.items ?? null;
  if (Array.isArray(figure) && keys !== null)
    return (figure as readonly JsonValue[]).map((key) => converted(keys, key) ?? key);
  return typeof figure === typeof shown || shown === null ? figure : shown;
}

/** Returns whether a number has a description. */
function isNumberOf(described: RegExp, { types, text }: SourceSchema): boolean {
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  return isNumber && described.test(text);
}

/** Descriptions of the number of records on a page: "Number of results returned", "Amount of items in the current page". */
const RETURNED =
  /\b(?:number|amount) of (?:items|results|records|entries|objects|rows|elements) (?:(?:that (?:are|were) )?returned|(?:in|on) (?:the|this) (?:current )?page)\b/i;

/** Descriptions of the number of all records of a list: "Total sum of items in the list". */
const TOTAL =
  /\b(?:total|overall)\b(?![^.]{0,40}\b(?:pages|price|amount|size|bytes)\b)[^.]{0,40}\b(?:items|results|records|entries|objects|rows|elements|documents|matches|hits|list)\b/i;
