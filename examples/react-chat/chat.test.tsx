// @vitest-environment happy-dom
import { createClient } from 'backlot/client';
import { createMock, type Mock } from 'backlot/mock';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChatPage } from './chat.js';
import type { LocalTool } from './use-chat.js';

const tools: Readonly<Record<string, LocalTool>> = {
  read_cart: { description: 'Reads the cart of the page.', run: () => ({ items: 2 }) },
};

let mock: Mock;
let requests: { readonly url: string; readonly body: string }[];
let root: Root;

beforeEach(async () => {
  mock = await createMock({ pace: 'fast' });
  requests = [];
  sessionStorage.clear();
});
afterEach(async () => {
  root.unmount();
  await mock.close();
});

/** Renders the page as after a load. */
function open(): void {
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.body.firstElementChild!);
  const client = createClient({
    baseUrl: mock.baseUrl,
    auth: { apiKey: 'rt_live_dev' },
    fetch: (url, init) => {
      requests.push({ url: String(url), body: String(init?.body ?? '') });
      return mock.fetch(url, init);
    },
  });
  const page = <ChatPage client={client} agentId="agent_support" tools={tools} storageKey="chat" />;
  flushSync(() => root.render(<StrictMode>{page}</StrictMode>));
}

function send(text: string): void {
  document.querySelector('input')!.value = text;
  press('Send');
}

function press(name: string): void {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  button!.click();
}

/** Units: milliseconds. Only a failing test waits this long. */
const limit = { timeout: 10_000, interval: 10 };

async function waitForStatus(status: string): Promise<void> {
  await vi.waitFor(() => expect(document.querySelector('[role=status]')!.textContent).toBe(status), limit);
}

const messages = (): readonly Element[] => [...document.querySelectorAll('article')];
const lastMessage = (): string => messages().at(-1)!.textContent;

/** Waits until a response has begun, which makes this number of messages. */
async function waitForResponse(count: number): Promise<void> {
  await vi.waitFor(() => {
    expect(messages()).toHaveLength(count);
    expect(lastMessage()).not.toBe('');
  }, limit);
}

test('streams a response, and sends the whole conversation with the next message', async () => {
  open();
  send('Hello #scenario:text');
  await waitForStatus('completed');
  const first = lastMessage();
  expect(first).not.toBe('');
  send('And now? #scenario:text');
  await waitForResponse(4);
  await waitForStatus('completed');
  const body = JSON.parse(requests.at(-1)!.body) as { messages: { role: string }[] };
  expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

test('waits for the approval of a tool call', async () => {
  open();
  send('Refund order 1042 #scenario:approval');
  await waitForStatus('paused');
  press('Approve');
  await waitForStatus('completed');
  expect(document.querySelector('code')!.textContent).toMatch(/: succeeded$/);
});

test('runs a local tool and submits its output', async () => {
  open();
  send('What is in my cart? #scenario:local-tool');
  await waitForStatus('completed');
  expect(lastMessage()).toContain('"items":2');
});

test('continues a response after a reload', async () => {
  open();
  send('Hello #scenario:text');
  await waitForResponse(2);
  root.unmount();
  open();
  await waitForStatus('completed');
  const reloaded = lastMessage();
  send('Hello #scenario:text');
  await waitForResponse(4);
  await waitForStatus('completed');
  expect(lastMessage()).toBe(reloaded);
});

test('continues a paused execution after a reload with the events that it has missed', async () => {
  open();
  send('Refund order 1042 #scenario:approval');
  await waitForStatus('paused');
  const before = document.body.textContent;
  root.unmount();
  open();
  await vi.waitFor(() => expect(requests.at(-1)!.url).toMatch(/\/events\?after=\d+$/), limit);
  await waitForStatus('paused');
  expect(document.body.textContent).toBe(before);
  press('Deny');
  await waitForStatus('completed');
});

test('shows that an approval has expired when it is opened again', async () => {
  open();
  send('Hold a seat #scenario:approval-timeout');
  await waitForStatus('paused');
  root.unmount();
  await mock.world().clock.advance('PT2M');
  open();
  await waitForStatus('failed');
});

test('shows the error of a request', async () => {
  open();
  vi.spyOn(mock, 'fetch').mockResolvedValueOnce(Response.json({ error: 'Too busy' }, { status: 400 }));
  send('Hello');
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull(), limit);
});
