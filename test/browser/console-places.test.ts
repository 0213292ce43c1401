/** The console of a world other than the default one, below the path of a proxy, on every log, and in a large world. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { redisLog } from '../../mock/logs/redis/redis-log.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';
import { hasBrowser, useBrowser } from './browser.ts';
import { useFolder } from '../support/folder.ts';

const PREFIX = '/tools/mock';

/** Starts a reverse proxy that removes a prefix from paths, and sends nothing else to the mock. */
async function proxyTo(port: number): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (!url.startsWith(`${PREFIX}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(
      { port, host: '127.0.0.1', method, path: url.slice(PREFIX.length), headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        outgoing.flushHeaders();
        response.pipe(outgoing);
      },
    );
    outgoing.on('close', () => forwarded.destroy());
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

describe.runIf(hasBrowser)('the console', () => {
  const folder = useFolder();
  const browser = useBrowser();
  let page: Page;
  const outside: string[] = [];

  beforeAll(async () => {
    page = await browser.context.newPage();
    // Like a computer without a network: only this computer can be reached, and the attempt is noted.
    await page.route('**/*', (route) => {
      const { hostname, protocol } = new URL(route.request().url());
      if (hostname === '127.0.0.1' || protocol === 'data:') return route.continue();
      outside.push(route.request().url());
      return route.abort();
    });
  }, 60_000);

  afterAll(() => expect(outside).toEqual([]));

  /** Starts a run on the page, watches it, and takes a snapshot of its world. */
  async function useConsole(base: string): Promise<void> {
    await page.goto(`${base}/_mock/console/#/start`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('Scenario').selectOption('text');
    await page.getByLabel('Pace').selectOption('instant');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByLabel('Conversation').locator('.bubble').first().waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Executions' }).click();
    await page.locator('.row .status', { hasText: 'completed' }).first().waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Worlds' }).click();
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByText('snapshot_1', { exact: true }).first().waitFor();
  }

  async function serve(options: Parameters<typeof createMock>[0]): Promise<[Mock, NodeServer]> {
    const mock = await createMock({ pace: 'instant', ...options });
    return [mock, await listen(mock, { host: '127.0.0.1', port: 0 })];
  }

  it('works for another world below the path of a reverse proxy, whose root redirects to it', async () => {
    const [mock, server] = await serve({});
    const proxy = await proxyTo(server.port);
    try {
      await mock.createWorld({ id: 'mine' });
      const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
      await page.goto(`${base}/`);
      await page.getByText('Live', { exact: true }).waitFor();
      expect(page.url()).toBe(`${base}/_mock/console/`);
      await useConsole(`${base}/w/mine`);
      await page.getByLabel('World', { exact: true }).selectOption('default');
      await page.waitForURL(`${base}/_mock/console/#/worlds`);
      await page.getByText('Live', { exact: true }).waitFor();
      expect((await mock.world('mine').control.listSnapshots()).snapshots.length).toBe(1);
    } finally {
      await page.goto('about:blank');
      proxy.close();
      await server.close();
      await mock.close();
    }
  });

  it('works with worlds in a file', async () => {
    const [mock, server] = await serve({ log: sqliteLog({ file: path.join(folder, 'backlot.db') }) });
    try {
      await useConsole(server.url);
    } finally {
      await page.goto('about:blank');
      await server.close();
      await mock.close();
    }
  });

  it.runIf(hasRedis())('shows what another mock does with the same worlds in Redis', async () => {
    const redis = await RedisServer.start();
    const [mock, server] = await serve({ log: redisLog({ url: redis.url }) });
    const [other, otherServer] = await serve({ log: redisLog({ url: redis.url }) });
    try {
      await useConsole(server.url);
      await page.goto(`${server.url}/_mock/console/#/journal`);
      await page.getByText('Live', { exact: true }).waitFor();
      await fetch(`${otherServer.url}/v1/agents/agent_elsewhere`);
      await page.getByRole('link', { name: 'GET /v1/agents/agent_elsewhere' }).waitFor();
    } finally {
      await page.goto('about:blank');
      for (const each of [server, otherServer, mock, other]) await each.close();
      await redis.stop();
    }
  });

  it('draws a bounded number of rows, whatever the number of executions and events', async () => {
    const words = { name: 'words', description: 'Many words.', steps: [{ say: 'word '.repeat(3_000) }] };
    const [mock, server] = await serve({ scenarios: [words] });
    try {
      const response = await mock.fetch('/v1/agents/agent_support/execute', {
        method: 'POST',
        headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
        body: JSON.stringify({
          messages: [{ role: 'user', content: '#scenario:words' }],
          streamResponse: false,
        }),
      });
      await response.text();
      // The default fixture has more than a thousand executions.
      await page.goto(`${server.url}/_mock/console/#/executions?source=all`);
      const list = page.getByRole('list', { name: 'Executions' });
      await expect
        .poll(
          async () => {
            await list.press('End');
            return page.getByText(/^\d{4} executions$/).count();
          },
          { timeout: 10_000 },
        )
        .toBe(1);
      expect(await page.locator('.row').count()).toBeLessThan(100);
      await page.getByLabel('Search').fill('#scenario:words');
      await page.locator('.row:only-child').getByRole('link').click();
      await page.getByText(/^1\d{3} events$/).waitFor();
      await page.getByRole('tab', { name: 'Events' }).click();
      await page.getByRole('list', { name: 'Events in order' }).press('End');
      await page.getByRole('button', { name: 'execution_complete' }).waitFor();
      expect(await page.locator('.row').count()).toBeLessThan(100);
    } finally {
      await page.goto('about:blank');
      await server.close();
      await mock.close();
    }
  });
});
