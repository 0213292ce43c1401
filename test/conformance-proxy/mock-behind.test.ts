/** Calls of the generated client to the mock through the proxy: no findings, and the same results. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approveAgentExecution,
  createAgent,
  createClient,
  executeAgent,
  followExecutionEvents,
  getAgent,
  getAgentExecution,
  listProductEventTypes,
  ok,
  paginateAgents,
  pollProductEvents,
  resumeAgentExecution,
  updateAgent,
} from '../../generated/service/client.ts';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import type { Proxy } from '../../conformance/proxy/proxy.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { startTestProxy } from './support/start.ts';
import { useServedMock } from '../support/served-mock.ts';

const served = useServedMock({ pace: 'instant' });
let proxy: Proxy;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  proxy = await startTestProxy(new URL(served.url));
  client = createClient({ baseUrl: proxy.url, auth: { apiKey: 'rt_live_dev' } });
});
afterAll(async () => {
  await proxy.close();
});

const path = { id: 'agent_support' };
const messages = [{ role: 'user' as const, content: 'Hello' }];

async function expectNothing(): Promise<void> {
  expect(await proxy.settle()).toBe(true);
  expect(proxy.violations()).toEqual([]);
  expect(proxy.stats()).toMatchObject({ failed: 0, troubles: 0, unchecked: {} });
}

async function read(run: AsyncIterable<ExecutionStreamEvent>): Promise<readonly ExecutionStreamEvent[]> {
  const events: ExecutionStreamEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

test('agents and feeds work without findings', async () => {
  expect((await getAgent(client, { path: { id: 'agent_none' } })).status).toBe(404);
  const { body: agent } = ok(await createAgent(client, { body: { name: 'Concierge' } }));
  ok(await updateAgent(client, { path: { id: agent.id }, body: { description: 'Helps' } }));
  const names: string[] = [];
  for await (const { name } of paginateAgents(client, { query: { limit: '2' } })) names.push(name);
  expect(names).toContain('Concierge');
  ok(await listProductEventTypes(client));
  ok(await pollProductEvents(client, { query: { maxEvents: 10 } }));
  await expectNothing();
});

test.each(builtInScenarios.map(({ name }) => name))(
  'the scenario %s works without findings, as a stream and as a result',
  async (name) => {
    const headers = { prefer: `scenario=${name}` };
    const events = await read(executeAgent(client, { path, body: { messages } }, { headers }));
    expect(events.length).toBeGreaterThan(1);
    const body = { messages, streamResponse: false as const };
    expect((await executeAgent(client, { path, body }, { headers })).status).toBe(200);
    await expectNothing();
  },
);

test('a run that waits for an approval continues without findings', async () => {
  const headers = { prefer: 'scenario=approval' };
  const pause = (await read(executeAgent(client, { path, body: { messages } }, { headers }))).at(-1);
  if (pause?.type !== 'approval_start') throw new Error('It did not pause');
  const { executionId, approvalId } = pause;
  const body = { executionId, approvalId, decision: 'approved' as const };
  const rest = await read(approveAgentExecution(client, { path, body }));
  expect(rest.at(-1)?.type).toBe('execution_complete');
  ok(await getAgentExecution(client, { path: { ...path, executionId } }));
  await expectNothing();
});

test('a run that waits for a client tool is resumed and followed without findings', async () => {
  const headers = { prefer: 'scenario=local-tool' };
  const events = await read(executeAgent(client, { path, body: { messages } }, { headers }));
  const pause = events.at(-1);
  if (pause?.type !== 'await') throw new Error('It did not pause');
  const { executionId } = pause;
  const toolOutputs = { [pause.toolCallId ?? '']: { ok: true } };
  await read(resumeAgentExecution(client, { path, body: { executionId, toolOutputs } }));
  const again = await read(followExecutionEvents(client, { path: { ...path, executionId } }));
  expect(again.slice(0, events.length)).toEqual(events);
  await expectNothing();
});

test('a stream that the client closes early causes no findings', async () => {
  for await (const event of executeAgent(
    client,
    { path, body: { messages } },
    { headers: { prefer: 'pace=real' } },
  ))
    if (event.type === 'text_delta') break;
  await expectNothing();
});
