/** The console in a browser, on a real mock: every view, and what people do in them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { hasBrowser, useBrowser } from './browser.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const views = [
  'executions',
  'executions/exec_tools',
  'executions/exec_tools?tab=events',
  'executions/exec_tools?tab=frames',
  'executions/exec_tools?tab=record',
  'file',
  'waiting',
  'journal',
  'journal/1',
  'start',
  'clock',
  'state/sandboxDeployments?record=sbx_blocked',
  'state/batches',
  'state/productEvents',
  'worlds',
  'faults',
  'scenarios',
  'scenarios/tools',
];

/** The pixels that a page is wider than the window. */
const overflow = 'document.documentElement.scrollWidth - innerWidth';
/** The number of elements with a transition or an animation. */
const moving = `[...document.querySelectorAll('*')].map((element) => getComputedStyle(element)).filter(
  ({ transitionDuration, animationName }) => transitionDuration !== '0s' || animationName !== 'none').length`;

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns the accessibility violations of a page that has loaded axe; all rules when none are named. */
async function violationsIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules?: readonly string[],
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme });
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: AxeViolation[] }> };
    };
    const { violations } = await axe.run(only === undefined ? {} : { runOnly: only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200) ?? ''}`);
  }, rules);
}

describe.runIf(hasBrowser)('the console', () => {
  let mock: Mock;
  let server: NodeServer;
  const browser = useBrowser();
  let page: Page;
  let problems: string[];

  beforeEach(async () => {
    mock = await createMock({ pace: 'instant' });
    server = await listen(mock, { host: '127.0.0.1', port: 0 });
    page = await browser.context.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
        problems.push(`a request to ${request.url()}`);
    });
  });

  afterEach(async () => {
    await page.close();
    await server.close();
    await mock.close();
  });

  const open = async (view: string, world = ''): Promise<void> => {
    await page.goto(`${server.url}${world}/_mock/console/#/${view}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('main h1').waitFor();
  };

  const execute = (scenario: string, pace = 'instant'): Promise<Response> =>
    fetch(`${server.url}/v1/agents/agent_support/execute`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer rt_live_dev',
        'content-type': 'application/json',
        prefer: `scenario=${scenario}, pace=${pace}`,
      },
      body: JSON.stringify({
        messages: [{ role: 'user', content: 'Refund order 1042' }],
        streamResponse: true,
      }),
    });

  it('is where a browser gets from the root of the mock', async () => {
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    expect(page.url()).toBe(`${server.url}/_mock/console/`);
    const plain = await fetch(server.url);
    expect(plain.headers.get('content-type')).toBe('application/json');
  });

  it('has no accessibility violation in either theme, fits narrow pages, and respects reduced motion', async () => {
    await fetch(`${server.url}/v1/agents`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open('executions');
    await page.evaluate(readFileSync(axePath, 'utf8')).catch(() => undefined);
    for (const view of views) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(view);
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      const light = await violationsIn(page, 'light');
      // Only the colours differ between the themes, and only the layout between the widths.
      const dark = await violationsIn(page, 'dark', ['color-contrast']);
      await page.setViewportSize({ width: 390, height: 844 });
      const narrow = await violationsIn(page, 'light', ['scrollable-region-focusable', 'target-size']);
      expect([view, light, dark, narrow]).toEqual([view, [], [], []]);
      expect([view, await page.evaluate(overflow), await page.evaluate(moving)]).toEqual([view, 0, 0]);
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('shows an execution while it runs', async () => {
    await open('executions');
    const newest = async (): Promise<string> => {
      const query = { limit: 1, agentId: 'agent_support' };
      return (await mock.world().control.listExecutions({ query })).executions[0]!.id;
    };
    const before = await newest();
    const done = execute('tools', 'fast').then((response) => response.text());
    await expect.poll(newest).not.toBe(before);
    await page.getByRole('link', { name: await newest() }).click();
    await page.locator('svg text', { hasText: 'find_order' }).first().waitFor();
    await done;
    await page.locator('main .status', { hasText: 'completed' }).first().waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByRole('button', { name: 'execution_start' }).click();
    await page.getByLabel('JSON').getByText('"agentName": "Customer support"').waitFor();
    expect(problems).toEqual([]);
  });

  it('announces an approval and takes the decision from the keyboard', async () => {
    await open('executions');
    const before = (await mock.world().control.listWaiting()).waiting.length;
    await (await execute('approval')).text();
    await page.getByRole('status').getByRole('link', { name: 'Answer' }).click();
    await page.getByRole('heading', { name: 'Waiting' }).waitFor();
    const card = page.locator('article.card').first();
    await card.focus();
    await page.keyboard.press('a');
    await expect.poll(async () => (await mock.world().control.listWaiting()).waiting.length).toBe(before);
    // The focus moves to the next card, so that the keyboard can go on.
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('card');
    const query = { limit: 1, agentId: 'agent_support' };
    const status = async () => (await mock.world().control.listExecutions({ query })).executions[0]?.status;
    await expect.poll(status).toBe('completed');
  });

  it('explains a call and sends it again', async () => {
    await fetch(`${server.url}/v1/agentz`, { headers: { authorization: 'Bearer rt_live_dev' } });
    await open('journal');
    await page.getByRole('link', { name: 'GET /v1/agentz' }).click();
    await page.getByText('No operation matches GET /v1/agentz.').waitFor();
    await page.getByLabel('Path').fill('/v1/agents');
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByLabel('Response').getByText('agent_support').waitFor();
    await page.getByRole('link', { name: 'Why this response' }).click();
    await page.getByRole('heading', { name: 'GET /v1/agents' }).waitFor();
  });

  it('shows why an execution failed, at the top and at the end of the conversation', async () => {
    await (await execute('error')).text();
    const query = { limit: 1, agentId: 'agent_support' };
    const { id } = (await mock.world().control.listExecutions({ query })).executions[0]!;
    await open(`executions/${id}`);
    const conversation = page.getByLabel('Conversation');
    await conversation.locator('.error').waitFor();
    for (const place of [page.locator('main'), conversation]) {
      const texts = await place.locator('.error').first().innerText();
      for (const part of ['The model provider did not respond in time.', 'MODEL_UNAVAILABLE', 'stop reason'])
        expect(texts).toContain(part);
    }
  });

  it('filters the events of an execution by type and by text', async () => {
    await open('executions/exec_tools?tab=events');
    await page.getByLabel('Type').selectOption('tool_start');
    await page.getByText(/^\d of \d+ events$/).waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(5);
    await page.getByLabel('Type').selectOption('');
    await page.getByLabel('Search in events').fill('parcel_77');
    await page.getByText(/^\d+ of \d+ events$/).waitFor();
    await page.getByRole('button', { name: 'execution_start' }).waitFor({ state: 'detached' });
  });

  it('shows the facts of a saved execution', async () => {
    const { control } = mock.world();
    const path = { id: 'exec_tools' };
    const execution = await control.getExecution({ path });
    const { events } = await control.listExecutionEvents({ path, query: { limit: 1000 } });
    await open('file');
    const buffer = Buffer.from(JSON.stringify({ execution, events }));
    await page.getByLabel('File').setInputFiles({ name: 'saved.json', mimeType: 'application/json', buffer });
    await page.getByRole('heading', { name: 'exec_tools' }).waitFor();
    await page.locator('.facts').getByText('Customer support').waitFor();
    await page.locator('.facts').getByText('completed').waitFor();
  });

  it('offers only what can be done with a scenario', async () => {
    await open('scenarios/text');
    const remove = page.getByRole('button', { name: 'Remove from this world' });
    const save = page.getByRole('button', { name: 'Save in this world' });
    expect([await remove.isDisabled(), await save.isDisabled()]).toEqual([true, false]);
    await page
      .getByRole('textbox')
      .fill('{"description": "Wrong", "steps": [{"tool": {"name": "a", "resul": 1}}]}');
    await page.getByText('Did you mean result?').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('textbox').fill('{"description": "Mine", "steps": [{"say": "Hello"}]}');
    await expect.poll(() => save.isDisabled()).toBe(false);
    await save.click();
    await expect.poll(() => remove.isDisabled()).toBe(false);
  });

  it('turns the clock and shows the timers', async () => {
    await mock.world().clock.freeze();
    await open('clock');
    const before = mock.world().clock.now;
    await page.getByRole('button', { name: '+1 hour' }).click();
    await expect.poll(() => Date.parse(mock.world().clock.now) - Date.parse(before)).toBe(3_600_000);
    const { timers } = await mock.world().control.listTimers();
    await page.getByRole('button', { name: 'To the next timer' }).click();
    await expect.poll(() => mock.world().clock.now).toBe(timers[0]!.due);
    await page.reload();
    const later = (await mock.world().control.listTimers()).timers.find(
      ({ due }) => due > mock.world().clock.now,
    )!;
    await page
      .getByRole('button', { name: `To this timer: ${later.trigger} of ${later.kind} ${later.targetId}` })
      .click();
    await expect.poll(() => mock.world().clock.now).toBe(later.due);
  });

  it('forks a world and shows what has changed since a snapshot', async () => {
    await open('worlds');
    await page.getByLabel('Name of the snapshot').fill('before the agent');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('cell', { name: 'before the agent' }).waitFor();
    await fetch(`${server.url}/v1/agents`, {
      method: 'POST',
      headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Compared', type: 'native' }),
    });
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('created').first().waitFor();
    await page.getByRole('button', { name: 'Fork' }).first().click();
    await page.getByRole('link', { name: 'world-1' }).click();
    await page.waitForURL(`${server.url}/w/world-1/_mock/console/`);
    await page.getByText('Live', { exact: true }).waitFor();
    await open('executions', '/w/world-1');
    await page.getByLabel('World', { exact: true }).selectOption('default');
    await page.waitForURL(`${server.url}/_mock/console/#/executions`);
  });

  it('asks before it resets a world or deletes one', async () => {
    await mock.createWorld({ id: 'unwanted' });
    await open('worlds');
    const dialog = page.getByRole('dialog');
    await page.getByRole('row', { name: 'unwanted' }).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Delete the world unwanted').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(mock.worlds.find('unwanted')).toBeDefined();
    await page.getByRole('row', { name: 'unwanted' }).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: 'unwanted' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reset to the fixture' }).click();
    const journal = (): Promise<number> =>
      mock
        .world()
        .requests()
        .then(({ length }) => length);
    await mock.world().fetch(`${server.url}/v1/unknown`);
    expect(await journal()).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Reset to the fixture' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await journal()).toBe(0);
  });

  it('adds, changes and removes a fault', async () => {
    await open('faults');
    const add = page.getByLabel('New fault');
    await page.locator('#service-operations option[value="listAgents"]').waitFor({ state: 'attached' });
    await add.getByLabel('Operation').fill('listAgents');
    await add.getByLabel('Status').fill('503');
    await add.getByLabel('Headers').fill('Retry-After: 30');
    await add.getByRole('button', { name: 'Add a fault' }).click();
    await expect.poll(() => add.getByLabel('Status').inputValue()).toBe('');
    const card = page.getByLabel('Fault fault_');
    await card.getByText('status 503; headers Retry-After').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByLabel('Status').fill('418');
    await card.getByText('listAgents declares no status 418, only 200').waitFor();
    await card.getByLabel('Status').fill('429');
    await card.getByRole('button', { name: 'Change' }).click();
    await expect.poll(async () => (await mock.world().faults())[0]?.status).toBe(429);
    const headers = { authorization: 'Bearer rt_live_dev' };
    const response = await fetch(`${server.url}/v1/agents`, { headers });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
    await card.getByText('applied 1 time', { exact: false }).waitFor();
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(async () => (await mock.world().faults()).length).toBe(0);
  });

  it('starts a run and shows its conversation', async () => {
    await open('start');
    await page.getByLabel('Scenario').selectOption('text');
    await page.getByLabel('Pace').selectOption('instant');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByLabel('Conversation').locator('.bubble').first().waitFor();
  });

  it('saves an edited scenario in the world', async () => {
    await open('scenarios/text');
    const field = page.getByRole('textbox');
    const scenario = parse(await field.inputValue()) as { description: string };
    await field.fill(stringify({ ...scenario, description: 'Edited here' }));
    await page.getByRole('button', { name: 'Save in this world' }).click();
    await page.getByText('Edited here').first().waitFor();
  });

  it('shows hostile texts as text', async () => {
    const hostile = '<img src=x onerror="document.title=1">\u202Eevil\u001b[31m<script>alert(1)</script>';
    await fetch(`${server.url}/v1/agents`, {
      method: 'POST',
      headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
      body: JSON.stringify({ name: hostile, type: 'native', description: 'x'.repeat(100_000) }),
    });
    const { requests } = await mock.world().control.listRequests({ query: { order: 'newest', limit: 1 } });
    await open(`journal/${requests[0]!.id}`);
    await page.getByLabel('Body').waitFor();
    await open('state/agents');
    await page.getByText('<script>').first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('asks for the control token on a network address, and then shows its pages', async () => {
    const guarded = await createMock({ controlToken: 'secret' });
    const network = await listen(guarded, { host: '0.0.0.0', port: 0 });
    await page.goto(`http://127.0.0.1:${network.port}/_mock/console/`);
    await page.getByLabel('Control token').fill('secret');
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    await page.getByRole('link', { name: 'exec_tools' }).waitFor();
    await network.close();
    await guarded.close();
  });

  it('shows a lost connection, and recovers, without an uncaught error', async () => {
    await open('executions');
    const { port } = server;
    await server.close();
    await page.getByText('Connection lost, trying again…').waitFor();
    // Two more attempts fail.
    for (let attempt = 0; attempt < 2; attempt += 1) await page.waitForEvent('requestfailed');
    expect(problems.filter((problem) => !problem.includes('net::ERR_'))).toEqual([]);
    server = await listen(mock, { host: '127.0.0.1', port });
    await page.getByText('Live', { exact: true }).waitFor();
  });
});
