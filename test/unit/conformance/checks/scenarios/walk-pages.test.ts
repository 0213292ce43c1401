/** How scenario checks read lists in pages. */
import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../../../conformance/agent-platform/scenarios/scenario-check.ts';
import {
  expectEachOnce,
  walkPages,
  type ReadPage,
} from '../../../../../conformance/agent-platform/scenarios/walk-pages.ts';

class CheckEndedError extends Error {}

/** The part of the context that ends a check. */
const context = {
  seed: 1,
  expect: (holds: boolean, message: string) => {
    if (!holds) throw new CheckEndedError(message);
  },
  note: () => undefined,
  warn: () => undefined,
  skip: (reason: string) => {
    throw new CheckEndedError(`skipped: ${reason}`);
  },
} as unknown as CheckContext;

const ids = ['a', 'b', 'c', 'd', 'e'];

/** A list whose cursor is the index of the next item. Shape: later pages start `shift` items too late. */
function listOf(items: readonly string[], shift = 0): ReadPage {
  return ({ limit, cursor = '0' }) => {
    const begin = Number(cursor);
    const end = begin + Number(limit);
    const data = items.slice(begin === 0 ? 0 : begin + shift, end).map((id) => ({ id }));
    const hasMore = end < items.length;
    return Promise.resolve({ data, pagination: { hasMore, nextCursor: hasMore ? String(end) : null } });
  };
}

describe('walking a list', () => {
  it.each([[[1]], [[2]], [[5]], [[9]], [[1, 3]]])(
    'in pages of %j returns everything in order',
    async (sizes) => {
      const items = await walkPages(context, listOf(ids), sizes);
      expect(items.map((item) => (item as { id: string }).id)).toEqual(ids);
    },
  );

  it('ends at a page without more items', async () => {
    const page = { data: [{ id: 'a' }], pagination: { nextCursor: 'b', hasMore: false } };
    expect(await walkPages(context, () => Promise.resolve(page), [1])).toEqual([{ id: 'a' }]);
  });

  it.each([
    ['a page without a list', { agents: {} }, 'skipped: A page of the list contains no array.'],
    ['a page without a cursor', { data: [] }, 'skipped: A page has no nextCursor'],
    [
      'a cursor that does not move',
      { data: [], nextCursor: 'here' },
      'The cursor of the next page equals that of the current one.',
    ],
  ])('ends at %s', async (_, page, message) => {
    await expect(walkPages(context, () => Promise.resolve(page), [1])).rejects.toThrow(message);
  });

  it('ends when the list is too long', async () => {
    const endless: ReadPage = ({ cursor = '0' }) =>
      Promise.resolve({ data: [1], nextCursor: String(Number(cursor) + 1) });
    await expect(walkPages(context, endless, [1])).rejects.toThrow('longer than 100 pages');
  });
});

describe('any sizes of pages', () => {
  it('return each item of a correct list once', async () => {
    await expect(expectEachOnce(context, listOf(ids), ids)).resolves.toBeUndefined();
  });

  it.each([
    ['skips', 1, 'The list omits b, c, d, e with pages of 1.'],
    ['repeats', -1, 'The list repeats a, b, c, d with pages of 1.'],
  ])('report a list that %s, with the smallest pages that show it', async (_, shift, message) => {
    await expect(expectEachOnce(context, listOf(ids, shift), ids)).rejects.toThrow(message);
  });

  it('propagate the error that ends a check', async () => {
    const rejecting: ReadPage = () => Promise.reject(new CheckEndedError('refused'));
    await expect(expectEachOnce(context, rejecting, ids)).rejects.toThrow('refused');
  });
});
