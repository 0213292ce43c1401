/**
 * How stories walk through lists in pages.
 */
import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../../../conformance/checks/scenarios/scenario-check.ts';
import {
  expectEachOnce,
  walkPages,
  type ReadPage,
} from '../../../../../conformance/checks/scenarios/walk-pages.ts';

class Ended extends Error {}

/** Only what a walk needs of the tools: how a story ends. */
const tools = {
  seed: 1,
  expect: (holds: boolean, problem: { readonly message: string }) => {
    if (!holds) throw new Ended(problem.message);
  },
  skip: (reason: string) => {
    throw new Ended(`skipped: ${reason}`);
  },
} as unknown as CheckContext;

const ids = ['a', 'b', 'c', 'd', 'e'];

/** A list whose cursor is the place of the next item. Shape: later pages begin so many items behind where they should. */
function listOf(items: readonly string[], shift = 0): ReadPage {
  return ({ limit, cursor = '0' }) => {
    const begin = Number(cursor);
    const end = begin + Number(limit);
    const data = items.slice(begin === 0 ? 0 : begin + shift, end).map((id) => ({ id }));
    const hasMore = end < items.length;
    return Promise.resolve({ data, pagination: { hasMore, nextCursor: hasMore ? String(end) : null } });
  };
}

describe('a walk', () => {
  it.each([[[1]], [[2]], [[5]], [[9]], [[1, 3]]])(
    'in pages of %j comes by everything in order',
    async (sizes) => {
      const items = await walkPages(tools, listOf(ids), sizes);
      expect(items.map((item) => (item as { id: string }).id)).toEqual(ids);
    },
  );

  it('ends at a list without a cursor that says there is no more', async () => {
    const page = { data: [{ id: 'a' }], pagination: { nextCursor: 'b', hasMore: false } };
    expect(await walkPages(tools, () => Promise.resolve(page), [1])).toEqual([{ id: 'a' }]);
  });

  it.each([
    ['a page without a list', { agents: {} }, 'skipped: A page of the list has no list in it.'],
    ['a page without a cursor', { data: [] }, 'skipped: A page does not say under nextCursor'],
    [
      'a cursor that leads nowhere',
      { data: [], nextCursor: 'here' },
      'The cursor of the next page is that of this one.',
    ],
  ])('ends at %s', async (_, page, message) => {
    await expect(walkPages(tools, () => Promise.resolve(page), [1])).rejects.toThrow(message);
  });

  it('ends when the list is too long', async () => {
    const endless: ReadPage = ({ cursor = '0' }) =>
      Promise.resolve({ data: [1], nextCursor: String(Number(cursor) + 1) });
    await expect(walkPages(tools, endless, [1])).rejects.toThrow('longer than 100 pages');
  });
});

describe('whatever the sizes of the pages', () => {
  it('each thing comes once in a list that is right', async () => {
    await expect(expectEachOnce(tools, listOf(ids), ids)).resolves.toBeUndefined();
  });

  it.each([
    ['skips', 1, 'With pages of 1, something that is in the list is on no page.'],
    ['repeats', -1, 'With pages of 1, something comes more than once.'],
  ])('a list that %s is found out, with the smallest pages that show it', async (_, shift, message) => {
    await expect(expectEachOnce(tools, listOf(ids, shift), ids)).rejects.toThrow(message);
  });

  it('a story that ends on the way ends as it was told to', async () => {
    const refused: ReadPage = () => Promise.reject(new Ended('refused'));
    await expect(expectEachOnce(tools, refused, ids)).rejects.toThrow('refused');
  });
});
