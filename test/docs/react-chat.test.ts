/** The chat in React that the chat page links to compiles and passes its own tests. */
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, repository } from './support/blocks.ts';
import { runVitest } from './support/run-block.ts';
import { typeErrors } from './support/type-errors.ts';

it('the example of a chat in React passes its tests', async () => {
  const ended = await runVitest([], { example: 'react-chat' });
  expect(ended.output).toMatch(/Tests {2}7 passed \(7\)/);
  expect(ended.output).not.toContain('stderr');
  expect(ended.code).toBe(0);
});

it('the example of a chat in React and the page that renders it have no type errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-page-'));
  try {
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    cpSync(join(repository, 'examples/react-chat'), folder, { recursive: true });
    const block = blocksOf('docs/chat.md').find(({ kind }) => kind === 'tsx');
    writeFileSync(join(folder, 'page.tsx'), block?.code ?? '');
    const files = globSync(join(folder, '*.{ts,tsx}'));
    expect(files).toHaveLength(4);
    const lib = ['es2024', 'esnext.iterator', 'esnext.array', 'dom', 'dom.iterable', 'dom.asynciterable'];
    expect(await typeErrors(files, { jsx: 'react-jsx', lib })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
