/** Reads paginated lists with any page sizes, and checks that each item occurs exactly once. */
import fc from 'fast-check';
import type { CheckContext } from './scenario-check.ts';
import { holdsText, isFields, propertyOf } from './read-value.ts';

/** The parameters of a page. */
export interface PageRequest {
  readonly limit: string;
  readonly cursor?: string;
}

/** Reads one page. Skips or fails the check if there is none. */
export type ReadPage = (page: PageRequest) => Promise<unknown>;

const MOST_PAGES = 100;

/** Returns the list in the body of a page; `null` if there is none. */
export function itemsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body as readonly unknown[];
  if (!isFields(body)) return null;
  const lists = [body['data'], ...Object.values(body)].filter((property) => Array.isArray(property));
  return lists[0] ?? null;
}

/**
 * Reads every page and returns the items in order.
 *
 * Shape: `sizes` are the limits of the pages, in a cycle. Skips the check if the form of a page is not known or the
 * list is too long.
 */
export async function walkPages(
  context: CheckContext,
  readPage: ReadPage,
  sizes: readonly number[],
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const limit = String(sizes[page % sizes.length] ?? 1);
    const body: unknown = await readPage(cursor === null ? { limit } : { limit, cursor });
    const items = itemsOf(body);
    if (items === null) return context.skip('A page of the list contains no array.');
    all.push(...items);
    context.warn(
      cursor === null || items.length > 0,
      'A page has the cursor of a further page, and that page is empty.',
      'body',
    );
    const next = expectCursor(context, body);
    if (next === null) return all;
    context.expect(next !== cursor, 'The cursor of the next page equals that of the current one.', 'body');
    cursor = next;
  }
  return context.skip(`The list is longer than ${MOST_PAGES} pages.`);
}

/**
 * Fails the check unless each of these ids occurs once, with any page sizes.
 *
 * Shape: an item has an id if any of its texts is the id, since the source does not show the properties of items.
 */
export async function expectEachOnce(
  context: CheckContext,
  readPage: ReadPage,
  ids: readonly string[],
): Promise<void> {
  const sizes = fc.array(fc.integer({ min: 1, max: ids.length + 1 }), { minLength: 1, maxLength: 4 });
  const failure: { problem: string; thrown: { readonly error: unknown } | null } = {
    problem: '',
    thrown: null,
  };
  const property = fc.asyncProperty(sizes, async (limits) => {
    if (failure.thrown !== null) return true;
    try {
      const problem = wrongAmong(await walkPages(context, readPage, limits), ids);
      if (problem !== null) failure.problem = `${problem} with pages of ${limits.join(', ')}.`;
      return problem === null;
    } catch (error) {
      // Why: an error that ends the scenario check is not a counterexample.
      failure.thrown = { error };
      return true;
    }
  });
  const { failed } = await fc.check(property, { seed: context.seed, numRuns: 8, examples: [[[1]]] });
  if (failure.thrown !== null) throw failure.thrown.error;
  context.expect(!failed, failure.problem, 'body');
}

function wrongAmong(items: readonly unknown[], ids: readonly string[]): string | null {
  const counts = ids.map((id) => items.filter((item) => holdsText(item, id)).length);
  const idsWhere = (isWrong: (count: number) => boolean): string =>
    ids.filter((_, index) => isWrong(counts[index] ?? 0)).join(', ');
  if (counts.includes(0)) return `The list omits ${idsWhere((count) => count === 0)}`;
  return counts.some((count) => count > 1) ? `The list repeats ${idsWhere((count) => count > 1)}` : null;
}

/** Returns the cursor of the next page; `null` after the last one. Skips the check if a page has no such property. */
function expectCursor(context: CheckContext, body: unknown): string | null {
  const places = [propertyOf(body, 'pagination'), body].filter(isFields);
  if (!places.some((place) => 'nextCursor' in place)) return context.skip('A page has no nextCursor.');
  return nextCursorIn(body);
}

/** Returns the cursor of the next page; `null` if there is none or the form of the page is not known. */
export function nextCursorIn(body: unknown): string | null {
  const pagination = propertyOf(body, 'pagination');
  const next = propertyOf(pagination, 'nextCursor') ?? propertyOf(body, 'nextCursor');
  const hasMore = propertyOf(pagination, 'hasMore') ?? propertyOf(body, 'hasMore');
  return typeof next === 'string' && next !== '' && hasMore !== false ? next : null;
}
