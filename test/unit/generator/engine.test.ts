import { describe, expect, it } from 'vitest';
import type { View } from '../../../generator/emit/emitter.ts';
import { loadRenderer } from '../../../generator/render/engine.ts';
import { ts, TsText } from '../../../generator/print/ts-text.ts';
import { temporaryFolder } from '../../support/folder.ts';

async function render(template: string, view: unknown): Promise<string> {
  const folder = await temporaryFolder({ 't.hbs': template, 'partials/part.hbs': 'part {{name}}' });
  return (await loadRenderer(folder)).render('t', view as View);
}

describe('a template', () => {
  it('prints safe text unchanged', async () => {
    expect(
      await render('{{#each list}}{{name}};{{/each}}', { list: [{ name: ts`a<'"` }, { name: ts`b` }] }),
    ).toBe(`a<'";b;`);
  });

  it('can use a partial', async () => {
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

  it('does not print a missing field', async () => {
    await expect(render('{{name}}', {})).rejects.toThrow();
  });

  it('has only layout helpers', async () => {
    await expect(render('{{shout a}}', { a: ts`` })).rejects.toThrow();
  });

  it('throws if it does not exist', async () => {
    const renderer = await loadRenderer(await temporaryFolder({ 'partials/p.hbs': '' }));
    expect(() => renderer.render('none', {})).toThrow('The template none was not found.');
  });
});

describe('safe text', () => {
  it('is built from safe text only', () => {
    expect(ts`a ${ts`b`} c`.toString()).toBe('a b c');
  });

  it('is not a string, so that no string is accepted by mistake', () => {
    expect(ts`a`).toBeInstanceOf(TsText);
    expect(JSON.stringify({ a: ts`b` })).toBe('{"a":{}}');
  });
});
