/**
 * What a page of another site can do to a mock on this computer: a real browser, in which the
 * attackers' host names resolve to the loopback address.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';
import { useServedMock } from '../support/served-mock.ts';
import { useServer } from '../support/server.ts';

const key = { authorization: 'Bearer rt_live_dev' };

const site = await useServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<title>A page</title>');
});

describe.runIf(hasBrowser)('a page of another site', () => {
  const served = useServedMock();
  const browser = useBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']);
  let page: Page;

  beforeAll(async () => {
    page = await browser.context.newPage();
  });

  const openSite = (name: string) => page.goto(`http://${name}:${site.port}/`);
  /** Only what these calls would add: runs of the world itself continue in the meantime. */
  const counts = async () => {
    const response = await served.mock.fetch('/_mock/world');
    const { counts: all } = (await response.json()) as { counts: Record<string, number> };
    return [all['registrants'], all['registrations'], all['clientSessions']];
  };

  it('cannot read or change anything through a host name rebound to this computer', async () => {
    await page.goto(`http://rebind.test:${served.port}/v1/agents`);
    const statuses = await page.evaluate(async (headers) => {
      const ask = async (path: string, method: string, body?: string) =>
        (await fetch(path, { method, headers, ...(body !== undefined && { body }) })).status;
      return [
        await ask('/v1/agents', 'GET'),
        await ask('/v1/agents', 'POST', '{"name":"Planted"}'),
        await ask('/v1/agents/agent_support', 'DELETE'),
        await ask('/_mock/state', 'GET'),
      ];
    }, key);
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  it.each(['', 'text/plain'])(
    'cannot register an agent without a preflight, with content type %j',
    async (type) => {
      const before = await counts();
      await openSite('evil.test');
      await page.evaluate(
        async ([address, contentType]) => {
          const body = new Blob(['{"type":"anonymous","requested_credential_type":"api_key"}'], {
            type: contentType,
          });
          await fetch(`${address}/agent/auth`, { method: 'POST', mode: 'no-cors', body });
          const token = new Blob(['{"token":"ct_test_any_page"}'], { type: contentType });
          await fetch(`${address}/v1/client/init`, { method: 'POST', mode: 'no-cors', body: token });
        },
        [served.url, type] as const,
      );
      expect(await counts()).toEqual(before);
    },
  );

  it('can call the mock when it is served from this computer, on any port', async () => {
    await openSite('localhost');
    const status = await page.evaluate(
      async ([address, headers]) =>
        (
          await fetch(`${address}/v1/agents`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: '{"name":"Mine"}',
          })
        ).status,
      [served.url, key] as const,
    );
    expect(status).toBe(201);
  });

  it('cannot show what the control API returns in a frame', async () => {
    await openSite('localhost');
    await page.setContent(`<iframe src="${served.url}/_mock/world"></iframe>`);
    const [, shown] = page.frames();
    expect(await shown?.locator('body').innerText()).not.toContain('agent');
  });

  it('runs in an opaque origin when it is stored as an asset', async () => {
    const script =
      "fetch('/_mock/state').then(() => 'read', () => 'failed').then((result) => (document.title = result))";
    const response = await served.mock.fetch('/_mock/assets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        visibility: 'public',
        contentType: 'text/html',
        body: `<!doctype html><title>started</title><script>${script}</script>`,
      }),
    });
    const { url } = (await response.json()) as { url: string };
    await page.goto(served.url + new URL(url).pathname);
    await page.waitForFunction("document.title !== 'started'");
    expect(await page.title()).toBe('failed');
    expect(await page.evaluate('origin')).toBe('null');
  });
});
