import { describe, expect, it } from 'vitest';
import { planFolders, type PlannedFolder } from '../../../generator/output/plan.ts';
import { createMemorySink, type MemorySink } from '../../golden/support/memory-sink.ts';

const folder = (texts: Readonly<Record<string, string>>, isWhole = true): PlannedFolder => ({
  folder: 'out',
  files: Object.entries(texts).map(([name, text]) => ({ file: `out/${name}`, text })),
  isWhole,
});

async function written(texts: Readonly<Record<string, string>>): Promise<MemorySink> {
  const sink = createMemorySink();
  await sink.commit((await planFolders([folder(texts)], sink, 'backlot 1')).changes);
  sink.committed.length = 0;
  return sink;
}

const statesOf = async (planned: PlannedFolder, sink: MemorySink): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await planFolders([planned], sink, 'backlot 1')).entries.map(({ file, state }) => [file, state]),
  );

describe('a plan', () => {
  it('writes what is missing, and remembers it', async () => {
    const sink = await written({ 'a.ts': 'a' });
    expect([...sink.files.keys()].sort()).toEqual(['out/.receipt.json', 'out/a.ts']);
  });

  it('changes nothing when everything is the same', async () => {
    const sink = await written({ 'a.ts': 'a', 'b.ts': 'b' });
    const plan = await planFolders([folder({ 'a.ts': 'a', 'b.ts': 'b' })], sink, 'backlot 1');
    expect(plan.changes).toEqual([]);
    expect(plan.entries.map(({ state }) => state)).toEqual(['same', 'same']);
  });

  it('tells a file that is out of date from one that was edited', async () => {
    const sink = await written({ 'a.ts': 'a', 'b.ts': 'b' });
    sink.files.set('out/b.ts', 'b by hand');
    expect(await statesOf(folder({ 'a.ts': 'new', 'b.ts': 'b' }), sink)).toEqual({
      'out/.receipt.json': 'stale',
      'out/a.ts': 'stale',
      'out/b.ts': 'edited',
    });
  });

  it('removes what it wrote before and does not write any more', async () => {
    const sink = await written({ 'a.ts': 'a', 'old.ts': 'old' });
    const plan = await planFolders([folder({ 'a.ts': 'a' })], sink, 'backlot 1');
    await sink.commit(plan.changes);
    expect(sink.files.has('out/old.ts')).toBe(false);
    expect(plan.entries).toContainEqual({ file: 'out/old.ts', state: 'surplus', difference: null });
  });

  it('tells what another version wrote from what was edited since', async () => {
    const sink = await written({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });
    sink.files.set('out/b.ts', 'b by hand');
    const { entries } = await planFolders(
      [folder({ 'a.ts': 'new', 'b.ts': 'new', 'c.ts': 'c' })],
      sink,
      'backlot 2',
    );
    expect(Object.fromEntries(entries.map(({ file, state }) => [file, state]))).toEqual({
      'out/.receipt.json': 'other-version',
      'out/a.ts': 'other-version',
      'out/b.ts': 'edited',
      'out/c.ts': 'same',
    });
  });

  it('shows the first lines that are not as they should be', async () => {
    const sink = await written({ 'a.ts': 'one\ntwo\nthree\nfour\n' });
    const { entries } = await planFolders([folder({ 'a.ts': 'one\nzwei\ndrei\nfour\n' })], sink, 'backlot 1');
    expect(entries.find(({ file }) => file === 'out/a.ts')?.difference).toEqual({
      line: 2,
      found: ['two', 'three'],
      wanted: ['zwei', 'drei'],
      more: 0,
    });
  });

  it('leaves files alone that somebody else put into the folder', async () => {
    const sink = await written({ 'a.ts': 'a' });
    sink.files.set('out/mine.ts', 'mine');
    const plan = await planFolders([folder({ 'a.ts': 'a' })], sink, 'backlot 1');
    expect(plan.changes).toEqual([]);
  });

  it('of some files only keeps the others, and what is known of them', async () => {
    const sink = await written({ 'a.ts': 'a', 'b.ts': 'b' });
    await sink.commit((await planFolders([folder({ 'a.ts': 'new' }, false)], sink, 'backlot 1')).changes);
    sink.files.set('out/b.ts', 'b by hand');
    expect(await statesOf(folder({ 'a.ts': 'new', 'b.ts': 'b' }), sink)).toEqual({
      'out/a.ts': 'same',
      'out/b.ts': 'edited',
    });
  });

  it.each(['not json', '[1]', 'null', '{"out/a.ts": 1}'])(
    'starts over from a broken receipt: %s',
    async (receipt) => {
      const sink = await written({ 'a.ts': 'a' });
      sink.files.set('out/.receipt.json', receipt);
      expect(await statesOf(folder({ 'a.ts': 'new' }), sink)).toEqual({
        'out/.receipt.json': 'stale',
        'out/a.ts': 'stale',
      });
    },
  );
});
