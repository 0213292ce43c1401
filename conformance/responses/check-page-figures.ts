/** C17: the figures of a page agree with each other. */
import type { CheckResult, Problem } from '../model/finding.ts';
import { isFields, type JsonFields } from '../model/json-fields.ts';

/** Common names of the number of all rows, of rows on a page, of pages, and of this page. */
const names = {
  rows: ['totalCount', 'total', 'totalItems', 'totalRecords'],
  size: ['limit', 'pageSize', 'perPage'],
  pages: ['totalPages', 'pageCount'],
  page: ['page', 'pageNumber', 'currentPage'],
} as const;

/** Compares the figures of a JSON body, or of an object in it such as `pagination`. Shape: nothing without enough of them. */
export function checkPageFigures(body: unknown): readonly CheckResult[] {
  if (!isFields(body)) return [];
  const compared = [body, ...Object.values(body).filter(isFields)].map(compareFigures);
  const contradictions = compared.filter((problems) => problems !== null);
  return contradictions.length > 0 ? [{ check: 'C17', problems: contradictions.flat() }] : [];
}

/** Returns what contradicts in the figures of a page; `null` without enough of them. */
function compareFigures(fields: JsonFields): readonly Problem[] | null {
  const [rows, size, pages, page] = [names.rows, names.size, names.pages, names.page].map((each) =>
    countIn(fields, each),
  );
  if (rows == null || size == null || pages == null || size === 0) return null;
  const expected = Math.ceil(rows / size);
  // Why: an empty list may count its empty page.
  if (pages !== expected && !(rows === 0 && pages === 1))
    return [
      { message: `${rows} rows in pages of ${size} are ${pages} pages instead of ${expected}.`, at: 'body' },
    ];
  const { hasMore } = fields;
  const isLast = page == null ? null : page >= pages;
  return isLast === hasMore && typeof hasMore === 'boolean'
    ? [{ message: `hasMore is ${hasMore} on page ${page} of ${pages}.`, at: 'body' }]
    : [];
}

function countIn(fields: JsonFields, wanted: readonly string[]): number | null {
  const count = wanted.map((name) => fields[name]).find((value) => value !== undefined);
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null;
}
