import { describe, expect, test } from 'vitest';
import { damageFrames } from '../../../mock/http/faults.ts';

const frame = (type: string) => `event: ${type}\ndata: {"type":"${type}"}\n\n`;

const now = () => Promise.resolve();

async function* textsOf(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

/** Reads until the end or an error. */
async function read(texts: AsyncIterable<string>): Promise<{ texts: string[]; error: string | null }> {
  const received: string[] = [];
  try {
    for await (const text of texts) received.push(text);
    return { texts: received, error: null };
  } catch (error) {
    return { texts: received, error: String(error) };
  }
}

describe('frames', () => {
  test.each([
    [0, []],
    [1, [frame('a')]],
    [2, [frame('a') + frame('b')]],
    [3, [frame('a') + frame('b') + frame('c')]],
  ])('are cut after %i events, even in the middle of a chunk', async (cutAfter, texts) => {
    const source = textsOf(frame('a') + frame('b') + frame('c'), frame('d'));
    const result = await read(damageFrames(source, { cutAfter, corruptAt: null }, now));
    expect(result.texts).toEqual(texts);
    expect(result.error).toContain('cut');
    expect(await source.next()).toEqual({ done: true, value: undefined });
  });

  test('remain frames if they are corrupted, without changes to the others', async () => {
    const source = textsOf(frame('a'), `: sampled\n${frame('b')}` + frame('c'));
    const { texts, error } = await read(damageFrames(source, { cutAfter: null, corruptAt: 2 }, now));
    expect(error).toBeNull();
    expect(texts[0]).toBe(frame('a'));
    expect(texts[1]?.endsWith(frame('c'))).toBe(true);
    const [damaged = ''] = texts[1]?.split(/(?<=\n\n)/) ?? [];
    expect(damaged.endsWith('\n\n')).toBe(true);
    expect(() => JSON.parse(/^data: (.*)$/m.exec(damaged)?.[1] ?? '') as unknown).toThrow();
  });

  test('release their source when the reader disconnects', async () => {
    const source = textsOf(frame('a'), frame('b'));
    const reader = damageFrames(source, { cutAfter: 5, corruptAt: null }, now)[Symbol.asyncIterator]();
    await reader.next();
    await reader.return?.();
    expect(await source.next()).toEqual({ done: true, value: undefined });
  });
});
