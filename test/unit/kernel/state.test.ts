import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { dumpState, loadState } from '../../../mock/kernel/world/dump.ts';
import { walk } from '../../../mock/kernel/store/persistent-map.ts';
import { applyChanges } from '../../../mock/kernel/store/state-builder.ts';
import type { WorldState } from '../../../mock/kernel/store/state.ts';
import { after, milliseconds } from '../../../mock/kernel/time/time.ts';
import { blankState, schema, perform, ports, start, writes, type Write } from './support.ts';

/** Serializes a state, including the parts that a dump omits. */
function everything(state: WorldState): unknown {
  const rows = (map: Parameters<typeof walk>[0]): unknown[] => [...walk(map)];
  return {
    dump: dumpState(state),
    version: state.version,
    indexes: [...state.indexes].map(([table, places]) => [table, rows(places)]),
    due: rows(state.due),
    waits: rows(state.waits),
  };
}

function draftOf(state: WorldState, transaction: readonly Write[]): Transaction {
  const tx = new Transaction(state, after(start, milliseconds(state.version)), ports);
  for (const step of transaction) perform(tx, step);
  return tx;
}

describe('a transaction', () => {
  test('leads to the same state as its changes, even after a JSON round trip', () => {
    fc.assert(
      fc.property(fc.array(writes, { minLength: 1, maxLength: 8 }), (history) => {
        let drafted = blankState();
        let replayed = blankState();
        for (const transaction of history) {
          const tx = draftOf(drafted, transaction);
          const changes = tx.changes();
          drafted = tx.finish();
          const written = JSON.parse(JSON.stringify(changes)) as typeof changes;
          expect(applyChanges(replayed, changes)).toMatchObject({ version: drafted.version });
          replayed = applyChanges(replayed, written);
          expect(everything(replayed)).toEqual(everything(drafted));
        }
      }),
    );
  });

  test('leaves its initial state unchanged', () => {
    fc.assert(
      fc.property(writes, writes, writes, (shared, left, right) => {
        const base = draftOf(blankState(), shared).finish();
        const before = everything(base);
        const one = draftOf(base, left).finish();
        const seen = everything(one);
        const other = draftOf(base, right).finish();
        expect(everything(base)).toEqual(before);
        expect(everything(one)).toEqual(seen);
        expect(everything(draftOf(base, right).finish())).toEqual(everything(other));
      }),
    );
  });

  test('is untouched if and only if its changes are empty', () => {
    fc.assert(
      fc.property(writes, writes, (shared, transaction) => {
        const tx = draftOf(draftOf(blankState(), shared).finish(), transaction);
        const { at, ...changes } = tx.changes();
        const isEmpty = Object.values(changes).every(
          (part) => part === null || (Array.isArray(part) && part.length === 0),
        );
        expect(tx.isUntouched()).toBe(isEmpty);
        expect(at).toBe(tx.at);
      }),
    );
  });
});

describe('a dump', () => {
  test('loads to the state it was created from', () => {
    fc.assert(
      fc.property(fc.array(writes, { maxLength: 5 }), (history) => {
        const state = history.reduce(
          (before, transaction) => draftOf(before, transaction).finish(),
          blankState(),
        );
        const loaded = loadState(schema, JSON.parse(JSON.stringify(dumpState(state))));
        expect(loaded.ok && everything({ ...loaded.value, version: state.version })).toEqual(
          everything(state),
        );
      }),
    );
  });

  const good = dumpState(draftOf(blankState(), [{ do: 'append', topic: 'a', event: 1 }]).finish());
  test.each([
    ['', null],
    ['format', { ...good, format: 'other' }],
    ['origin.seed', { ...good, origin: { ...good.origin, seed: 'x' } }],
    ['clock.mode', { ...good, clock: { mode: 'fast' } }],
    ['counters.x', { ...good, counters: { x: null } }],
    ['timers', { ...good, timers: {} }],
    ['timers.0.target', { ...good, timers: [{ key: 'k' }] }],
    ['topics.a.status', { ...good, topics: { a: { ...good.topics['a'], status: 'shut' } } }],
    ['topics.a.entries.length', { ...good, topics: { a: { ...good.topics['a'], nextSeq: 2 } } }],
    ['topics.a.entries.0.seq', { ...good, topics: { a: { ...good.topics['a'], firstSeq: 5, nextSeq: 6 } } }],
    ['records.ghost', { ...good, records: { ghost: [] } }],
    ['records.note.0.id', { ...good, records: { note: [{}] } }],
    ['records.note.0', { ...good, records: { note: [{ id: 'note_1', author: 'ann', rank: 0.5 }] } }],
  ])('that is invalid at "%s" is rejected with that path', (path, dump) => {
    expect(loadState(schema, dump)).toMatchObject({ ok: false, error: { code: 'DUMP_MALFORMED', path } });
  });
});
