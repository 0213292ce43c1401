/**
 * A real Chromium for tests of what runs in a page. Where none is installed, tests are not counted, unless
 * `BACKLOT_REQUIRE_BROWSER` asks for it.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext } from 'playwright-core';

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

/** Opens a browser with a profile and arguments of its own; `close` leaves nothing behind. */
export async function openBrowser(
  more: readonly string[] = [],
): Promise<{ readonly context: BrowserContext; close(): Promise<void> }> {
  if (chromiumPath === null) throw new Error('BACKLOT_REQUIRE_BROWSER is set, and no Chromium is installed.');
  const profile = mkdtempSync(join(tmpdir(), 'backlot-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
