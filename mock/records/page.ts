/**
 * Pages of a list by cursor, newest first. The cost of a page depends on its size, not on the length of the list.
 */
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { StoredRecord } from '../kernel/store/collection.ts';
import { placeIn, type RecordSource, type View } from '../kernel/store/view.ts';

/** The default and the maximum number of items of a page. Source: assumption A-056. */
export const pageLimits = { default: 20, max: 100 } as const;

/**
 * The query for a page.
 *
 * Shape: `limit`, `cursor` and `includeCount` are the raw parameters; `prefix` selects the part of the list whose keys
 * start with it; `keep` filters records.
 */
export interface PageQuery<R extends StoredRecord> {
  readonly source: RecordSource<R>;
  readonly prefix: string;
  readonly keep?: ((record: R) => boolean) | undefined;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly includeCount?: string | undefined;
}

/** The position of a page in its list. Source: spec/schemas/Pagination.yaml. */
export interface Pagination {
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
  readonly hasMore: boolean;
  readonly hasPrev: boolean;
  readonly limit: number;
  readonly currentOffset: number;
  readonly currentPage?: number;
  readonly totalCount?: number;
  readonly totalPages?: number;
}

/** Why a page cannot be read. */
export type PageError =
  | { readonly code: 'CURSOR_UNKNOWN'; readonly cursor: string }
  | { readonly code: 'LIMIT_INVALID'; readonly limit: string };

export interface Page<R> {
  readonly items: readonly R[];
  readonly pagination: Pagination;
}

/** A position in a list: after a record, or at the start (`after` empty), with the number of records before it. */
interface Place {
  readonly after: string;
  readonly offset: number;
}

const start: Place = { after: '', offset: 0 };

/**
 * Reads one page.
 *
 * Shape: a limit above the maximum is reduced to it; the count is only included when `includeCount` is `true`.
 * Errors: LIMIT_INVALID when the limit is not a positive integer; CURSOR_UNKNOWN when the cursor is not one of this
 * list.
 */
export function readPage<R extends StoredRecord>(
  view: View,
  query: PageQuery<R>,
): Result<Page<R>, PageError> {
  const limit = readLimit(query.limit);
  if (limit === null) return err({ code: 'LIMIT_INVALID', limit: query.limit ?? '' });
  const place = readCursor(query.cursor, query.prefix);
  if (place === null) return err({ code: 'CURSOR_UNKNOWN', cursor: query.cursor ?? '' });

  const rows = scanKept(view, query, { after: place.after, reverse: true, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const previous = previousPlace(view, query, place, limit);
  const last = items.at(-1);
  return ok({
    items,
    pagination: {
      nextCursor:
        hasMore && last
          ? writeCursor({ after: placeOf(query, last), offset: place.offset + items.length })
          : null,
      prevCursor: previous && writeCursor(previous),
      hasMore,
      hasPrev: previous !== null,
      limit,
      currentOffset: place.offset,
      ...(query.includeCount === 'true' && countPages(view, query, place.offset, limit)),
    },
  });
}

/**
 * Finds the cursor of the page with a number, counted from 1; undefined for the first page. Takes as long as reading
 * all pages before it; after the last page it is the cursor of an empty page.
 *
 * Errors: LIMIT_INVALID.
 */
export function cursorOfPage<R extends StoredRecord>(
  view: View,
  query: PageQuery<R>,
  page: number,
): Result<string | undefined, PageError> {
  const limit = readLimit(query.limit);
  if (limit === null) return err({ code: 'LIMIT_INVALID', limit: query.limit ?? '' });
  const before = scanKept(view, query, { after: '', reverse: true, limit: (page - 1) * limit });
  const last = before.at(-1);
  return ok(last && writeCursor({ after: placeOf(query, last), offset: before.length }));
}

function previousPlace<R extends StoredRecord>(
  view: View,
  query: PageQuery<R>,
  place: Place,
  limit: number,
): Place | null {
  if (place.after === '') return null;
  const before = scanKept(view, query, {
    after: place.after,
    reverse: false,
    limit: limit + 1,
    including: true,
  });
  if (before.length === 0) return null;
  const edge = before[limit];
  return edge === undefined
    ? start
    : { after: placeOf(query, edge), offset: Math.max(0, place.offset - limit) };
}

/** The part of a list to scan. Shape: `after` is a place, empty for the start. */
interface KeptScan {
  readonly after: string;
  readonly reverse: boolean;
  readonly limit: number;
  /** Whether to include the record at `after`. */
  readonly including?: boolean;
}

type KeptQuery<R extends StoredRecord> = Pick<PageQuery<R>, 'source' | 'prefix' | 'keep'>;

/** The number of records that a search for matching ones reads at a time. */
const searchStep = 256;

/** Scans in steps until enough matching records are found. */
export function scanKept<R extends StoredRecord>(view: View, query: KeptQuery<R>, scan: KeptScan): R[] {
  const { source, prefix, keep } = query;
  const page: R[] = scan.including === true ? recordsAt(view, query, scan.after) : [];
  let { after } = scan;
  for (;;) {
    const missing = scan.limit - page.length;
    if (missing <= 0) break;
    const step = keep === undefined ? missing : Math.max(missing, searchStep);
    const records = view.scan(source, {
      prefix,
      reverse: scan.reverse,
      limit: step,
      after: after === '' ? undefined : after,
    });
    for (const record of records) if (keep === undefined || keep(record)) page.push(record);
    const last = records.at(-1);
    if (records.length < step || last === undefined) break;
    after = placeOf(query, last);
  }
  return page.slice(0, scan.limit);
}

function recordsAt<R extends StoredRecord>(view: View, query: KeptQuery<R>, place: string): R[] {
  const [record] = view.scan(query.source, {
    prefix: query.prefix,
    reverse: true,
    limit: 1,
    after: `${place}\u0000`,
  });
  return record !== undefined && placeOf(query, record) === place && (query.keep?.(record) ?? true)
    ? [record]
    : [];
}

function countPages<R extends StoredRecord>(view: View, query: PageQuery<R>, offset: number, limit: number) {
  const { source, prefix, keep } = query;
  const totalCount = keep ? view.scan(source, { prefix }).filter(keep).length : view.count(source, prefix);
  return {
    totalCount,
    totalPages: Math.ceil(totalCount / limit),
    currentPage: Math.floor(offset / limit) + 1,
  };
}

function placeOf<R extends StoredRecord>({ source }: Pick<PageQuery<R>, 'source'>, record: R): string {
  return placeIn(source, record) ?? record.id;
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return pageLimits.default;
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < 1) return null;
  return Math.min(Number(text), pageLimits.max);
}

/** Writes a cursor, which is opaque to clients: the position as JSON in base64url. */
function writeCursor({ after, offset }: Place): string {
  return btoa(JSON.stringify([after, offset]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function readCursor(text: string | undefined, prefix: string): Place | null {
  if (text === undefined) return start;
  try {
    const place: unknown = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    if (!Array.isArray(place)) return null;
    const [after, offset] = place as unknown[];
    const isPlace =
      typeof after === 'string' && Number.isSafeInteger(offset) && (after === '' || after.startsWith(prefix));
    return isPlace ? { after, offset: offset as number } : null;
  } catch {
    return null;
  }
}
