/**
 * Forms of pagination whose next page is selected by a query parameter: a cursor, a number, or the id of an item.
 */
import type { RequestParts, Values } from '../call.ts';
import type { PageForm, ReadPage } from '../paginate.ts';
import { valueAtPath, type PropertyPath } from '../property-path.ts';

/** A list whose pages have the cursor of the next one. */
export interface CursorRule {
  /** Query parameter for the next page. */
  readonly cursor: string;
  /** Path to the next cursor, whose value is `null`, empty or absent on the last page. */
  readonly next: PropertyPath;
  readonly items: PropertyPath;
  /** Path to the flag for another page; absent if only `next` indicates it. */
  readonly more?: PropertyPath;
}

/** A list whose end is known from its size. */
interface CountedRule {
  readonly items: PropertyPath;
  /** The number of the first page, or of the first item. */
  readonly first: number;
  /** Query parameter with the size of a page, and the largest size that the service accepts. */
  readonly size?: string;
  readonly most?: number;
  /** Path to the number of all items. */
  readonly total?: PropertyPath;
  /** Path to a value that is `false`, `null`, empty or absent on the last page. */
  readonly more?: PropertyPath;
}

/** A list whose pages are numbered. */
export interface PageRule extends CountedRule {
  /** Query parameter with the number of the page. */
  readonly page: string;
  /** Path to the number of all pages. */
  readonly pages?: PropertyPath;
}

/** A list that is read from an offset. */
export interface OffsetRule extends CountedRule {
  /** Query parameter with the number of items to skip. */
  readonly offset: string;
}

/** A list that is read after a given item. */
export interface LastItemRule extends Omit<CountedRule, 'first' | 'total'> {
  /** Query parameter with the id of the last item of the previous page. */
  readonly last: string;
  /** Path to the id in an item. */
  readonly id: PropertyPath;
}

/** Returns the form of a list whose pages have the cursor of the next one. */
export function byCursor({ cursor, items, next, more }: CursorRule): PageForm {
  return {
    ...pageInQuery(cursor, items),
    next: ({ body }) =>
      more !== undefined && valueAtPath(body, more) === false ? undefined : filled(valueAtPath(body, next)),
  };
}

/** Returns the form of a list whose pages are numbered. */
export function byPage(rule: PageRule): PageForm {
  return {
    ...pageInQuery(rule.page, rule.items, rule.first),
    next: (page) => {
      const number = Number(page.position);
      const pages = rule.pages === undefined ? undefined : valueAtPath(page.body, rule.pages);
      const isLast = isCount(pages) && number - rule.first + 1 >= pages;
      return isLast || isEnd(rule, page, page.count) ? undefined : number + 1;
    },
    repeats,
  };
}

/** Returns the form of a list that is read from an offset. */
export function byOffset(rule: OffsetRule): PageForm {
  return {
    ...pageInQuery(rule.offset, rule.items, rule.first),
    next: (page) => {
      const after = Number(page.position) + page.list.length;
      return isEnd(rule, page, after - rule.first) ? undefined : after;
    },
    repeats,
  };
}

/** Returns the form of a list that is read after a given item. */
export function byLastItem(rule: LastItemRule): PageForm {
  const idOf = (list: readonly unknown[]): unknown => valueAtPath(list.at(-1), rule.id);
  return {
    ...pageInQuery(rule.last, rule.items),
    next: (page) => (isEnd(rule, page, page.count) ? undefined : filled(idOf(page.list))),
    repeats: ({ list, position }) => position !== undefined && idOf(list) === position,
  };
}

function pageInQuery(
  parameter: string,
  items: PropertyPath,
  first?: number,
): Pick<PageForm, 'items' | 'start' | 'at'> {
  return {
    items,
    start: ({ query }) => query?.[parameter] ?? first,
    at: ({ request, ...target }, position) => ({
      ...target,
      request: { ...request, query: { ...request.query, [parameter]: position } },
    }),
  };
}

/** Returns the form of a list whose pages are selected by a body property instead of a query parameter. */
export function inBody(form: PageForm): PageForm {
  const asQuery = ({ body }: RequestParts): RequestParts => ({ query: body as Values | undefined });
  const { repeats: hasRepeated } = form;
  return {
    items: form.items,
    start: (request) => form.start(asQuery(request)),
    next: (page) => form.next({ ...page, request: asQuery(page.request) }),
    at: (target, position) => {
      const { request } = form.at({ ...target, request: asQuery(target.request) }, position);
      return { ...target, request: { ...target.request, body: request.query } };
    },
    ...(hasRepeated === undefined ? {} : { repeats: hasRepeated }),
  };
}

/** Returns whether a page is the last one; `counted` is the number of items read so far. */
function isEnd(
  { size, most, total, more }: Omit<CountedRule, 'first'>,
  { body, list, request }: ReadPage,
  counted: number,
): boolean {
  if (list.length === 0) return true;
  if (more !== undefined) {
    const flag = valueAtPath(body, more);
    if (filled(flag) === undefined || flag === false) return true;
  }
  const all = total === undefined ? undefined : valueAtPath(body, total);
  if (isCount(all) && counted >= all) return true;
  // Why: without a documented maximum, a full page of a service that limits its size would look like the last one.
  const asked = size === undefined || most === undefined ? Number.NaN : Number(request.query?.[size]);
  return list.length < Math.min(asked, most ?? 0);
}

/** Returns whether all items are those of the previous page, although another page was requested. */
function repeats({ list, before }: ReadPage): boolean {
  const [first] = list;
  if (typeof first !== 'object' || first === null || list.length !== before.length) return false;
  return (
    comparableText(first) === comparableText(before[0]) && comparableText(list) === comparableText(before)
  );
}

function comparableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function filled(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}
