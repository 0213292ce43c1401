/** The documentation site: it is built once, with `npm run docs:site`, and read in a browser. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { listPages } from '../../tools/site/sidebar.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { useFolder } from '../support/folder.ts';
import { useServer, type LocalServer } from '../support/server.ts';

const project = path.resolve(import.meta.dirname, '../..');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of each kind: the front page, steps, a guide with tables and code, help texts, a decision. */
const kinds = ['index', 'start/frontend', 'any-description', 'cli', 'decisions/0004-worlds', 'playground'];

const folder = useFolder();
let files: readonly string[];

beforeAll(() => {
  const vitepress = path.join(project, 'node_modules/vitepress/bin/vitepress.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitepress, 'build', 'docs', '--outDir', folder],
    { cwd: project, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  if (status !== 0) throw new Error(stdout + stderr);
  // The console of the playground is not a page of the site.
  files = globSync('**/*.html', { cwd: folder, exclude: ['404.html', 'playground-files/**'] });
}, 300_000);

describe('the site', () => {
  it('has a page for each entry of the sidebar, also as Markdown', () => {
    const pages = listPages()
      .map(({ file }) => file)
      .sort();
    expect(files.map((file) => file.replace(/html$/, 'md')).sort()).toEqual(pages);
    expect(pages.filter((page) => !globSync(page, { cwd: folder }).includes(page))).toEqual([]);
  });

  it('lists every page in llms.txt with its subject', () => {
    const text = readFileSync(path.join(folder, 'llms.txt'), 'utf8');
    const listed = [...text.matchAll(/^- \[.+\]\((.+)\): \S+/gm)].map(([, page]) => page);
    expect(listed).toEqual(listPages().map(({ file }) => file));
  });

  it('has the target of every link', () => {
    const anchors = new Map(files.map((file) => [file, anchorsOf(readHtml(file))]));
    const broken = files.flatMap((file) =>
      linksOf(readHtml(file))
        .filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link))
        .filter((link) => !isTarget(new URL(link, `http://site/${file}`), anchors))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

const server = await serveFolder();

describe.runIf(hasBrowser)('the site in a browser', () => {
  const browser = useBrowser();
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    page = await browser.context.newPage();
    const origin = server.url;
    page.on('request', (request) => request.url().startsWith(origin) || problems.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(origin);
  }, 60_000);

  it.each(kinds)('%s is accessible, fits a phone, and loads nothing from other hosts', async (kind) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(new URL(`/${kind}.html`, page.url()).href);
    if (kind === 'playground') await page.getByText('this page serves').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(axe);
      // Only the colours differ between the themes.
      const rules = colorScheme === 'light' ? '{}' : "{ runOnly: ['color-contrast'] }";
      const violations = await page.evaluate<string[]>(
        `axe.run(document, ${rules}).then(({ violations }) => violations.flatMap(
          ({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`,
      );
      problems.push(...violations.map((violation) => `${colorScheme} ${violation}`));
    }
    const [content, window] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    if (content > window) problems.push(`${content} pixels wide`);
    expect(problems.splice(0)).toEqual([]);
  });

  it('finds a page by its words without a server', async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.locator('#localsearch-input').fill('frozen clock');
    await page.locator('#localsearch-list a').first().waitFor();
    expect(problems.splice(0)).toEqual([]);
  });

  describe('has a playground that', () => {
    const served = 'this page serves';

    it('runs the mock, the client and the console of a description', async () => {
      await page.goto(new URL('/playground.html', page.url()).href);
      await page.getByText(served).waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByLabel('Response').getByText('"title": "Water the plants"', { exact: false }).waitFor();
      await page.getByRole('tab', { name: 'Client' }).click();
      await page.getByText('export function createTask').waitFor();
      await page.getByRole('tab', { name: 'Console' }).click();
      await page.frameLocator('iframe').getByText('GET /tasks').waitFor();
    });

    it('reports what is wrong with a description, at its line', async () => {
      await page.getByLabel('Description in YAML or JSON').fill('openapi: 3.1.0\npaths: [');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('Line 2').waitFor();
    });

    it('puts a description into a link, and opens it without a network', async () => {
      const description =
        "openapi: 3.1.0\ninfo: { title: Linked, version: '1' }\npaths: { /pings: { get: { responses: { 204: { description: Pong } } } } }";
      await page.getByLabel('Description in YAML or JSON').fill(description);
      await page.getByRole('button', { name: 'Link to this' }).click();
      await page.waitForURL(/#d=/);
      await expect
        .poll(() => page.evaluate("caches.match('/playground-files/engine.js').then(Boolean)"))
        .toBe(true);
      await browser.context.setOffline(true);
      await page.reload();
      await page.getByText(`Linked: ${served} 1 operation.`).waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByLabel('Response').getByText('204').waitFor();
      await browser.context.setOffline(false);
    });
  });
});

function readHtml(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
}

function isTarget({ pathname, hash }: URL, anchors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const file = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
  const ids = anchors.get(file);
  if (ids === undefined) return globSync(file, { cwd: folder }).length > 0;
  return hash === '' || ids.has(decodeURIComponent(hash.slice(1)));
}

/** Serves the built files. */
function serveFolder(): Promise<LocalServer> {
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
  };
  return useServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = path.join(folder, pathname.replace(/\/$/, '/index.html'));
    try {
      const content = readFileSync(file);
      response
        .setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
}
