/**
 * Takes the pictures of the console for the docs: `npm run docs:screenshots`. Needs Chromium and a build. The mock has a
 * frozen clock, so that the pictures change only when the console does.
 */
import { mkdirSync, statSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { listen } from '../../mock/hosts/node.ts';
import { createMock } from '../../mock/index.ts';

const FOLDER = 'docs/images';
/** Units: bytes of a picture. */
const MAX_SIZE = 150_000;

const mock = await createMock({ clock: { mode: 'scaled', now: '2026-01-05T09:00:00Z' }, pace: 'fast' });
const server = await listen(mock, { host: '127.0.0.1', port: 0 });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  await call('GET', '/v1/agentz');
  await call('POST', '/v1/agents/agent_support/execute', {
    messages: [{ role: 'user', content: 'Where is my order 1042? #scenario:tools' }],
  });
  const { executions } = await mock
    .world()
    .control.listExecutions({ query: { limit: 1, agentId: 'agent_support' } });
  const page = await browser.newPage({ viewport: { width: 1200, height: 640 }, colorScheme: 'light' });
  await take('execution', `executions/${executions[0]?.id ?? ''}`);
  await take('request', 'journal/1');
  await take('waiting', 'waiting');
  await take('state', 'state/sandboxDeployments?record=sbx_running');
  await take('scenario', 'scenarios/text', async () => {
    const steps = [{ say: 'Let me look that up.' }, { tool: { name: 'find_order', take: 500 } }];
    const text = JSON.stringify({ description: 'Looks up an order.', steps }, null, 2);
    await page.getByRole('textbox').fill(text);
    await page.getByRole('button', { name: 'Line 10' }).click();
  });

  async function take(name: string, view: string, act?: () => Promise<void>): Promise<void> {
    await page.goto(`${server.url}/_mock/console/#/${view}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await act?.();
    await page.waitForTimeout(300);
    const path = `${FOLDER}/console-${name}.png`;
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > MAX_SIZE) throw new Error(`${path} has ${size} bytes, more than ${MAX_SIZE}.`);
    process.stdout.write(`${path} ${size} bytes\n`);
  }
} finally {
  await browser.close();
  await server.close();
  await mock.close();
}

async function call(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.text();
}
