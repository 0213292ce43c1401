/** The reference in a browser: readable on a phone, searchable without a network. */
import { writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../generator/diagnostics/diagnostics.ts';
import { readConfig } from '../../generator/options/config.ts';
import { generate } from '../../generator/pipeline.ts';
import { createMemorySink } from '../../tools/memory-sink.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { useFolder } from '../support/folder.ts';

const project = path.resolve(import.meta.dirname, '../..');

describe.runIf(hasBrowser)('the reference', () => {
  const folder = useFolder();
  const browser = useBrowser();
  const pages: string[] = [];

  beforeAll(async () => {
    const options = await readConfig(path.join(project, 'backlot.config.yaml'), collectDiagnostics().report);
    const sink = createMemorySink();
    await generate({ ...options!, docs: 'docs', only: ['docs'] }, sink, 'write');
    for (const [file, text] of sink.files) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
      if (file.endsWith('.html')) pages.push(`file://${path.join(folder, file)}`);
    }
  }, 60_000);

  it('needs no horizontal scrolling on a phone and no network, and reports no error', async () => {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => request.url().startsWith('file:') || problems.push(request.url()));
    for (const url of pages) {
      await page.goto(url);
      const [content, window] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      if (content > window) problems.push(`${path.basename(url)} is ${content} pixels wide`);
    }
    expect(pages.length).toBeGreaterThan(30);
    expect(problems).toEqual([]);
    await page.close();
  }, 60_000);

  it('finds operations, events and schemas, and opens the schema of a search result', async () => {
    const page = await browser.context.newPage();
    await page.goto(`file://${path.join(folder, 'docs/service/index.html')}`);
    await page.keyboard.press('/');
    await page.keyboard.type('approval_start');
    expect(await page.locator('#found li').first().textContent()).toBe('approval_startevent');
    await page.locator('#search').fill('SandboxDeployment');
    await page.keyboard.press('Enter');
    await page.waitForURL(/schemas\.html#SandboxDeployment$/);
    expect(await page.locator('#SandboxDeployment > details').getAttribute('open')).not.toBeNull();
    await page.close();
  });
});
