/** The console of a mock without its own plug-in: it has the pages of any mock. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadResources } from '../../generator/load/load-resources.ts';
import { createEngine, type Engine } from '../../mock/engine/engine.ts';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createResourcePlugin } from '../../mock/resources/plugin.ts';
import { hasBrowser, useBrowser } from './browser.ts';

const views = ['journal', 'journal/1', 'clock', 'state', 'state/faults', 'worlds', 'faults', 'scenarios'];

async function openLibrary(): Promise<Engine> {
  const { resources, contract, diagnostics } = await loadResources({
    openapi: path.join(import.meta.dirname, '../resources/descriptions/library.yaml'),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: process.cwd(),
    access: { isRemoteAllowed: false, folders: [] },
  });
  if (resources === null || contract === null) throw new Error(JSON.stringify(diagnostics));
  return createEngine(createResourcePlugin({ contract, ...resources }));
}

describe.runIf(hasBrowser)('the console without a plug-in', () => {
  let engine: Engine;
  let server: NodeServer;
  const browser = useBrowser();
  let page: Page;
  let missing: string[];

  beforeEach(async () => {
    engine = await openLibrary();
    server = await listen(engine, { host: '127.0.0.1', port: 0 });
    page = await browser.context.newPage();
    missing = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() === 404) missing.push(pathname);
    });
    await create('Attic');
  });

  afterEach(async () => {
    await page.close();
    await server.close();
    await engine.close();
  });

  const create = (room: string): Promise<Response> =>
    fetch(`${server.url}/shelves`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ room }),
    });

  const open = async (view: string): Promise<void> => {
    await page.goto(`${server.url}/_mock/console/#/${view}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
  };

  it('has the pages of any mock and the name of the API, and requests only what is served', async () => {
    await open('');
    await page.getByRole('heading', { name: 'Journal' }).waitFor();
    const names = await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
    expect(names).toEqual(['Journal', 'Clock', 'State', 'Worlds', 'Faults', 'Scenarios']);
    for (const view of views) {
      await open(view);
      expect([view, await page.locator('main .error').allInnerTexts()]).toEqual([view, []]);
    }
    await page.getByText('This API has no scenarios.').waitFor();
    await open('executions');
    await page.getByText('There is no view executions.').waitFor();
    await page.getByRole('link', { name: 'journal', exact: true }).click();
    await page.getByRole('heading', { name: 'Journal' }).waitFor();
    expect(missing).toEqual([]);
    expect(await page.locator('.brand strong').innerText()).toBe('Library');
  });

  it('sends a call again with the credential that the description requires, or another one', async () => {
    await open('journal/1');
    expect(await page.getByLabel('Credential').inputValue()).toBe('test');
    await page.getByLabel('Credential').fill('');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.locator('.status', { hasText: '401' }).last().waitFor();
    await page.getByLabel('Credential').fill('any');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.locator('.status', { hasText: '201' }).last().waitFor();
  });

  it('lists the records of each resource, and creates, changes and deletes them with forms', async () => {
    await open('state');
    await page.getByRole('navigation', { name: 'Resources' }).getByText('shelves').waitFor();
    // The kinds that are only the mock's own are behind "Other kinds".
    expect(await page.getByRole('navigation', { name: 'Kinds of records' }).locator('> ul li').count()).toBe(
      0,
    );
    const rows = page.getByLabel('shelves', { exact: true });
    await rows.getByText('Attic').waitFor();
    await page.getByText('New record').click();
    await page.getByLabel('room', { exact: true }).fill('Cellar');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await rows.getByText('Cellar').waitFor();
    await rows.getByRole('button').last().click();
    const record = page.getByRole('region', { name: /^Record/ });
    await record.getByText('Change it').click();
    await record.getByLabel('room', { exact: true }).fill('Loft');
    await record.getByRole('button', { name: 'Send PATCH' }).click();
    await rows.getByText('Loft').waitFor();
    await record.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => rows.getByText('Loft').count()).toBe(0);
  });

  it('calls a list to get the first records of a resource', async () => {
    await fetch(`${server.url}/_mock/reset`, { method: 'POST' });
    await open('state');
    await page.getByText('A resource gets its first records when it is first used.').waitFor();
    await page.getByRole('button', { name: 'Call GET /shelves' }).click();
    await expect.poll(() => page.getByLabel('shelves', { exact: true }).getByRole('button').count()).toBe(4);
  });

  it('prompts for missing path parameters', async () => {
    await open('state/resources?resource=books');
    await page.getByText('New record').click();
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByText('Write a value for {shelfId} in the path.').waitFor();
  });

  it('carries out an action on a record', async () => {
    const { id } = (await (await create('Loft')).json()) as { id: string };
    await fetch(`${server.url}/shelves/${id}/books`, { headers: { authorization: 'Bearer any' } });
    await open('state/resources?resource=books');
    const rows = page.getByLabel('books', { exact: true });
    await rows.getByRole('button').first().click();
    await page.getByRole('button', { name: 'lend' }).click();
    const newest = async (): Promise<string> => {
      const response = await fetch(`${server.url}/_mock/requests?order=newest&limit=1`);
      const { requests } = (await response.json()) as { requests: { method: string; path: string }[] };
      return `${requests[0]?.method} ${requests[0]?.path}`;
    };
    await expect.poll(newest).toMatch(/^POST \/shelves\/.+\/books\/\d+\/lend$/);
  });
});
