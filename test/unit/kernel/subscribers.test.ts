import { describe, expect, test } from 'vitest';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { minutes } from '../../../mock/kernel/time/time.ts';
import type { WorldChange } from '../../../mock/kernel/log/subscribers.ts';
import { notes, openTestWorlds, appendNews } from './support.ts';

/** Describes a change in one word. */
function wordFor(change: WorldChange): string {
  if (change.kind !== 'changes') return change.kind === 'closed' ? 'closed' : change.cause;
  const { puts, deletes, entries, clock } = change.changes;
  if (clock !== null) return 'clock';
  return puts.length > 0 ? 'put' : deletes.length > 0 ? 'delete' : `${entries.length} notified`;
}

describe('a watcher of a world', () => {
  test('is notified of every commit in order, and of the end', async () => {
    const { worlds } = await openTestWorlds();
    const created = await worlds.create({ id: 'a' });
    if (!created.ok) throw new Error(created.error.code);
    const world = created.value;
    const words: string[] = [];
    world.watch((change) => words.push(wordFor(change)));
    await world.dispatch((tx) => ok(tx.put(notes, { id: 'n', author: 'ann', rank: 1 })));
    await world.dispatch(() => ok('nothing was written'));
    await world.dispatch((tx) => ok(tx.delete(notes, 'n')));
    await appendNews(world, 1);
    await world.advance(minutes(1));
    await world.restore(world.snapshot());
    await world.load(JSON.parse(JSON.stringify(world.dump())));
    await world.reset();
    await worlds.delete('a');
    expect(words).toEqual(['put', 'delete', '1 notified', 'clock', 'restored', 'loaded', 'reset', 'closed']);
  });

  test('sees the state before and after a commit', async () => {
    const { world } = await openTestWorlds();
    const seen: unknown[] = [];
    await world.dispatch((tx) => ok(tx.put(notes, { id: 'n', author: 'ann', rank: 1 })));
    world.watch((change) => {
      if (change.kind === 'changes')
        seen.push([change.before.get(notes, 'n')?.rank, change.after.get(notes, 'n')?.rank]);
    });
    await world.dispatch((tx) => ok(tx.put(notes, { id: 'n', author: 'ann', rank: 2 })));
    expect(seen).toEqual([[1, 2]]);
  });

  test('is not notified after it unsubscribes, and does not affect others if it throws', async () => {
    const { world, reports } = await openTestWorlds();
    const words: string[] = [];
    world.watch(() => {
      throw new Error('curious');
    });
    const leave = world.watch((change) => words.push(wordFor(change)));
    await appendNews(world, 1);
    leave();
    await appendNews(world, 2);
    expect(words).toEqual(['1 notified']);
    expect(reports).toHaveLength(2);
  });
});
