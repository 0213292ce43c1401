/** LAW34 and LAW35: responses of a list to equivalent queries. A difference counts if it occurs twice. */
import { isDeepStrictEqual } from 'node:util';
import type { ContractOperation } from '../../../contract/operations.ts';
import type { Paging } from '../../../contract/resources/graph.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isFields, propertyOf } from '../../model/json-fields.ts';
import type { Subject } from '../case.ts';
import type { Stage } from '../play-cases.ts';
import { planOf, type Texts } from '../request-form.ts';
import { bodyOf, keyOfRow, nextPosition, pagingOf, rowsIn } from './read-rows.ts';
import { resolveShape, shapeOfCheck } from '../values.ts';
import { msPerHour } from '../../../templates/runtime/conversion/durations.ts';

/** The rows of a response. Shape: `ids` are those of the rows, or their JSON text. */
interface Page {
  readonly exchange: Exchange;
  readonly rows: readonly unknown[];
  readonly ids: readonly string[];
}

/** Two responses that should agree. Shape: `problem` is `null` if they do. */
interface Comparison {
  readonly exchanges: readonly Exchange[];
  readonly problem: string | null;
  /** Default: that of the check. */
  readonly severity?: 'warn';
}

/** Compares responses of an operation; `null` where they can't be compared. */
type Compare = () => Promise<Comparison | null>;

/** Compares responses, again if they differ, and records the result. Why: a list may change between two requests. */
async function record(
  { collector }: Stage,
  check: string,
  { operation: { id } }: Subject,
  compare: Compare,
): Promise<void> {
  const first = await compare();
  const last = first === null || first.problem === null ? first : await compare();
  if (last === null) {
    collector.skip(check, id, 'No two responses can be compared.');
    return;
  }
  const { problem: message, severity } = last;
  const problems = message === null ? [] : [{ message, at: 'body', ...(severity && { severity }) }];
  collector.record(
    id,
    { check, problems },
    { exchanges: last.exchanges, origin: { label: `Two queries of ${id}` } },
  );
}

/** Sends the base request with a query. Shape: `null` unless the response is a list. */
async function readPage({ wire }: Stage, { base }: Subject, query: Texts): Promise<Page | null> {
  const exchange = await wire.send(planOf({ ...base, query: { ...base.query, ...query } }));
  const rows = (exchange.response?.status ?? 500) < 300 ? rowsIn(bodyOf(exchange)) : null;
  return rows === null ? null : { exchange, rows, ids: rows.map((row) => keyOfRow(base.operation, row)) };
}

/** Paging with any page size. */
type SizedPaging = Paging & { readonly size: string };

function sizedPagingOf(operation: ContractOperation): SizedPaging | null {
  const paging = pagingOf(operation);
  return paging === null || paging.size === null || paging.style === 'limit'
    ? null
    : { ...paging, size: paging.size };
}

/** Returns whether an operation returns a list in pages that its query filters. */
export function hasFilteredPages(operation: ContractOperation): boolean {
  return operation.method === 'GET' && sizedPagingOf(operation) !== null && filtersOf(operation).length > 0;
}

function filtersOf(operation: ContractOperation): readonly string[] {
  const { position, size } = sizedPagingOf(operation) ?? {};
  return operation.parameters.flatMap(({ name, in: place }) =>
    place === 'query' && name !== position && name !== size ? [name] : [],
  );
}

/** Why more than the compared rows: a service may return pages without the rows that its filter hides. */
const MAX_PAGES = 30;

/**
 * A filter that hides rows. Shape: `kept` counts the first rows that it keeps, the last of them after a hidden one.
 */
interface Filter {
  readonly query: Texts;
  readonly kept: number;
}

/** Why few: each one costs a request. */
const MAX_KEPT = 6;

/** LAW34: pages of one row together have the rows of a single page, with a filter that hides others in between. */
export async function compareFilteredPages(stage: Stage, subject: Subject): Promise<void> {
  const { operation } = subject;
  const paging = sizedPagingOf(operation);
  const whole = await readPage(stage, subject, {});
  const filter = whole === null ? null : chooseFilter(filtersOf(operation), whole.rows);
  if (paging === null || filter === null) {
    stage.collector.skip('LAW34', operation.id, 'No filter of the list hides a row between two others.');
    return;
  }
  const { query, kept } = filter;
  await record(stage, 'LAW34', subject, async () => {
    const one = await readPage(stage, subject, query);
    const pages = one === null ? null : await walkPages(stage, subject, paging, filter);
    if (one === null || pages === null) return null;
    const [expected, ids] = [one.ids, pages.flatMap((page) => page.ids)].map((all) => all.slice(0, kept));
    const words = Object.entries(query).map(([name, text]) => `${name}=${text}`);
    const message = `The rows of ${operation.id} with ${words.join()} are ${expected?.join(', ')} in one page, and ${ids?.join(', ')} in pages of one row.`;
    const exchanges = [one, ...pages].map(({ exchange }) => exchange);
    return { exchanges, problem: isDeepStrictEqual(ids, expected) ? null : message };
  });
}

