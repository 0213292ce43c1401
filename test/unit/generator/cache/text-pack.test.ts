import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTextPack, type TextPack } from '../../../../generator/cache/text-pack.ts';
import type { CachedStep } from '../../../../generator/emit/emitter.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Asks for texts and answers those that had to be made. */
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

describe('texts of an earlier run', () => {
  it('are not made again, whatever letters they have', async () => {
    const file = await keptFile();
    expect(ask(openTextPack(file, 'one'), texts)).toEqual([]);
  });

  it('are those of the same step only', async () => {
    const file = await keptFile();
    expect(ask(openTextPack(file, 'one'), texts, 'validators')).toEqual(['a', 'b', 'c']);
  });

  it('are not those of another generator', async () => {
    const file = await keptFile();
    expect(ask(openTextPack(file, 'two'), texts)).toEqual(['a', 'b', 'c']);
  });

  it('are forgotten when a run no longer uses them', async () => {
    const file = await keptFile();
    const pack = openTextPack(file, 'one');
    ask(pack, { a: 'first' });
    pack.keep();
    expect(ask(openTextPack(file, 'one'), texts)).toEqual(['b', 'c']);
  });

  it('of a step that a run does not need are kept', async () => {
    const file = await keptFile();
    const pack = openTextPack(file, 'one');
    ask(pack, { d: 'code' }, 'validators');
    pack.keep();
    expect(ask(openTextPack(file, 'one'), texts)).toEqual([]);
  });

  it('serve all runs of one process', async () => {
    const pack = openTextPack(await packFile(), 'one');
    ask(pack, texts);
    pack.keep();
    expect(ask(pack, { ...texts, d: 'new' })).toEqual(['d']);
  });

  it('are not written again when nothing came or went', async () => {
    const file = await keptFile();
    const { mtimeMs, ino } = statSync(file);
    const pack = openTextPack(file, 'one');
    ask(pack, texts);
    pack.keep();
    expect(statSync(file)).toMatchObject({ mtimeMs, ino });
  });
});

describe('a file that is not as it was written', () => {
  const damages: readonly (readonly [string, (whole: Buffer) => Uint8Array])[] = [
    ['is empty', () => new Uint8Array()],
    ['has lost its end', (whole) => whole.subarray(0, -3)],
    ['has lost its start', (whole) => whole.subarray(3)],
    ['has only its first line', (whole) => whole.subarray(0, whole.indexOf(10) + 1)],
    ['has another text', (whole) => Buffer.from(whole.toString().replace('first', 'evil!'))],
    ['has other lengths', (whole) => Buffer.from(whole.toString().replace('"types",5', '"types",6'))],
    ['is no JSON', () => Buffer.from('{\n{')],
    ['is JSON of something else', () => Buffer.from('{"generator":"one"}\nx')],
  ];

  it.each(damages)('because it %s is taken for none', async (_, damage) => {
    const file = await keptFile();
    const whole = readFileSync(file);
    const broken = damage(whole);
    expect(Buffer.compare(whole, broken)).not.toBe(0);
    writeFileSync(file, broken);
    expect(ask(openTextPack(file, 'one'), texts)).toEqual(['a', 'b', 'c']);
  });

  it('because it can not be written keeps nothing and disturbs nobody', async () => {
    const file = await packFile();
    mkdirSync(file, { recursive: true });
    const pack = openTextPack(file, 'one');
    expect(ask(pack, texts)).toEqual(['a', 'b', 'c']);
    pack.keep();
    expect(ask(pack, texts)).toEqual([]);
  });
});
