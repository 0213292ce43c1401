/** The examples on the testing page and the frontend page run, in one run of vitest. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, hasBrowser } from '../browser/browser.ts';
import { blocksOf } from './support/blocks.ts';
import { runVitest } from './support/run-block.ts';
import { useServedMock } from '../support/served-mock.ts';
import { startServer } from '../support/server.ts';

const timeout = 120_000;
const blocks = blocksOf('docs/testing.md');
const frontend = blocksOf('docs/frontend.md');
const tests = blocks.filter(({ kind }) => kind.startsWith('ts vitest'));

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
    'html app',
    'ts vitest browser',
  ]);
  expect(frontend.map(({ kind }) => kind)).toEqual([
    'ts vitest',
    'ts vitest',
    'ts vitest',
    'ts vitest-config',
  ]);
});

describe('each example', () => {
  const served = useServedMock();
  let app: { readonly url: string; readonly close: () => void };

  beforeAll(async () => {
    app = await serveApp();
  });
  afterAll(async () => {
    app.close();
  });

  it(
    'runs',
    async () => {
      const runnable = tests.filter(({ kind }) => hasBrowser || !kind.includes('browser'));
      const ofFrontend = frontend.filter(({ kind }) => kind === 'ts vitest');
      const codes = [...runnable, ...ofFrontend].map(({ code }) => code);
      const ended = await runVitest(codes, {
        env: { BACKLOT_URL: served.url, APP_URL: app.url, CHROMIUM: chromiumPath ?? '' },
      });
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

/** Serves the application of the page. */
function serveApp() {
  const html = blocks.find(({ kind }) => kind === 'html app')?.code ?? '';
  return startServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
}
