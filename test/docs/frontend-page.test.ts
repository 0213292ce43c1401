/** The examples on the frontend page run and have no type errors. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, repository } from './support/blocks.ts';
import { runVitest } from './support/run-block.ts';
import { typeErrors } from './support/type-errors.ts';

const patience = 60_000;
const blocks = blocksOf('docs/frontend.md');

it('every block of the page is tested', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual(['ts vitest', 'ts vitest', 'ts vitest']);
});

it(
  'the examples run',
  async () => {
    const { output, code } = await runVitest(blocks.map((block) => block.code));
    expect(output).toMatch(/Tests {2}\d+ passed \(\d+\)/);
    expect(code).toBe(0);
  },
  patience,
);

it(
  'the examples have no type errors',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backlot-types-'));
    try {
      symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const files = blocks.map(({ code, line }) => {
        const file = join(folder, `line-${line}.test.ts`);
        writeFileSync(file, code);
        return file;
      });
      expect(await typeErrors(files)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  patience,
);
