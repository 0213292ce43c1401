/** The lists of the console: filters, sorting, what is shown first, and that every deletion asks for confirmation. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { hasBrowser, useBrowser } from './browser.ts';

const key = { authorization: 'Bearer rt_live_dev' };
/** Polls longer than by default, since a browser beside other tests is slow. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

const views = [
  'executions',
  'waiting',
  'journal',
  'journal/1',
  'start',
  'clock',
  'state/agents',
  'worlds',
  'faults',
  'scenarios/text',
];

describe.runIf(hasBrowser)('the console', () => {
  let mock: Mock;
  let server: NodeServer;
  const browser = useBrowser();
  let page: Page;

  beforeEach(async () => {
    mock = await createMock({ pace: 'instant', clock: { mode: 'frozen' } });
    server = await listen(mock, { host: '127.0.0.1', port: 0 });
    page = await browser.context.newPage();
    page.setDefaultTimeout(15_000);
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
    await poll(() => page.locator('.loading').count()).toBe(0);
  };

  const call = (path: string, method = 'GET'): Promise<Response> =>
    fetch(`${server.url}${path}`, { method, headers: key });

  const rows = (): Promise<readonly string[]> => page.locator('.row').allInnerTexts();

  it('never deletes anything when Enter is pressed in a field', async () => {
    await call('/v1/agents');
    await mock.world().addFault({ status: 503, operationId: 'getAgent' });
    await mock.createWorld({ id: 'other' });
    const lost: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'DELETE' || /(?:reset|restore|state)$/.test(pathname)) lost.push(pathname);
    });
    for (const view of views) {
      await open(view);
      const fields = page.locator('main input:not([type=file]):not([type=checkbox]), main select');
      for (let place = 0; place < (await fields.count()); place += 1)
        if (await fields.nth(place).isVisible()) await fields.nth(place).press('Enter');
      expect([view, await page.locator('form button:not([type])').count()]).toEqual([view, 0]);
    }
    expect(lost).toEqual([]);
  }, 60_000);

  it('asks before it deletes the journal', async () => {
    await call('/v1/agents');
    await open('journal');
    await page.getByRole('button', { name: 'Delete all calls' }).click();
    await page.keyboard.press('Escape');
    expect(await mock.world().requests()).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete all calls' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all calls' }).click();
    await page.getByText('No calls yet.').waitFor();
    expect(await mock.world().requests()).toEqual([]);
  });

  it('filters the journal while typing, by class of status, path and duration', async () => {
    for (const path of ['/v1/agents', '/v1/agents/agent_nobody', '/v1/nothing', '/v1/agents/agent_support'])
      await call(path);
    await open('journal');
    await poll(async () => (await rows()).length).toBe(4);
    await page.getByRole('textbox', { name: 'Status' }).pressSequentially('4xx');
    await poll(async () => (await rows()).length).toBe(2);
    await page.getByRole('textbox', { name: 'Status' }).press('Enter');
    await page.getByLabel('Path').pressSequentially('nobody');
    await poll(rows).toEqual([expect.stringContaining('agent_nobody')]);
    await page.getByLabel('Longer than').fill('600000');
    await page.getByText('None of the 4 calls matches.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await poll(async () => (await rows()).length).toBe(4);
    expect(await mock.world().requests()).toHaveLength(4);
  });

  it('sorts the journal by its columns', async () => {
    for (const path of ['/v1/agents/agent_b', '/v1/agents/agent_a', '/v1/agents/agent_c']) await call(path);
    await open('journal');
    const paths = async (): Promise<string> =>
      (await page.locator('.row a').allInnerTexts()).map((text) => text.at(-1)).join('');
    await page.getByLabel('Sort').selectOption('call.asc');
    await poll(paths).toBe('abc');
    await page.locator('.rows-head').getByText('Call').click();
    await poll(paths).toBe('cba');
    await page.getByLabel('Sort').selectOption('');
    await poll(paths).toBe('cab');
  });

  it('does not count an injected fault as a violation', async () => {
    await mock.world().addFault({ operationId: 'listAgents', status: 503 });
    await call('/v1/agents');
    await open('journal');
    await poll(rows).toEqual([expect.stringContaining('fault')]);
    expect(await page.getByText('1 violation').count()).toBe(0);
    await page.getByLabel('only contract violations').check();
    await page.getByText('None of the 1 calls matches.').waitFor();
  });

  it('shows in the navigation how many calls have failed since the journal was open', async () => {
    await open('clock');
    await call('/v1/nothing');
    await call('/v1/agents');
    await page.getByRole('img', { name: '1 new calls with 4xx or 5xx' }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Journal' }).click();
    await poll(() => page.getByRole('img', { name: 'new calls' }).count()).toBe(0);
  });

  it('hides the runs of batches until they are asked for', async () => {
    await open('executions');
    await page.getByText('The runs of batches are hidden.').waitFor();
    await mock.world().clock.advance(2_000);
    expect((await rows())[0]).not.toContain('Read invoices');
    await page.getByRole('button', { name: 'Show them' }).click();
    await poll(async () => (await rows())[0]).toContain('Read invoices');
    await page.getByLabel('Source').selectOption('client');
    await page.getByText('260 executions').or(page.getByText('executions, more when')).first().waitFor();
  });

  it('filters executions by agent, status and duration, and sorts them', async () => {
    await open('executions');
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('agent_support');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
    await page.getByLabel('Longer than').fill('20');
    await page.getByLabel('Sort').selectOption('durationMs.desc');
    const query = {
      agentId: 'agent_support',
      status: 'failed',
      surfaceType: ['api', 'client', 'dispatch'],
      minDurationMs: 20_000,
      sort: 'durationMs',
      limit: 200,
    } as const;
    const { executions } = await mock.world().control.listExecutions({ query });
    expect(executions.length).toBeGreaterThan(1);
    await page.getByText(`${executions.length} executions`, { exact: true }).waitFor();
    await expect
      .poll(() => page.locator('.row').first().locator('.mono').last().innerText())
      .toBe(executions[0]?.id);
  });

  it('opens the state with the agents, and sorts batches with the running one first', async () => {
    await open('state');
    await page.getByRole('button', { name: 'agent_support' }).waitFor();
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByRole('button', { name: 'batch_running' }).waitFor();
    const ids = (await page.locator('.row button').allInnerTexts()).slice(0, 8);
    expect([ids[0], ids.slice(4)]).toEqual([
      'batch_running',
      ['batch_nightly_1', 'batch_nightly_2', 'batch_nightly_3', 'batch_nightly_4'],
    ]);
    expect(await page.getByRole('link', { name: 'Batch results' }).isVisible()).toBe(false);
    await page.getByText('Other kinds').click();
    await page.getByRole('link', { name: 'Batch results' }).click();
    await page.getByLabel('Batch results', { exact: true }).waitFor();
  });

  it('lets the time pass until an approval expires', async () => {
    await open('waiting');
    const approvals = async () =>
      (await mock.world().control.listWaiting()).waiting.filter(({ kind }) => kind === 'approval');
    const [approval] = await approvals();
    await page.getByRole('button', { name: 'Expire this' }).click();
    await poll(approvals).toEqual([]);
    expect(mock.world().clock.now).toBe(approval?.expiresAt);
  });

  it('takes a snapshot and creates a world with Enter', async () => {
    await open('worlds');
    await page.getByLabel('Name of the snapshot').fill('before');
    await page.getByLabel('Name of the snapshot').press('Enter');
    await page.getByRole('cell', { name: 'before' }).waitFor();
    await page.getByLabel('Id', { exact: true }).fill('mine');
    await page.getByLabel('Id', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'mine' }).waitFor();
  });

  it('lists all scenarios on a narrow page, and shows the agents of executions', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('scenarios');
    const list = page.locator('.columns .list').first();
    await list.waitFor();
    const hidden = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
      document.querySelector('.columns .list'))`;
    expect(await page.evaluate(hidden)).toBeLessThan(2);
    await page.getByRole('link', { name: 'tools', exact: true }).click();
    await page.getByRole('textbox').waitFor();
    expect(await list.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'All scenarios' }).click();
    await list.waitFor();
    await open('executions');
    await poll(async () => (await rows())[0]).toContain('Customer support');
  });
});
