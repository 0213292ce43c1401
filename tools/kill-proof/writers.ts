/** Clients that write to a mock until it is gone, and record what it acknowledged. */
import type { Ledger, Read } from './ledger.ts';

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

/** Sends a request. Errors: rejects for a connection that ends and for a status of 500 or more. */
async function send(url: string, method: string, body?: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return { status: response.status, text };
}

export function reader(url: string): Read {
  return async (path) => {
    const { status, text } = await send(url + path, 'GET');
    return status === 404 ? null : (JSON.parse(text) as unknown);
  };
}

/** Sends a request that must succeed. */
async function must(url: string, method: string, body?: unknown): Promise<string> {
  const { status, text } = await send(url, method, body);
  if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`);
  return text;
}

const idOf = (text: string): string => (JSON.parse(text) as { readonly id: string }).id;

/** Creates the agents that count, unless the mock has them. */
export async function prepareCounters(url: string, ledger: Ledger): Promise<void> {
  if (ledger.counters.size > 0) return;
  for (let number = 0; number < 4; number += 1) {
    const id = idOf(await must(`${url}/v1/agents`, 'POST', { name: `Counter ${number}` }));
    ledger.counters.set(`/v1/agents/${id}`, { sent: 0, stored: 0 });
  }
}

/** Creates the world of a round, a fork of `default`. */
export async function createRoundWorld(url: string, ledger: Ledger, world: string): Promise<void> {
  await ledger.change(`/_mock/worlds/${world}`, 'present', async () => {
    await must(`${url}/_mock/worlds`, 'POST', { id: world, from: 'default' });
  });
}

export async function deleteRoundWorld(url: string, ledger: Ledger, world: string): Promise<void> {
  ledger.forget(`/w/${world}/`);
  await ledger.change(`/_mock/worlds/${world}`, 'absent', async () => {
    await must(`${url}/_mock/worlds/${world}`, 'DELETE');
  });
}

type Writer = (number: number) => Promise<void>;

/** Starts all writers; resolves when each has failed, which is when the mock is gone. */
export async function writeUntilGone(url: string, ledger: Ledger, world: string): Promise<void> {
  const base = `/w/${world}`;
  const counting = [...ledger.counters.keys()].map(
    (path): Writer =>
      () =>
        ledger.count(path, (count) => must(url + path, 'PUT', { description: String(count) })),
  );
  const creating: Writer = async (number) => {
    const id = idOf(await must(`${url}${base}/v1/agents`, 'POST', { name: 'Created' }));
    const path = `${base}/v1/agents/${id}`;
    ledger.paths.set(path, 'present');
    ledger.acknowledged += 1;
    if (number % 2 === 0) await ledger.change(path, 'absent', () => must(url + path, 'DELETE'));
  };
  const executing: Writer = async () => {
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const stream = await must(`${url}${base}/v1/agents/agent_support/execute`, 'POST', body);
    const id = /"executionId":"(\w+)"/.exec(stream)?.[1];
    if (!stream.includes('event: execution_complete') || id === undefined) return;
    ledger.executions.add(`${base}/v1/agents/agent_support/executions/${id}`);
    ledger.acknowledged += 1;
  };
  const forking: Writer = async (number) => {
    const fork = `${world}-${number}`;
    const path = `/_mock/worlds/${fork}`;
    await ledger.change(path, 'present', () =>
      must(`${url}/_mock/worlds`, 'POST', { id: fork, from: world }),
    );
    await ledger.change(path, 'absent', () => must(url + path, 'DELETE'));
    ledger.paths.delete(path);
  };
  await Promise.all([...counting, creating, executing, forking].map((writer) => repeat(writer)));
}

async function repeat(writer: Writer): Promise<void> {
  for (let number = 0; ; number += 1) {
    try {
      await writer(number);
    } catch (error) {
      // The connection has ended; every response is a problem.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}
