/**
 * Walks through the pages of a list.
 */
import { ok, type AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts, Values } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { ClientError } from './errors.ts';
import { propertyAt } from './property-path.ts';
import { send } from './send.ts';

/** Where an operation keeps the parts of a page; all but `cursor` are paths into the body. */
export interface PageRule {
  /** Query parameter that asks for the next page. */
  readonly cursor: string;
  /** What to send as the cursor; `null`, empty or absent on the last page. */
  readonly next: string;
  readonly items: string;
  /** Whether there is another page; absent where only `next` tells. */
  readonly more?: string;
}

/** The items of all pages, for one `for await`; or the pages themselves. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** Walks through whole pages instead of items. */
  pages(): AsyncIterable<Page>;
}

/**
 * Prepares to walk through a list, from the page that the request asks for.
 *
 * Errors: the loop is rejected with ApiError when the service refuses, and like any call.
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

/** Hands out the items of pages one by one. */
export async function* itemsOf<Item>(pages: AsyncIterable<unknown>, items: string): AsyncGenerator<Item> {
  for await (const page of pages) yield* listAt(page, items) as readonly Item[];
}

/** Returns the list at a path; empty where there is none. */
export function listAt(page: unknown, items: string): readonly unknown[] {
  const list = propertyAt(page, items);
  return Array.isArray(list) ? list : [];
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
    const next = propertyAt(body, rule.next);
    const hasMore = rule.more === undefined || propertyAt(body, rule.more) !== false;
    if (!hasMore || next === null || next === undefined || next === '') return;
    if (next === query[rule.cursor]) {
      if (listAt(body, rule.items).length === 0) return;
      // Why: a service that points back at the same page would be asked for ever.
      throw new ClientError(call.id, `${call.id} points back at the page that it has just sent`);
    }
    query = { ...query, [rule.cursor]: next };
  }
}
