/** A browser for tests, and a server of the pages that it opens. */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import { useServer, type LocalServer } from '../support/server.ts';

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where Chromium is, null when it is not installed. */
export const chromiumPath = places.find((path) => path !== undefined && existsSync(path)) ?? null;

/** Whether browser tests run here. */
export const hasBrowser = chromiumPath !== null || process.env['BACKLOT_REQUIRE_BROWSER'] === '1';

if (!hasBrowser)
  console.log('Browser tests are left out: no Chromium is installed (set CHROMIUM to its path).');

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that the files of this worker share, which ends with it. Why: a start takes a second of processor time. */
let shared: Promise<Browser> | null = null;

/** Opens a new profile in a browser; with more arguments, in a new browser. */
export async function openBrowser(
  more: readonly string[] = [],
): Promise<{ readonly context: BrowserContext; close(): Promise<void> }> {
  if (chromiumPath === null) throw new Error('BACKLOT_REQUIRE_BROWSER is set, and no Chromium is installed.');
  const options = { executablePath: chromiumPath, headless: true, args: [...args, ...more] };
  const isShared = more.length === 0;
  const browser = await (isShared ? (shared ??= chromium.launch(options)) : chromium.launch(options));
  const context = await browser.newContext();
  return { context, close: () => (isShared ? context.close() : browser.close()) };
}

/** Opens a new profile for all tests of a block. */
export function useBrowser(more: readonly string[] = []): { readonly context: BrowserContext } {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser(more);
  }, 60_000);
  afterAll(() => browser.close());
  return {
    get context() {
      return browser.context;
    },
  };
}

const root = join(import.meta.dirname, '../..');
const policy = "default-src 'none'; script-src 'self'; connect-src *";

/** Serves the sources for all tests of a file; `/` is a page that runs the module in its query, if any. */
export function serveSources(): Promise<LocalServer> {
  return useServer((request, response) => {
    response.setHeader('content-security-policy', policy);
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(decodeURIComponent(pathname));
    if (path === '/') {
      const script = search === '' ? '' : `<script type="module" src="/${search.slice(1)}"></script>`;
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Backlot</title><body>${script}`);
      return;
    }
    try {
      const source = readFileSync(join(root, path), 'utf8');
      response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
    } catch {
      response.writeHead(404).end();
    }
  });
}
