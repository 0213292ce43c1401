/** Walks through lists that come in pages, in steps of any size, and looks whether each thing comes exactly once. */
import fc from 'fast-check';
import type { CheckContext } from './scenario-check.ts';
import { holdsText, isFields, propertyOf } from './read-value.ts';

/** What one page is asked for. */
export interface PageRequest {
  readonly limit: string;
  readonly cursor?: string;
}

/** Reads one page. Errors: ends the check where it gets none. */
export type ReadPage = (wish: PageRequest) => Promise<unknown>;

const MOST_PAGES = 100;

/** The list in the body of a page; `null` where there is none to be seen. */
export function itemsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body as readonly unknown[];
  if (!isFields(body)) return null;
  const lists = [body['data'], ...Object.values(body)].filter((property) => Array.isArray(property));
  return lists[0] ?? null;
}

/**
 * Reads every page and gives the items in order.
 *
 * Shape: `sizes` are the limits of the pages, over and over. Skips the check where the form of a
 * page is not known, or where the list is too long to be walked through.
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
    if (items === null) return context.skip('A page of the list has no list in it.');
    all.push(...items);
    const next = nextCursorOf(context, body);
    if (next === null) return all;
    context.expect(next !== cursor, 'The cursor of the next page is that of this one.', 'body');
    cursor = next;
  }
  return context.skip(`The list is longer than ${MOST_PAGES} pages.`);
}

/**
 * Fails the check unless every walk, whatever the sizes of its pages, comes by each of these ids once.
 *
 * Shape: an item is known by the id standing anywhere in it, since the members of items are not shown.
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
      failure.problem =
        problem === null ? failure.problem : `With pages of ${limits.join(', ')}, ${problem}.`;
      return problem === null;
    } catch (error) {
      // Why: what ends a scenario check must not be taken for a counterexample.
      failure.thrown = { error };
      return true;
    }
  });
  const { failed } = await fc.check(property, { seed: context.seed, numRuns: 8 });
  if (failure.thrown !== null) throw failure.thrown.error;
  context.expect(!failed, failure.problem, 'body');
}

function wrongAmong(items: readonly unknown[], ids: readonly string[]): string | null {
  const counts = ids.map((id) => items.filter((item) => holdsText(item, id)).length);
  if (counts.includes(0)) return 'something that is in the list is on no page';
  return counts.some((count) => count > 1) ? 'something comes more than once' : null;
}

/** The cursor of the next page; `null` behind the last one. */
function nextCursorOf(context: CheckContext, body: unknown): string | null {
  const places = [propertyOf(body, 'pagination'), body].filter(isFields);
  const pagination = places.find((place) => 'nextCursor' in place);
  if (pagination === undefined)
    return context.skip('A page does not say under nextCursor how the next one is asked for.');
  const { nextCursor, hasMore } = pagination;
  if (hasMore === false) return null;
  return typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : null;
}
