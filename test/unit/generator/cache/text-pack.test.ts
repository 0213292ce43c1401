import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTextPack, type TextPack } from '../../../../generator/cache/text-pack.ts';
import type { CachedStep } from '../../../../generator/emit/emitter.ts';
import { temporaryFolder } from '../../../support/folder.ts';

/** Requests texts and returns those that were not in the cache. */
function ask(pack: TextPack, texts: Readonly<Record<string, string>>, step: CachedStep = 'types'): string[] {
  const made: string[] = [];
  for (const [madeOf, text] of Object.entries(texts)) {
    const response = pack.recall(step, madeOf, () => {
      made.push(madeOf);
      return text;
    });
    expect(response).toBe(text);
  }
  return made;
}

async function packFile(): Promise<string> {
  return path.join(await temporaryFolder(), 'deep/inside/a.texts');
}

const texts = { a: 'first', b: 'zweiter Täxt ☕ \n with lines\n', c: '' };

async function keptFile(): Promise<string> {
  const file = await packFile();
  const pack = openTextPack(file, 'one');
  expect(ask(pack, texts)).toEqual(['a', 'b', 'c']);
  pack.keep();
  return file;
}

describe('cached texts', () => {
  it('are reused, with any characters', async () => {
    const file = await keptFile();
    expect(ask(openTextPack(file, 'one'), texts)).toEqual([]);
  });

  it('are reused only by the same step', async () => {
    const file = await keptFile();
    expect(ask(openTextPack(file, 'one'), texts, 'validators')).toEqual(['a', 'b', 'c']);
  });

  it('are not reused by another generator', async () => {
    const file = await keptFile();
    expect(ask(openTextPack(file, 'two'), texts)).toEqual(['a', 'b', 'c']);
  });

  it('are removed when a run no longer uses them', async () => {
    const file = await keptFile();
    const pack = openTextPack(file, 'one');
    ask(pack, { a: 'first' });
    pack.keep();
    expect(ask(openTextPack(file, 'one'), texts)).toEqual(['b', 'c']);
  });

  it('are kept if a run skips their step', async () => {
    const file = await keptFile();
    const pack = openTextPack(file, 'one');
    ask(pack, { d: 'code' }, 'validators');
    pack.keep();
    expect(ask(openTextPack(file, 'one'), texts)).toEqual([]);
  });

  it('are shared by all runs in a process', async () => {
    const pack = openTextPack(await packFile(), 'one');
    ask(pack, texts);
    pack.keep();
    expect(ask(pack, { ...texts, d: 'new' })).toEqual(['d']);
  });

  it('are not written again if nothing was added or removed', async () => {
    const file = await keptFile();
    const { mtimeMs, ino } = statSync(file);
    const pack = openTextPack(file, 'one');
    ask(pack, texts);
    pack.keep();
    expect(statSync(file)).toMatchObject({ mtimeMs, ino });
  });
});

describe('a corrupt cache file', () => {
  const damages: readonly (readonly [string, (whole: Buffer) => Uint8Array])[] = [
    ['is empty', () => new Uint8Array()],
    ['is truncated at the end', (whole) => whole.subarray(0, -3)],
    ['is truncated at the start', (whole) => whole.subarray(3)],
    ['has only its first line', (whole) => whole.subarray(0, whole.indexOf(10) + 1)],
    ['has a different text', (whole) => Buffer.from(whole.toString().replace('first', 'evil!'))],
    ['has different lengths', (whole) => Buffer.from(whole.toString().replace('"types",5', '"types",6'))],
    ['is not JSON', () => Buffer.from('{\n{')],
    ['is unrelated JSON', () => Buffer.from('{"generator":"one"}\nx')],
  ];

  it.each(damages)('is ignored if it %s', async (_, damage) => {
    const file = await keptFile();
    const whole = readFileSync(file);
    const broken = damage(whole);
    expect(Buffer.compare(whole, broken)).not.toBe(0);
    writeFileSync(file, broken);
    expect(ask(openTextPack(file, 'one'), texts)).toEqual(['a', 'b', 'c']);
  });

  it('is skipped without an error if it cannot be written', async () => {
    const file = await packFile();
    mkdirSync(file, { recursive: true });
    const pack = openTextPack(file, 'one');
    expect(ask(pack, texts)).toEqual(['a', 'b', 'c']);
    pack.keep();
    expect(ask(pack, texts)).toEqual([]);
  });
});
