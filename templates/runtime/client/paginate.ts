/** Iterates over the pages of a list. How one page leads to the next is a form: see `paging/`. */
import { ok, type AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { PaginationError } from './errors.ts';
import { valueAtPath, type PropertyPath } from './property-path.ts';
import { send } from './send.ts';

/** The items of all pages, for one `for await` loop; `pages()` iterates over the pages instead. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** Iterates over whole pages instead of items. */
  pages(): AsyncIterable<Page>;
}

/** A page that was read, and its position in the list. */
export interface ReadPage {
  readonly body: unknown;
  readonly list: readonly unknown[];
  /** Absent where only the body is kept. */
  readonly response?: AnyApiResponse['response'] | undefined;
  /** What selected it; `undefined` for the first page of a list whose request does not select one. */
  readonly position: unknown;
  /** The first request. */
  readonly request: RequestParts;
  /** The number of items on all pages so far, including this one. */
  readonly count: number;
  /** The items of the previous page; empty for the first one. */
  readonly before: readonly unknown[];
}

/** How one page leads to the next. */
export interface PageForm {
  /** Path to the list of items; empty if the body is the list. */
  readonly items: PropertyPath;
  /** Returns the position that a request selects; `undefined` if it leaves it to the service. */
  readonly start: (request: RequestParts) => unknown;
  /** Returns the position of the next page; `undefined` on the last one. */
  readonly next: (page: ReadPage) => unknown;
  /**
   * Returns the client and the request for a page.
   *
   * Errors: throws PaginationError for a position that must not be requested.
   */
  readonly at: (target: PageTarget, position: unknown) => PageTarget;
  /** Returns whether a page repeats the previous one. */
  readonly repeats?: (page: ReadPage) => boolean;
}

/** A request for a page, and the client that sends it. */
export interface PageTarget {
  readonly client: Client;
  readonly operationId: string;
  readonly request: RequestParts;
}

/**
 * Returns the items of a list, starting at the page that the request specifies.
 *
 * Errors: the loop rejects with ApiError for an error response, with PaginationError if a page leads back to an
 * earlier one or to another host, and with the errors of any call.
 */
export function paginate<Item, Page>(
  client: Client,
  call: Call,
  form: PageForm,
  request: RequestParts,
  options: CallOptions | undefined,
): Pages<Item, Page> {
  const pages = (): AsyncGenerator<Page> => readPages(client, call, form, request, options);
  return { pages, [Symbol.asyncIterator]: () => itemsOf<Item>(pages(), form.items) };
}

/** Yields the items of pages one by one. */
export async function* itemsOf<Item>(
  pages: AsyncIterable<unknown>,
  items: PropertyPath,
): AsyncGenerator<Item> {
  for await (const page of pages) yield* listAt(page, items) as readonly Item[];
}

/** Returns the list at a path; empty if there is none. */
export function listAt(page: unknown, items: PropertyPath): readonly unknown[] {
  const list = valueAtPath(page, items);
  return Array.isArray(list) ? list : [];
}

async function* readPages<Page>(
  client: Client,
  call: Call,
  form: PageForm,
  request: RequestParts,
  options: CallOptions | undefined,
): AsyncGenerator<Page> {
  let target: PageTarget = { client, operationId: call.id, request };
  let position = form.start(request);
  let [count, before]: [number, readonly unknown[]] = [0, []];
  let [marked, pagesToMark]: [unknown, number] = [position, 1];
  for (let pages = 1; ; pages++) {
    const result = await send<AnyApiResponse>(target.client, call, target.request, options);
    const { body, response } = ok(result);
    // Why: a service may send no body where there are no items.
    if (body === undefined) return;
    const list = listAt(body, form.items);
    const page = { body, list, response, position, request, count: (count += list.length), before };
    if (form.repeats?.(page) === true) throw repeatedPage(call.id);
    yield body as Page;
    const next = form.next(page);
    if (next === undefined) return;
    if (next === (position ?? response.url) || next === marked) {
      if (list.length === 0) return;
      throw repeatedPage(call.id);
    }
    // Why: marking every page whose number is a power of two detects circles of any length in constant memory.
    if (pages === pagesToMark) [marked, pagesToMark] = [next, pagesToMark * 2];
    target = form.at({ client, operationId: call.id, request }, next);
    [position, before] = [next, list];
  }
}

/** Creates the error for a page that leads back to an earlier one. */
export function repeatedPage(operationId: string): PaginationError {
  return new PaginationError(operationId, `${operationId} leads back to a page that it has already sent`);
}
