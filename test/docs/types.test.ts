/** The programs on the pages and the examples have no type errors. They are compiled together, so that the package is compiled once. */
import { cpSync, globSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, repository, type Block } from './support/blocks.ts';
import { programOf } from './support/page-program.ts';
import { typeErrors } from './support/type-errors.ts';
import { useFolder } from '../support/folder.ts';

/** Why not the receiver of webhooks: it imports generated code, with which its own test compiles it. */
const isTypeScript = ({ kind }: Block): boolean => kind.split(' ')[0] === 'ts' && kind !== 'ts webhooks';

/** The programs of a page whose blocks are separate files. */
function eachBlock(page: string): readonly string[] {
  return blocksOf(`docs/${page}.md`)
    .filter(isTypeScript)
    .map(({ code }) => code);
}

/** The program that the blocks of a page form together. */
function wholePage(page: string): readonly string[] {
  return [programOf(blocksOf(`docs/${page}.md`).filter(isTypeScript))];
}

const programs: Readonly<Record<string, readonly string[]>> = {
  chat: eachBlock('chat'),
  client: wholePage('client'),
  conformance: eachBlock('conformance'),
  frontend: eachBlock('frontend'),
  server: wholePage('server'),
  // The block is part of a program, and exporting its value makes it used.
  teams: eachBlock('teams').map((code) => `${code}\nexport { mock };\n`),
  testing: eachBlock('testing'),
};

const folder = useFolder();
let errors: readonly string[];

beforeAll(async () => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const files = Object.entries(programs).flatMap(([page, codes]) =>
    codes.map((code, place) => {
      const file = join(folder, `${page}-${place}.ts`);
      writeFileSync(file, code);
      return file;
    }),
  );
  cpSync(join(repository, 'examples/react-chat'), folder, { recursive: true });
  writeFileSync(
    join(folder, 'page.tsx'),
    blocksOf('docs/chat.md').find(({ kind }) => kind === 'tsx')?.code ?? '',
  );
  const example = globSync(['*.tsx', 'use-chat.ts'], { cwd: folder }).map((file) => join(folder, file));
  expect(example).toHaveLength(4);
  const lib = ['es2024', 'esnext.iterator', 'esnext.array', 'dom', 'dom.iterable', 'dom.asynciterable'];
  const others = ['parcels/mock.ts', 'stories/agents.stories.ts', 'playwright/tasks.spec.ts'];
  for (const one of ['parcels', 'stories', 'playwright'])
    cpSync(join(repository, 'examples', one), join(folder, one), { recursive: true });
  errors = await typeErrors([...files, ...example, ...others.map((file) => join(folder, file))], {
    jsx: 'react-jsx',
    lib,
  });
}, 60_000);

it.each(Object.keys(programs))('the programs on the page %s have no type errors', (page) => {
  expect(programs[page]?.length).toBeGreaterThan(0);
  expect(errors.filter((line) => line.includes(`${page}-`))).toEqual([]);
});

it('the chat in React, the page that renders it, and all other files have no type errors', () => {
  const pages = Object.keys(programs);
  expect(errors.filter((line) => !pages.some((page) => line.includes(`${page}-`)))).toEqual([]);
});
