/** The console of a mock that has only the control operations of the engine. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { hasBrowser, openBrowser } from './browser.ts';

const engine =
  /^\/_mock\/(?:console|health|worlds?|clock|timers|faults|requests|records|state|snapshots|operations|machines|stream|scenarios|reset)\b/;

const views = [
  'journal',
  'journal/1',
  'clock',
  'state',
  'state/faults',
  'worlds',
  'faults',
  'scenarios/text',
];

describe.runIf(hasBrowser)('the console without a plug-in', () => {
  let mock: Mock;
  let server: NodeServer;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let missing: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);

  afterAll(() => browser.close());

  beforeEach(async () => {
    mock = await createMock({ pace: 'instant' });
    server = await listen(mock, { host: '127.0.0.1', port: 0 });
    page = await browser.context.newPage();
    missing = [];
    await page.route('**/_mock/**', (route) => {
      const { pathname } = new URL(route.request().url());
      if (engine.test(pathname)) return route.continue();
      missing.push(pathname);
      return route.fulfill({ status: 404, json: { error: `Nothing is at ${pathname}.` } });
    });
  });

  afterEach(async () => {
    await page.close();
    await server.close();
    await mock.close();
  });

  const open = async (view: string): Promise<void> => {
    await page.goto(`${server.url}/_mock/console/#/${view}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
  };

  it('has the pages of any mock, and asks once whether there is more', async () => {
    await fetch(`${server.url}/v1/agents`);
    await open('');
    await page.getByRole('heading', { name: 'Journal' }).waitFor();
    const names = await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
    expect(names).toEqual(['Journal', 'Clock', 'State', 'Worlds', 'Faults', 'Scenarios']);
    for (const view of views) {
      await open(view);
      expect([view, await page.locator('main .error').allInnerTexts()]).toEqual([view, []]);
    }
    await open('executions');
    await page.getByText('There is no view executions.').waitFor();
    await page.getByRole('link', { name: 'journal', exact: true }).click();
    await page.getByRole('heading', { name: 'Journal' }).waitFor();
    expect(missing).toEqual(['/_mock/executions']);
  });

  it('lists the kinds of records that the world has, and calls the service without a credential', async () => {
    await open('state');
    const kinds = page.getByRole('navigation', { name: 'Kinds of records' });
    await kinds.getByRole('link', { name: 'agents', exact: true }).click();
    await page.getByRole('button', { name: 'agent_support' }).waitFor();
    await fetch(`${server.url}/v1/agents`);
    await open('journal/1');
    expect(await page.getByLabel('Credential').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.locator('.status', { hasText: '401' }).last().waitFor();
  });
});
