import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { defineStore } from '../../../mock/kernel/store/schema.ts';
import { defineIndex, defineCollection, placeOf, sortKey } from '../../../mock/kernel/store/collection.ts';
import { seq } from '../../../mock/kernel/time/time.ts';
import { placeIn } from '../../../mock/kernel/store/view.ts';
import { blankState, byAuthor, byRank, drafts, mood, news, notes, ports, start } from './support.ts';
import type { Note } from './support.ts';

function draftWith(records: readonly Note[]): Transaction {
  const tx = new Transaction(blankState(), start, ports);
  for (const record of records) tx.put(notes, record);
  return tx;
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
  test('of an index returns the records with a key, by key and then id, in either direction', () => {
    fc.assert(
      fc.property(records, fc.constantFrom('ann', 'bob'), fc.boolean(), (all, author, reverse) => {
        const expected = all
          .filter((note) => note.author === author)
          .sort((a, b) => a.rank - b.rank || compare(a.id, b.id));
        const listed = draftWith(all).scan(byAuthor, { prefix: sortKey(author), reverse });
        expect(listed).toEqual(reverse ? expected.toReversed() : expected);
      }),
    );
  });

  test('returns the same records page by page as all at once', () => {
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        fc.constantFrom(notes, byRank),
        (all, limit, reverse, source) => {
          const tx = draftWith(all);
          const paged: Note[] = [];
          for (let after: string | undefined; ;) {
            const page = tx.scan(source, { after, limit, reverse });
            paged.push(...page);
            if (page.length < limit) break;
            after = placeIn(source, page.at(-1)!)!;
          }
          expect(paged).toEqual(tx.scan(source, { reverse }));
          expect(paged).toHaveLength(tx.count(source));
        },
      ),
    );
  });

  test('of nothing is empty', () => {
    const tx = draftWith([{ id: 'a', author: 'ann', rank: 1 }]);
    expect(tx.scan(notes, { limit: 0 })).toEqual([]);
    expect(tx.scan(drafts)).toEqual([]);
    expect(tx.scan(byAuthor, { prefix: 'zoe' })).toEqual([]);
  });
});

test('a record moves in its indexes when its key changes and leaves them when it is deleted', () => {
  const tx = draftWith([{ id: 'a', author: 'ann', rank: 1 }]);
  expect(tx.find(byAuthor, sortKey('ann', 1))?.id).toBe('a');
  tx.put(notes, { id: 'a', author: 'bob', rank: 1 });
  expect(tx.find(byAuthor, sortKey('ann', 1))).toBeUndefined();
  expect(tx.count(byAuthor, sortKey('bob'))).toBe(1);
  tx.put(notes, { id: 'a', author: 'nobody', rank: 1 });
  expect([tx.count(byAuthor), tx.count(byRank)]).toEqual([0, 1]);
  expect(tx.delete(notes, 'a')).toBe(true);
  expect(tx.delete(notes, 'a')).toBe(false);
  expect([tx.get(notes, 'a'), tx.count(byRank)]).toEqual([undefined, 0]);
});

test('the location of a record is its id in a kind, its key and id in an index, and null if the index omits it', () => {
  const note = { id: 'a', author: 'nobody', rank: 2 };
  expect(placeIn(notes, note)).toBe('a');
  expect(placeIn(byRank, note)).toBe(placeOf(sortKey(2), 'a'));
  expect(placeIn(byAuthor, note)).toBeNull();
});

test('entries are read after a seq, forwards and backwards', () => {
  const tx = draftWith([]);
  for (let event = 0; event < 5; event += 1) tx.append(news, event * 10);
  const events = (range: Parameters<Transaction['entries']>[1]): readonly number[] =>
    tx.entries(news, range).map(({ event }) => event);
  expect(events({})).toEqual([0, 10, 20, 30, 40]);
  expect(events({ after: seq(1), limit: 2 })).toEqual([20, 30]);
  expect(events({ reverse: true, limit: 2 })).toEqual([40, 30]);
  expect(events({ after: seq(4) })).toEqual([]);
});

test('a setting has its initial value before it is set and after it is unset', () => {
  const tx = draftWith([]);
  expect(tx.setting(mood)).toBe('calm');
  tx.set(mood, 'glad');
  expect(tx.setting(mood)).toBe('glad');
  tx.unset(mood);
  expect(tx.setting(mood)).toBe('calm');
});

test('a schema rejects duplicate names and an index without its kind', () => {
  const one = defineCollection<Note>('one');
  const byId = defineIndex(one, 'byId', ({ id }) => id);
  expect(() => defineStore([one, one], [])).toThrow('twice');
  expect(() => defineStore([one], [byId, byId])).toThrow('twice');
  expect(() => defineStore([], [byId])).toThrow('does not list');
});

test('a kind or index outside the schema is a bug', () => {
  const tx = draftWith([]);
  const ghost = defineCollection<Note>('ghost');
  expect(() => tx.get(ghost, 'a')).toThrow('no kind ghost');
  expect(() => tx.put(ghost, { id: 'a', author: '', rank: 0 })).toThrow('no kind ghost');
  expect(() => tx.scan(defineIndex(notes, 'ghost', () => null))).toThrow('no index note.ghost');
});