/** Chooses a filter and a value that hides a row between two others; `null` if there is none. */
function chooseFilter(names: readonly string[], rows: readonly unknown[]): Filter | null {
  const filters = names.flatMap((name) => {
    const values = rows.map((row) => propertyOf(row, name));
    const isShort = (value: unknown): boolean => ['string', 'boolean', 'number'].includes(typeof value);
    return [...new Set(values)].filter(isShort).map((value): Filter => {
      const keeps = values.map((each) => each === value);
      const first = keeps.indexOf(true);
      const next = keeps.indexOf(true, keeps.indexOf(false, first));
      const isHiding = keeps.includes(false) && keeps.indexOf(false, first) !== -1 && next !== -1;
      const kept = isHiding ? keeps.slice(0, next + 1).filter(Boolean).length : Infinity;
      return { query: { [name]: String(value) }, kept };
    });
  });
  const [best] = filters.toSorted((one, other) => one.kept - other.kept);
  return best !== undefined && best.kept <= MAX_KEPT ? best : null;
}

/** Reads pages of one row; `null` if one can't be read, or if there are too many. */
async function walkPages(
  stage: Stage,
  subject: Subject,
  paging: SizedPaging,
  { query, kept }: Filter,
): Promise<readonly Page[] | null> {
  const pages: Page[] = [];
  const keyOf = (row: unknown): string => String(JSON.parse(keyOfRow(subject.operation, row)));
  let position: Texts | null = {};
  while (position !== null && pages.flatMap(({ rows }) => rows).length < kept) {
    const page = await readPage(stage, subject, { ...query, [paging.size]: '1', ...position });
    if (page === null || pages.length === MAX_PAGES) return null;
    position = nextPosition(paging, { ...page, number: pages.length, size: 1, position }, keyOf);
    pages.push(page);
  }
  return pages;
}

/** Returns whether an operation has a query parameter that is a time. */
export function takesTimes(operation: ContractOperation, api: Subject['api']): boolean {
  return operation.method === 'GET' && timesOf({ operation, api }).length > 0;
}

const timestamp = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/;

function timesOf({ operation, api }: Pick<Subject, 'operation' | 'api'>): readonly string[] {
  const { contract } = operation;
  const times = operation.parameters.filter((parameter) => {
    if (parameter.in !== 'query') return false;
    const shape = resolveShape(contract, shapeOfCheck(contract, parameter.check.name));
    if (shape.kind === 'string' && shape.format === 'date-time') return true;
    return api.queries.textsOf(operation, parameter).some(({ text }) => timestamp.test(text));
  });
  return times.map(({ name }) => name);
}

/** Units: milliseconds. */
const [SECOND, ZONE] = [1_000, 5.5 * msPerHour];

/** LAW35: an instant selects the rows on one side of it, in any time zone. */
export async function compareZones(stage: Stage, subject: Subject): Promise<void> {
  const { operation } = subject;
  const whole = await readPage(stage, subject, {});
  const begin = Math.max(...(whole?.rows ?? []).flatMap(beginOf));
  if (!Number.isFinite(begin)) {
    stage.collector.skip('LAW35', operation.id, 'No row of the list has a time.');
    return;
  }
  // Why just before the newest row: an ignored zone moves the bound past it.
  const instant = begin - SECOND;
  const utc = new Date(instant).toISOString();
  const zoned = new Date(instant + ZONE).toISOString().replace('Z', '+05:30');
  for (const name of timesOf(subject))
    await record(stage, 'LAW35', subject, async () => {
      const one = await readPage(stage, subject, { [name]: utc });
      const other = one === null ? null : await readPage(stage, subject, { [name]: zoned });
      if (one === null || other === null) return null;
      const exchanges = [one.exchange, other.exchange];
      if (!one.rows.every((row) => isWithin(row, name, instant)))
        return { exchanges, problem: `${operation.id} with ${name}=${utc} has a row that is not within it.` };
      const isSame = isDeepStrictEqual(one.ids, other.ids);
      const message = `${operation.id} with ${name}=${zoned} has other rows than with the same instant in UTC, ${utc}.`;
      return { exchanges, problem: isSame ? null : message, severity: 'warn' };
    });
}

/**
 * Returns whether a time of a row is on the side of an instant that the name of a bound implies. Shape: true without a
 * time.
 */
function isWithin(row: unknown, name: string, instant: number): boolean {
  const times = timesIn(row);
  const isFrom = /^(?:from|since|after|start|begin|min)|(?:from|since|after)$/i.test(name);
  const isTo = /^(?:to|until|till|before|end|max)(?![a-z])|(?:until|before)$/i.test(name);
  if (times.length === 0 || isFrom === isTo) return true;
  return times.some((time) => (isFrom ? time >= instant : time <= instant));
}

/** Returns the time when a row was created or started; empty without one. */
function beginOf(row: unknown): readonly number[] {
  const times = timesIn(row);
  return times.length === 0 ? [] : [Math.min(...times)];
}

function timesIn(row: unknown): readonly number[] {
  const texts = isFields(row) ? Object.values(row).filter((value) => typeof value === 'string') : [];
  return texts.filter((text) => timestamp.test(text)).map((text) => Date.parse(text));
}
