import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCommitCodec } from '../../../mock/kernel/world/commit-codec.ts';
import { dumpState } from '../../../mock/kernel/world/dump.ts';
import { beginState } from '../../../mock/kernel/world/fixture.ts';
import type { Commit, CommitCodec } from '../../../mock/kernel/ports.ts';
import type { Origin, WorldState } from '../../../mock/kernel/store/state.ts';
import { applyChanges } from '../../../mock/kernel/store/state-builder.ts';
import { completeChanges } from '../../../mock/kernel/transaction/kept-properties.ts';
import { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { blankState, notes, perform, ports, schema, start, writes, type Write } from './support.ts';

const origin: Origin = {
  seed: 1,
  fixture: 'filled',
  createdAt: start,
  clock: { mode: 'frozen', now: start },
  settings: { pace: 'instant' },
};

function beginFilled(from: Origin): WorldState | undefined {
  if (from.fixture !== 'filled') return undefined;
  const fill = (tx: Transaction): void => {
    for (let count = 0; count < 200; count += 1)
      tx.put(notes, { id: String(count), author: 'ann', rank: count });
    for (const topic of ['a', 'b'])
      for (let event = 0; event < 4; event += 1) tx.append(topic as never, event);
    tx.startTimer({ key: 'k1', after: 5 as never, target: { kind: 'note', id: '1' }, trigger: 'go' });
  };
  return beginState(schema, from, fill, ports);
}

const codec = createCommitCodec({ schema, begin: beginFilled, fixtureRevision: 3 });

function after(state: WorldState, steps: readonly Write[]): { next: WorldState; commit: Commit } {
  const tx = new Transaction(state, start, ports);
  for (const step of steps) perform(tx, step);
  const changes = tx.changes();
  return { next: tx.finish(), commit: { kind: 'changes', changes } };
}

function again(commit: Commit, by: CommitCodec = codec): Commit {
  return by.decode(JSON.parse(JSON.stringify([...by.encode(commit)])) as string[]);
}

function stateOf(commit: Commit): WorldState {
  if (commit.kind !== 'state') throw new Error('not a state');
  return commit.state;
}

describe('a commit in a log outside of the process', () => {
  test('of changes has the same effect', () => {
    fc.assert(
      fc.property(writes, (steps) => {
        const before = beginFilled(origin)!;
        const { next, commit } = after(before, steps);
        const read = again(commit);
        if (read.kind !== 'changes') throw new Error('not changes');
        expect(dumpState(applyChanges(before, read.changes))).toEqual(dumpState(next));
      }),
    );
  });

  test('of changes leaves out long properties that stay the same', () => {
    const author = 'x'.repeat(1_000);
    const before = after(beginFilled(origin)!, [{ do: 'put', note: { id: 'long', author, rank: 1 } }]).next;
    const { next, commit } = after(before, [{ do: 'put', note: { id: 'long', author, rank: 2 } }]);
    const [line = ''] = codec.encode(commit, before);
    expect(line.length).toBeLessThan(200);
    const read = codec.decode([line]);
    if (read.kind !== 'changes') throw new Error('not changes');
    const complete = completeChanges(read.changes, before);
    expect(complete).toEqual(commit.kind === 'changes' && commit.changes);
    expect(dumpState(applyChanges(before, complete))).toEqual(dumpState(next));
    expect(() => completeChanges(read.changes, blankState())).toThrow('lacks the note long');
  });

  test.each([
    ['a world of a fixture', () => beginFilled(origin)!],
    ['a loaded world', blankState],
  ])('with the state of %s is the same state', (_, begin) => {
    fc.assert(
      fc.property(writes, writes, (first, second) => {
        const state = after(after(begin(), first).next, second).next;
        const read = stateOf(again({ kind: 'state', state }));
        expect(dumpState(read)).toEqual(dumpState(state));
        expect([read.version, read.origin]).toEqual([state.version, state.origin]);
        // The state that was read can be stored again.
        expect(dumpState(stateOf(again({ kind: 'state', state: read })))).toEqual(dumpState(state));
      }),
    );
  });

  test('stores only what differs from the fixture', () => {
    const state = beginFilled(origin)!;
    expect([...codec.encode({ kind: 'state', state })]).toHaveLength(1);
    const { next } = after(state, [{ do: 'put', note: { id: 'new', author: 'bob', rank: 1 } }]);
    const lines = [...codec.encode({ kind: 'state', state: next })];
    expect(lines.filter((line) => line.includes('"puts"'))).toHaveLength(1);
    expect(lines.join('\n').length).toBeLessThan(1_000);
  });

  test('is split into lines of limited length', () => {
    const tx = new Transaction(beginFilled(origin)!, start, ports);
    for (let count = 0; count < 5_000; count += 1)
      tx.put(notes, { id: `n${count}`, author: 'x'.repeat(40), rank: 0 });
    const state = tx.finish();
    const lines = [...codec.encode({ kind: 'state', state })];
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(50_000);
    expect(lines.length).toBeGreaterThan(5);
    expect(dumpState(stateOf(codec.decode(lines)))).toEqual(dumpState(state));
  });

  test('keeps the reason of a replacement', () => {
    const state = beginFilled(origin)!;
    expect(again({ kind: 'state', state, cause: 'loaded' })).toMatchObject({ cause: 'loaded' });
  });

  test.each([
    ['is not JSON', ['{"a'], 'a commit is not JSON'],
    ['is empty', [], 'a commit is empty'],
    ['is not an object', ['7'], 'a commit is not an object'],
  ])('is rejected when it %s', (_, lines, message) => {
    expect(() => codec.decode(lines)).toThrow(message);
  });

  test('is rejected when its world is based on another revision of the sample data', () => {
    const newer = createCommitCodec({ schema, begin: beginFilled, fixtureRevision: 4 });
    const lines = [...codec.encode({ kind: 'state', state: beginFilled(origin)! })];
    expect(() => newer.decode(lines)).toThrow('based on revision 3 of the sample data');
  });

  test('is rejected when its world has the records of another API, and accepted when it specifies none', () => {
    const named = createCommitCodec({ schema, begin: beginFilled, fixtureRevision: 3, contents: 'openapi' });
    const commit = { kind: 'state', state: beginFilled(origin)! } as const;
    expect(() => codec.decode([...named.encode(commit)])).toThrow('the records of another API (openapi)');
    expect(named.decode([...named.encode(commit)])).toMatchObject({ kind: 'state' });
    expect(named.decode([...codec.encode(commit)])).toMatchObject({ kind: 'state' });
  });
});
