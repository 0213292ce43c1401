import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Draft } from '../../../mock/kernel/transaction/transaction.ts';
import { createLayout, indexOf, kindOf } from '../../../mock/kernel/store/schema.ts';
import { placeOf, sortKey } from '../../../mock/kernel/store/sort-key.ts';
import { seq } from '../../../mock/kernel/time/units.ts';
import { placeIn } from '../../../mock/kernel/store/view.ts';
import { blankState, byAuthor, byRank, drafts, mood, news, notes, ports, start } from './support.ts';
import type { Note } from './support.ts';

function draftWith(records: readonly Note[]): Draft {
  const draft = new Draft(blankState(), start, ports);
  for (const record of records) draft.put(notes, record);
  return draft;
}

const records = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 99 }).map((id) => `n${id}`),
    author: fc.constantFrom('ann', 'anna', 'bob', 'nobody'),
    rank: fc.nat(4),
  }),
  { selector: ({ id }) => id },
);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

describe('a listing', () => {
  test('of an index gives the records that have a key, by key and then id, from either end', () => {
    fc.assert(
      fc.property(records, fc.constantFrom('ann', 'bob'), fc.boolean(), (all, author, reverse) => {
        const wanted = all
          .filter((note) => note.author === author)
          .sort((a, b) => a.rank - b.rank || compare(a.id, b.id));
        const listed = draftWith(all).scan(byAuthor, { prefix: sortKey(author), reverse });
        expect(listed).toEqual(reverse ? wanted.toReversed() : wanted);
      }),
    );
  });

  test('read page by page gives the same as read at once', () => {
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        fc.constantFrom(notes, byRank),
        (all, limit, reverse, source) => {
          const draft = draftWith(all);
          const paged: Note[] = [];
          for (let after: string | undefined; ;) {
            const page = draft.scan(source, { after, limit, reverse });
            paged.push(...page);
            if (page.length < limit) break;
            after = placeIn(source, page.at(-1)!)!;
          }
          expect(paged).toEqual(draft.scan(source, { reverse }));
          expect(paged).toHaveLength(draft.count(source));
        },
      ),
    );
  });

  test('of nothing is empty', () => {
    const draft = draftWith([{ id: 'a', author: 'ann', rank: 1 }]);
    expect(draft.scan(notes, { limit: 0 })).toEqual([]);
    expect(draft.scan(drafts)).toEqual([]);
    expect(draft.scan(byAuthor, { prefix: 'zoe' })).toEqual([]);
  });
});

test('a record moves in its indexes when its key changes and leaves them when it is deleted', () => {
  const draft = draftWith([{ id: 'a', author: 'ann', rank: 1 }]);
  expect(draft.find(byAuthor, sortKey('ann', 1))?.id).toBe('a');
  draft.put(notes, { id: 'a', author: 'bob', rank: 1 });
  expect(draft.find(byAuthor, sortKey('ann', 1))).toBeUndefined();
  expect(draft.count(byAuthor, sortKey('bob'))).toBe(1);
  draft.put(notes, { id: 'a', author: 'nobody', rank: 1 });
  expect([draft.count(byAuthor), draft.count(byRank)]).toEqual([0, 1]);
  expect(draft.delete(notes, 'a')).toBe(true);
  expect(draft.delete(notes, 'a')).toBe(false);
  expect([draft.get(notes, 'a'), draft.count(byRank)]).toEqual([undefined, 0]);
});

test('the place of a record is its id in a kind, its key and id in an index, and nothing where the index leaves it out', () => {
  const note = { id: 'a', author: 'nobody', rank: 2 };
  expect(placeIn(notes, note)).toBe('a');
  expect(placeIn(byRank, note)).toBe(placeOf(sortKey(2), 'a'));
  expect(placeIn(byAuthor, note)).toBeNull();
});

test('entries are read behind a seq, forwards and backwards', () => {
  const draft = draftWith([]);
  for (let event = 0; event < 5; event += 1) draft.append(news, event * 10);
  const events = (range: Parameters<Draft['entries']>[1]): readonly number[] =>
    draft.entries(news, range).map(({ event }) => event);
  expect(events({})).toEqual([0, 10, 20, 30, 40]);
  expect(events({ after: seq(1), limit: 2 })).toEqual([20, 30]);
  expect(events({ reverse: true, limit: 2 })).toEqual([40, 30]);
  expect(events({ after: seq(4) })).toEqual([]);
});

test('a setting has its initial value until it is set and after it is unset', () => {
  const draft = draftWith([]);
  expect(draft.setting(mood)).toBe('calm');
  draft.set(mood, 'glad');
  expect(draft.setting(mood)).toBe('glad');
  draft.unset(mood);
  expect(draft.setting(mood)).toBe('calm');
});

test('a layout refuses two things of one name and an index without its kind', () => {
  const one = kindOf<Note>('one');
  const byId = indexOf(one, 'byId', ({ id }) => id);
  expect(() => createLayout([one, one], [])).toThrow('twice');
  expect(() => createLayout([one], [byId, byId])).toThrow('twice');
  expect(() => createLayout([], [byId])).toThrow('does not list');
});

test('a kind or index outside the layout is a bug', () => {
  const draft = draftWith([]);
  const ghost = kindOf<Note>('ghost');
  expect(() => draft.get(ghost, 'a')).toThrow('no kind ghost');
  expect(() => draft.put(ghost, { id: 'a', author: '', rank: 0 })).toThrow('no kind ghost');
  expect(() => draft.scan(indexOf(notes, 'ghost', () => null))).toThrow('no index note.ghost');
});
