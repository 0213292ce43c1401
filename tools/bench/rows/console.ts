/**
 * The console with many executions, with a very long one, and with a steady flow of events: the longest task of the
 * main thread in a trace, and the heap of the page.
 */
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { startChild } from '../support/child.ts';
import type { Bench, TableRow } from '../support/table.ts';

/** The methods of `programs/console-mock.ts`. */
export type ConsoleMethods = {
  /** Creates executions, a long one with this many events, and one that runs; returns the port and the two ids. */
  start(size: {
    readonly executions: number;
    readonly events: number;
  }): Promise<{ readonly port: number; readonly long: string; readonly live: string }>;
  /** Writes events to an execution at a steady rate; returns how many. */
  flow(rate: { readonly id: string; readonly perSecond: number; readonly seconds: number }): Promise<number>;
};

const size = { executions: 10_000, events: 50_000 };
const rate = { perSecond: 200, seconds: 60 };

export const benchConsole: Bench = async () => {
  const mock = startChild<ConsoleMethods>('console-mock.ts');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--js-flags=--expose-gc'],
  });
  try {
    const { port, long, live } = await mock.call('start', size);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const show = async (view: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`http://127.0.0.1:${port}/_mock/console/#/${view}`);
      await page.getByText('Live', { exact: true }).waitFor();
    };
    const rows: TableRow[] = [];
    const record = async (what: string, act: () => Promise<unknown>): Promise<void> => {
      rows.push({ what, figures: await measure(browser, page, act) });
    };
    await record(`list ${size.executions} executions, scroll to the oldest`, async () => {
      await show('executions');
      await scrollToEnd(page, 'Executions');
      await page.getByText(/^1\d{4} executions$/).waitFor();
    });
    await record('search in them, a key at a time', async () => {
      await page.getByLabel('Search').pressSequentially('order 9', { delay: 60 });
      await page.waitForTimeout(500);
    });
    await record(`open an execution with ${size.events} events`, async () => {
      await show(`executions/${long}`);
      await page.getByText(/^\d{5} events$/).waitFor({ timeout: 60_000 });
    });
    await record('scroll through its events', async () => {
      await page.getByRole('tab', { name: 'Events' }).click();
      await scrollToEnd(page, 'Events in order');
    });
    for (const view of [`executions/${live}`, `executions/${live}?tab=events`, 'executions'])
      await record(
        `${rate.perSecond} events a second for ${rate.seconds} s, at ${view.replace(live, 'ID')}`,
        async () => {
          await show(view);
          await mock.call('flow', { id: live, ...rate });
        },
      );
    return rows;
  } finally {
    await browser.close();
    await mock.stop();
  }
};

/** Scrolls a list in steps, and then to its end until there is no more to load. */
async function scrollToEnd(page: Page, label: string): Promise<void> {
  const list = page.getByRole('list', { name: label });
  await list.hover();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(16);
  }
  do {
    await list.press('End');
    await page.waitForTimeout(150);
  } while ((await page.getByText('more when you scroll').count()) > 0);
}

/** A finished task of a thread in a trace. Units: microseconds; `tdur` is processor time. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

async function measure(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`),
  );
  const longest = (unit: 'dur' | 'tdur'): number =>
    Math.max(0, ...tasks.map((task) => (task[unit] ?? 0) / 1_000));
  const over = tasks.filter(({ dur = 0 }) => dur > 100_000).length;
  const { heap, nodes } = await readMemory(session);
  await session.detach();
  return `longest task ${longest('dur').toFixed(0)} ms (${longest('tdur').toFixed(0)} ms of processor time), ${over} over 100 ms, heap ${heap.toFixed(0)} MB, ${nodes} nodes`;
}

/** Reads the heap after a collection of garbage. Units: `heap` in MB. */
async function readMemory(session: CDPSession): Promise<{ readonly heap: number; readonly nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize / 1_000_000, nodes };
}
