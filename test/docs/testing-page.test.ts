/** The examples on the testing page and the frontend page run, in one run of vitest. */
import { describe, expect, it } from 'vitest';
import { blocksOf } from './support/blocks.ts';
import { runVitest } from './support/run-block.ts';

const timeout = 120_000;
const blocks = blocksOf('docs/testing.md');
const frontend = blocksOf('docs/frontend.md');

it('every block of the pages is tested', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'ts vitest',
    'ts vitest',
    'ts vitest',
    'ts playwright',
    'ts vite',
    'ts vitest',
    // test/browser/own-page.test.ts
    'js page',
    'ts vitest',
  ]);
  expect(frontend.map(({ kind }) => kind)).toEqual([
    'ts vitest',
    'ts vitest',
    'ts vitest',
    'ts vitest-config',
  ]);
});

describe('each example', () => {
  it(
    'runs',
    async () => {
      const codes = [...blocks, ...frontend]
        .filter(({ kind }) => kind === 'ts vitest')
        .map(({ code }) => code);
      const ended = await runVitest(codes);
      expect(ended.output).toMatch(/Tests {2}\d+ passed \(\d+\)/);
      expect(ended.code).toBe(0);
    },
    timeout,
  );

  it(
    'with MSW runs in the environments jsdom and happy-dom of vitest',
    async () => {
      const code = frontend.find((block) => block.code.includes("from 'backlot/msw'"))?.code ?? '';
      const config = frontend.find(({ kind }) => kind === 'ts vitest-config')?.code ?? '';
      const codes = ['jsdom', 'happy-dom'].map((name) => `// @vitest-environment ${name}\n${code}`);
      const ended = await runVitest(codes, { config });
      expect(ended.output).toMatch(/Tests {2}4 passed \(4\)/);
      expect(ended.code).toBe(0);
    },
    timeout,
  );
});
