import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskSink } from '../../../generator/output/disk-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('the disk sink', () => {
  it('commits new, changed and removed files together', async () => {
    const folder = await temporaryFolder({ 'out/a.ts': 'a', 'out/old.ts': 'old' });
    const sink = createDiskSink(folder);
    await sink.commit([
      { file: 'out/a.ts', text: 'new a' },
      { file: 'out/deep/b.ts', text: 'b' },
      { file: 'out/old.ts', text: null },
    ]);
    expect(await sink.list('out')).toEqual(['out/a.ts', 'out/deep/b.ts']);
    expect(await sink.read('out/a.ts')).toBe('new a');
    expect(await readdir(folder)).toEqual(['out']);
  });

  it('leaves all files unchanged if one cannot be written', async () => {
    const folder = await temporaryFolder({ 'out/a.ts': 'a', 'out/file': 'no folder', 'out/z.ts': 'z' });
    const sink = createDiskSink(folder);
    const changes = [
      { file: 'out/a.ts', text: 'new a' },
      { file: 'out/z.ts', text: null },
      { file: 'out/new.ts', text: 'new' },
      { file: 'out/file/b.ts', text: 'b' },
    ];
    await expect(sink.commit(changes)).rejects.toThrow();
    expect(await sink.list('.')).toEqual(['out/a.ts', 'out/file', 'out/z.ts']);
    expect(await readFile(path.join(folder, 'out/a.ts'), 'utf8')).toBe('a');
  });

  it('does not touch the disk without changes', async () => {
    const folder = await temporaryFolder({ 'out/a.ts': 'a' });
    const before = await stat(folder);
    await createDiskSink(folder).commit([]);
    expect((await stat(folder)).mtimeMs).toBe(before.mtimeMs);
  });

  it('returns null or an empty list for a missing path', async () => {
    const sink = createDiskSink(await temporaryFolder());
    expect(await sink.read('none')).toBeNull();
    expect(await sink.list('none')).toEqual([]);
  });
});
