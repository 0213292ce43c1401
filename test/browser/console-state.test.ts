/** The records of a world in the console, what changed between two snapshots, and the editor of scenarios. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Scenario } from '../../generated/control/types.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServedMock } from '../support/served-mock.ts';

const key = { authorization: 'Bearer rt_live_dev' };

describe.runIf(hasBrowser)('the console', () => {
  const served = useServedMock({ pace: 'instant', clock: { mode: 'frozen' } });
  const browser = useBrowser();
  let page: Page;

  beforeAll(async () => {
    page = await browser.context.newPage();
  }, 60_000);

  const open = async (view: string): Promise<void> => {
    await page.goto(`${served.url}/_mock/console/#/${view}`);
    await page.getByText('Live', { exact: true }).waitFor();
  };

  it('moves a sandbox deployment along the transitions of its machine', async () => {
    await open('state/sandboxDeployments');
    await page.getByRole('button', { name: 'sbx_running' }).click();
    await page.getByRole('img', { name: /now running/ }).waitFor();
    const transitions = page.getByRole('group', { name: 'Transitions' });
    await transitions.getByRole('button').first().waitFor();
    // The guard of resume needs a deployment that is to be suspended.
    expect(await transitions.getByRole('button').allTextContents()).toEqual([
      'destroy → destroying',
      'expire → expired',
      'sleep → sleeping',
    ]);
    await transitions.getByRole('button', { name: 'sleep → sleeping' }).click();
    await page.getByRole('img', { name: /now sleeping/ }).waitFor();
    await transitions.getByRole('button', { name: 'destroy → destroying' }).click();
    await page.getByRole('img', { name: /now destroying/ }).waitFor();
    const query = { q: 'sbx_running' };
    const { records } = await served.mock
      .world()
      .control.listRecords({ path: { kind: 'sandboxDeployments' }, query });
    expect(records).toMatchObject([{ status: 'destroying', desiredState: 'destroyed' }]);
  });

  it('shows who polls product events, and from which cursor', async () => {
    await open('state/productEvents');
    await page.getByText('Nobody has polled the product events yet.').waitFor();
    await fetch(`${served.url}/v1/events?after=3&name=svc.execution.failed`, { headers: key });
    const polls = page.getByLabel('Polls');
    await polls.getByRole('cell', { name: 'name svc.execution.failed' }).waitFor();
    await polls.getByRole('cell', { name: '3', exact: true }).waitFor();
  });

  it('shows the progress of batches', async () => {
    await open('state/batches');
    const row = page.locator('.row', { hasText: 'batch_cancelled' });
    expect(await row.getByRole('progressbar').getAttribute('value')).toBe('5');
    await row.getByText('5 of 40').waitFor();
  });

  it('compares two snapshots', async () => {
    const { control } = served.mock.world();
    const first = await control.createSnapshot({ body: { name: 'first' } });
    await control.createKey({ body: { environment: 'live' } });
    const second = await control.createSnapshot({ body: { name: 'second' } });
    await control.createKey({ body: { environment: 'live' } });
    await open('worlds');
    await page.locator('tr', { hasText: first.id }).getByRole('button', { name: 'Compare' }).click();
    await page.getByText('apiKeys: 2 created').waitFor();
    await page.getByLabel('Until').selectOption(second.id);
    await page.getByText('apiKeys: 1 created').waitFor();
  });

  it('adds a step to a scenario from the documentation of the steps', async () => {
    await open('scenarios/text');
    const editor = page.getByRole('textbox');
    await page
      .getByLabel('Steps of scenarios')
      .locator('summary', { hasText: /^wait / })
      .click();
    await page.getByRole('button', { name: 'Add this step' }).click();
    const { steps } = parse(await editor.inputValue()) as { steps: readonly object[] };
    expect(steps.at(-1)).toEqual({ wait: 1 });
    await page.getByRole('button', { name: 'Save in this world' }).click();
    await expect
      .poll(async () =>
        (await served.mock.world().control.getScenario({ path: { name: 'text' } })).steps.at(-1),
      )
      .toEqual({ wait: 1 });
  });

  it('checks a scenario while it is written, and suggests what is allowed at the cursor', async () => {
    await open('scenarios/tools');
    const editor = page.getByRole('textbox');
    const problems = page.getByRole('status', { name: 'Problems' });
    await editor.fill('# Mine\ndescription: Wrong\nsteps:\n  - wait: long\n');
    await problems.getByText('steps.0.wait').waitFor();
    await problems.getByRole('button', { name: 'Line 4' }).click();
    const field = "document.querySelector('textarea')";
    const selected = () =>
      page.evaluate(`${field}.value.slice(${field}.selectionStart, ${field}.selectionEnd)`);
    expect(await selected()).toBe('wait: long');
    await editor.fill('description: Wrong\nsteps: [');
    await problems.getByRole('button', { name: 'Line 2' }).waitFor();
    const text = '# Mine\ndescription: Right\nsteps:\n  - tool:\n      name: find # the order\n      ';
    await editor.fill(text);
    await expect.poll(() => problems.getByRole('listitem').count()).toBe(0);
    await editor.focus();
    await page.evaluate(`${field}.setSelectionRange(${text.length}, ${text.length})`);
    const allowed = page.getByLabel('Allowed at the cursor');
    await allowed.getByText('steps.0.tool', { exact: true }).waitFor();
    await allowed.getByRole('button', { name: 'takes' }).click();
    expect(await editor.inputValue()).toBe(
      '# Mine\ndescription: Right\nsteps:\n  - tool:\n      name: find # the order\n      takes: 1\n',
    );
    expect(await selected()).toBe('takes: 1');
    const { steps } = await served.mock.world().control.getScenario({ path: { name: 'tools' } });
    expect(steps.length).toBeGreaterThan(1);
  });

  it('keeps a scenario in JSON when something is added to it', async () => {
    await open('scenarios/tools');
    const editor = page.getByRole('textbox');
    const text = '{ "description": "Mine", "steps": [{ "tool": { "name": "find" } }] }';
    await editor.fill(text);
    await editor.focus();
    const offset = text.indexOf('"name"');
    await page.evaluate(`document.querySelector('textarea').setSelectionRange(${offset}, ${offset})`);
    await page.getByLabel('Allowed at the cursor').getByRole('button', { name: 'takes' }).click();
    expect(JSON.parse(await editor.inputValue())).toEqual({
      description: 'Mine',
      steps: [{ tool: { name: 'find', takes: 1 } }],
    });
  });

  it('copies an execution as a test that passes and as a scenario that can be stored', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('executions/exec_tools');
    const copy = async (label: string, start: string): Promise<string> => {
      await page.getByRole('button', { name: label }).click();
      const read = async () => String(await page.evaluate('navigator.clipboard.readText()'));
      await expect.poll(read).toMatch(new RegExp(`^[${start}]`));
      return read();
    };
    const name = 'from-exec-tools';
    const scenario = JSON.parse(await copy('Copy as scenario', '{')) as Scenario;
    await served.mock.world().control.putScenario({ path: { name }, query: {}, body: scenario });
    const source = (await copy('Copy as test', '/'))
      .replace('backlot/mock', new URL('../../mock/index.ts', import.meta.url).href)
      .replace('backlot/api', new URL('../../generated/service/api.ts', import.meta.url).href);
    const folder = await temporaryFolder({ 'copied.test.mjs': source });
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'copied.test.mjs'], {
      cwd: folder,
    });
    expect(stdout).toContain('pass 1');
  });

  it('is used with the keyboard: to the content, between tabs, to an event', async () => {
    await open('executions/exec_tools');
    await page.getByRole('tab', { name: 'Timeline' }).waitFor();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    expect(page.url()).toContain('#/executions/exec_tools');
    await page.getByRole('tab', { name: 'Timeline' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Events', selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByLabel('Search in events').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('JSON').getByText('"execution_start"').waitFor();
    // One row is in the tab order; the arrow keys move to the others, also to those that are not drawn.
    const focused = () =>
      page.evaluate('document.activeElement.closest(".row")?.getAttribute("aria-posinset")');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('2');
    await page.keyboard.press('End');
    const last = await page.locator('.row').first().getAttribute('aria-setsize');
    await expect.poll(focused).toBe(last);
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe(undefined);
  });
});
