/**
 * What a page of a frontend does: it loads generated code under a strict policy, and calls the mock
 * from another origin.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser, serveSources } from './browser.ts';
import { useServedMock } from '../support/served-mock.ts';

const sources = await serveSources();

describe.runIf(hasBrowser)('a page', () => {
  const served = useServedMock();
  const browser = useBrowser();
  let page: Page;

  beforeAll(async () => {
    page = await browser.context.newPage();
    await page.goto(sources.url);
  }, 60_000);

  it('loads the validators under a policy that forbids eval, and can use them', async () => {
    await page.goto(`${sources.url}/?test/browser/pages/validators.ts`);
    const verdicts = await page.locator('body', { hasText: '}' }).innerText();
    expect(JSON.parse(verdicts)).toEqual({
      evaluation: 'EvalError',
      good: true,
      bad: false,
      unknown: false,
      wrong: ['name', 'agentType'],
    });
  });

  it('reads every event before the cut of a stream that a fault breaks', async () => {
    const world = await served.mock.world().fork();
    await world.addFault({ operationId: 'executeAgent', cut: { afterEvents: 3 } });
    const runs = await page.evaluate(async (base) => {
      const readRun = async (): Promise<string> => {
        const response = await fetch(`${base}/v1/agents/agent_support/execute`, {
          method: 'POST',
          headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
        });
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        try {
          for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
          return 'The stream ended.';
        } catch {
          return [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type).join();
        }
      };
      const texts: string[] = [];
      for (let run = 0; run < 20; run++) texts.push(await readRun());
      return texts;
    }, `${served.url}/w/${world.id}`);
    expect(runs).toEqual(Array.from({ length: 20 }, () => 'execution_start,turn_start,model_call_start'));
    await world.delete();
  });

  it('streams a run from another origin, and reads the headers that the mock exposes', async () => {
    const run = await page.evaluate(async (base) => {
      const response = await fetch(`${base}/v1/agents/agent_support/execute`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer rt_live_dev',
          'content-type': 'application/json',
          prefer: 'scenario=tools',
          'x-client-version': '1.0.0',
        },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Where is my order?' }] }),
      });
      return { applied: response.headers.get('preference-applied'), text: await response.text() };
    }, served.url);
    expect(run.applied).toBe('scenario=tools');
    expect(run.text).toMatch(/^event: execution_start\n/);
    expect(run.text).toMatch(/event: execution_complete\nid: \d+\ndata: .*\n\n$/);
  });

  it('of another site cannot control the mock', async () => {
    await page.route('http://evil.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Evil</title>' }),
    );
    await page.goto('http://evil.test/');
    const outcome = await page.evaluate(async (base) => {
      const call = fetch(`${base}/_mock/worlds`, { method: 'POST', mode: 'no-cors' });
      return call.then(
        ({ type }) => type,
        () => 'blocked',
      );
    }, served.url);
    expect(['opaque', 'blocked']).toContain(outcome);
    expect(served.mock.worlds.list().map(({ id }) => id)).toEqual(['default']);
    await page.goto(sources.url);
  });
});
