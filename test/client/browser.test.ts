/**
 * The generated client in a real page: bundled like an app, with the platform's own `fetch`, from another origin.
 */
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser, serveSources } from '../browser/browser.ts';
import { vectors } from '../unit/runtime/client/sse-vectors.ts';
import { startCuttingProxy } from './support/network.ts';
import { until } from '../hosts/support/until.ts';
import { useServedMock } from '../support/served-mock.ts';

/** What the page runs: it reads a run whose connections break, and an error, and returns what it received. */
const script = `
  import { createClient, executeAgent, getAgent } from './client.ts';
  export async function readRun(baseUrl) {
    const timing = {
      now: () => Date.now(),
      random: () => 0,
      after: (ms, ring) => { const timer = setTimeout(ring, ms / 1000); return () => clearTimeout(timer); },
    };
    const client = createClient({ baseUrl, auth: { apiKey: 'rt_live_dev' }, timing, timeoutMs: null });
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const seqs = [];
    for await (const event of executeAgent(client, { path: { id: 'agent_support' }, body })) {
      seqs.push(event.seq);
      void globalThis.markRead(event.seq);
    }
    const errorResponse = await getAgent(client, { path: { id: 'agent_none' } });
    return { seqs, status: errorResponse.status, error: errorResponse.body.error };
  }
`;

/** The second script of the page: the client's reader with every vector split at every pair of positions. */
const vectorScript = `
  import { createFrameReader } from '../../templates/runtime/client/streams/read-frames.ts';
  import { joined, vectors } from '../../test/unit/runtime/client/sse-vectors.ts';
  function read(chunks) {
    const reader = createFrameReader(10_000);
    const frames = chunks.flatMap((chunk) => reader.read(chunk));
    const events = frames.map(({ event, data, lastEventId }) => ({ type: event ?? 'message', data, lastEventId }));
    return { events, lastEventId: reader.lastEventId, retry: reader.retryMs };
  }
  function cutsOf(bytes) {
    const cuts = [];
    for (let first = 0; first <= bytes.length; first++)
      for (let second = first; second <= bytes.length; second++)
        cuts.push([bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]);
    return cuts;
  }
  export function readVectors() {
    let cuts = 0;
    const wrong = vectors.filter(({ chunks, expect }) => {
      const expected = JSON.stringify(expect);
      return [chunks, ...cutsOf(joined(chunks))].some((pieces) => (cuts++, JSON.stringify(read(pieces)) !== expected));
    });
    return { vectors: vectors.length, cuts, wrong: wrong.map(({ name }) => name) };
  }
`;

async function bundle(contents: string): Promise<string> {
  const resolveDir = path.resolve(import.meta.dirname, '../../generated/service');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'app',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the number of the last event that a text of a stream contains whole, -1 if there is none. */
function lastSeqOf(text: string): number {
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
  return Number([...whole.matchAll(/"seq":(\d+)/g)].at(-1)?.[1] ?? -1);
}

const sources = await serveSources();

describe.runIf(hasBrowser)('a page', () => {
  const served = useServedMock();
  const browser = useBrowser();

  it('reads a run completely, wherever the connection breaks', async () => {
    let lastRead = -1;
    const proxy = await startCuttingProxy(
      served.url,
      () => 3.5,
      (text) => until(() => lastRead >= lastSeqOf(text)),
    );
    try {
      const page = await browser.context.newPage();
      await page.exposeFunction('markRead', (seq: number) => (lastRead = seq));
      await page.goto(sources.url);
      const result = await page.evaluate(
        `${await bundle(script)}; app.readRun(${JSON.stringify(proxy.url)})`,
      );
      const { seqs, ...errorResponse } = result as { seqs: number[]; status: number; error: string };
      expect(seqs.length).toBeGreaterThan(4);
      expect(seqs).toEqual(seqs.map((_, index) => index));
      expect(errorResponse).toEqual({ status: 404, error: 'Agent not found' });
    } finally {
      await proxy.close();
    }
  });

  it('renders queries, pages and mutations with React Query', async () => {
    const page = await browser.context.newPage();
    await page.goto(sources.url);
    const app = await bundle(`export { renderAgents } from '../../test/client/support/react-page.ts'`);
    await page.evaluate(`${app}; app.renderAgents(document.body, ${JSON.stringify(served.url)})`);
    const names = page.locator('li');
    await names.first().waitFor();
    expect(await names.count()).toBe(2);
    await page.getByRole('button', { name: 'More' }).click();
    await names.nth(2).waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Concierge').waitFor();
    expect(await page.locator('output').textContent()).toBe('Agent not found');
  });

  it('reads every vector of the event stream format, split at every pair of positions', async () => {
    const page = await browser.context.newPage();
    await page.goto(sources.url);
    const result = await page.evaluate(`${await bundle(vectorScript)}; app.readVectors()`);
    expect(result).toMatchObject({ vectors: vectors.length, wrong: [] });
    expect((result as { cuts: number }).cuts).toBeGreaterThan(vectors.length * 100);
  });
});
