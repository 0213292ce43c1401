/** A page of a user, bundled without settings for Node, runs the mock of a description. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinPageMock } from '../../tools/build/page-modules.ts';
import { blocksOf } from '../docs/support/blocks.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { startServer, type LocalServer } from '../support/server.ts';
import { useFolder } from '../support/folder.ts';

const project = path.join(import.meta.dirname, '../..');
const folder = useFolder();

describe.runIf(hasBrowser)('a page with the mock of a description', () => {
  let server: LocalServer;
  const browser = useBrowser();

  beforeAll(async () => {
    const mock = path.join(folder, 'page.js');
    await joinPageMock(mock);
    const script = path.join(folder, 'script.js');
    const code = blocksOf('docs/testing.md').find(({ kind }) => kind === 'js page')?.code ?? '';
    await build({
      stdin: { contents: code, resolveDir: folder },
      alias: { 'backlot/mock/page': mock },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      outfile: script,
      logLevel: 'error',
    });
    server = await serveFiles({
      '/': [
        'text/html',
        '<!doctype html><title>Tasks</title><body><script type="module" src="/script.js"></script>',
      ],
      '/script.js': ['text/javascript', readFileSync(script)],
      '/openapi.yaml': ['text/yaml', readFileSync(path.join(project, 'examples/tasks/openapi.yaml'))],
    });
  }, 60_000);

  afterAll(() => server.close());

  it('shows its records, and requests only its own files', async () => {
    const page = await browser.context.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(server.url);
    const text = await page.locator('body', { hasText: '[' }).innerText();
    expect(JSON.parse(text)).toMatchObject({ items: [{}, {}] });
    expect(requested.filter((file) => file !== '/favicon.ico')).toEqual(['/', '/script.js', '/openapi.yaml']);
  });
});

function serveFiles(files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>>) {
  return startServer((request, response) => {
    const [type = 'text/plain', content] = files[request.url ?? ''] ?? [];
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
}
