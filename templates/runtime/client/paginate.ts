/**
 * Iterates over the pages of a list.
 */
import { ok, type AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts, Values } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { ClientError } from './errors.ts';
import { propertyAt } from './property-path.ts';
import { send } from './send.ts';

/** Where an operation has the parts of a page; all but `cursor` are paths into the body. */
export interface PageRule {
  /** Query parameter for the next page. */
  readonly cursor: string;
  /** Path to the next cursor, whose value is `null`, empty or absent on the last page. */
  readonly next: string;
  readonly items: string;
  /** Path to the flag for another page; absent if only `next` indicates it. */
  readonly more?: string;
}

/** The items of all pages, for one `for await` loop; `pages()` iterates over the pages instead. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** Iterates over whole pages instead of items. */
  pages(): AsyncIterable<Page>;
}

/**
 * Returns the items of a list, starting at the page that the request specifies.
 *
 * Errors: the loop rejects with ApiError for an error response, and with the errors of any call.
 */
export function paginate<Item, Page>(
  client: Client,
  call: Call,
  rule: PageRule,
  request: RequestParts,
  options: CallOptions | undefined,
): Pages<Item, Page> {
  const pages = (): AsyncGenerator<Page> => readPages(client, call, rule, request, options);
  return { pages, [Symbol.asyncIterator]: () => itemsOf<Item>(pages(), rule.items) };
}

/** Yields the items of pages one by one. */
export async function* itemsOf<Item>(pages: AsyncIterable<unknown>, items: string): AsyncGenerator<Item> {
  for await (const page of pages) yield* listAt(page, items) as readonly Item[];
}

/** Returns the list at a path; empty if there is none. */
export function listAt(page: unknown, items: string): readonly unknown[] {
  const list = propertyAt(page, items);
  return Array.isArray(list) ? list : [];
}

/** Returns the cursor of the next page; `undefined` on the last one. */
export function nextCursor(page: unknown, { next, more }: PageRule): unknown {
  const cursor = propertyAt(page, next);
  const hasMore = more === undefined || propertyAt(page, more) !== false;
  return hasMore && cursor !== null && cursor !== '' ? cursor : undefined;
}

async function* readPages<Page>(
  client: Client,
  call: Call,
  rule: PageRule,
  request: RequestParts,
  options: CallOptions | undefined,
): AsyncGenerator<Page> {
  let query: Values = request.query ?? {};
  for (;;) {
    const { body } = ok(await send<AnyApiResponse>(client, call, { ...request, query }, options));
    yield body as Page;
    const next = nextCursor(body, rule);
    if (next === undefined) return;
    if (next === query[rule.cursor]) {
      if (listAt(body, rule.items).length === 0) return;
      // Why: a service that returns the same cursor again would cause an endless loop.
      throw new ClientError(call.id, `${call.id} points back at the page that it has just sent`);
    }
    query = { ...query, [rule.cursor]: next };
  }
}
