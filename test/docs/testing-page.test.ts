/** The examples on the testing page run and have no type errors. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { chromiumPath, hasBrowser } from '../browser/browser.ts';
import { blocksOf, repository } from './support/blocks.ts';
import { runVitest } from './support/run-block.ts';
import { typeErrors } from './support/type-errors.ts';

const patience = 60_000;
const blocks = blocksOf('docs/testing.md');
const tests = blocks.filter(({ kind }) => kind.startsWith('ts vitest'));

it('every block of the page is tested', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'ts vitest',
    'ts vitest',
    'ts playwright',
    'ts vite',
    'html app',
    'ts vitest browser',
  ]);
});

describe('each example', () => {
  let mock: Mock;
  let server: NodeServer;
  let app: { readonly url: string; readonly close: () => void };

  beforeAll(async () => {
    mock = await createMock();
    server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
    app = await serveApp();
  });
  afterAll(async () => {
    app.close();
    await server.close();
    await mock.close();
  });

  it(
    'runs',
    async () => {
      const runnable = tests.filter(({ kind }) => hasBrowser || !kind.includes('browser'));
      const codes = runnable.map(({ code }) => code);
      const ended = await runVitest(codes, {
        BACKLOT_URL: server.url,
        APP_URL: app.url,
        CHROMIUM: chromiumPath ?? '',
      });
      expect(ended.output).toMatch(/Tests {2}\d+ passed \(\d+\)/);
      expect(ended.code).toBe(0);
    },
    patience,
  );
});

it(
  'the examples have no type errors',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backlot-types-'));
    try {
      symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const files = blocks
        .filter(({ kind }) => kind.startsWith('ts'))
        .map(({ code, line }) => {
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

/** Serves the application of the page. */
async function serveApp() {
  const html = blocks.find(({ kind }) => kind === 'html app')?.code ?? '';
  const app = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const { port } = app.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close().closeAllConnections() };
}
