import { describe, expect, it } from 'vitest';
import type { View } from '../../../generator/emit/emitter.ts';
import { loadRenderer } from '../../../generator/render/engine.ts';
import { ts, TsText } from '../../../generator/render/ts-text.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

async function render(template: string, view: unknown): Promise<string> {
  const folder = await temporaryFolder({ 't.hbs': template, 'partials/part.hbs': 'part {{name}}' });
  return (await loadRenderer(folder)).render('t', view as View);
}

describe('a template', () => {
  it('prints safe text as it is', async () => {
    expect(
      await render('{{#each list}}{{name}};{{/each}}', { list: [{ name: ts`a<'"` }, { name: ts`b` }] }),
    ).toBe(`a<'";b;`);
  });

  it('may use a partial', async () => {
    expect(await render('{{> part}}', { name: ts`n` })).toBe('part n');
  });

  it.each([
    ['text', 'plain text'],
    ['a number', 1],
    ['nothing', null],
    ['text in a list', [{ deep: 'plain' }]],
  ])('does not print %s', async (_, value) => {
    await expect(render('{{name}}', { name: value })).rejects.toThrow('would print unsafe text');
  });

  it('does not print a field that is missing', async () => {
    await expect(render('{{name}}', {})).rejects.toThrow();
  });

  it('knows no helpers but those of layout', async () => {
    await expect(render('{{shout a}}', { a: ts`` })).rejects.toThrow();
  });

  it('that does not exist is a bug', async () => {
    const renderer = await loadRenderer(await temporaryFolder({ 'partials/p.hbs': '' }));
    expect(() => renderer.render('none', {})).toThrow('There is no template none.');
  });
});

describe('safe text', () => {
  it('is put together of safe text only', () => {
    expect(ts`a ${ts`b`} c`.toString()).toBe('a b c');
  });

  it('is no string, so that nothing passes for it by chance', () => {
    expect(ts`a`).toBeInstanceOf(TsText);
    expect(JSON.stringify({ a: ts`b` })).toBe('{"a":{}}');
  });
});
