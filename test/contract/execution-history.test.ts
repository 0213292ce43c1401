/** The history of runs: lists, details, tool calls, and the rest of them after an agent is deleted. */
import { beforeEach, expect, it } from 'vitest';
import type { ExecutionPage, ExecutionResult } from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';

const runs = useMock({ fixture: 'empty' });
beforeEach(async () => {
  await runs.putScenario('short', [{ say: 'Yes.' }]);
});

/** Creates an agent and returns its URL. */
async function makeAgent(): Promise<string> {
  return `/v1/agents/${await runs.createAgent({ maxTurns: 4 })}`;
}

async function runAt(address: string, scenario = 'short'): Promise<ExecutionResult> {
  const body = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false };
  const response = await runs.post(`${address}/execute`, body, { prefer: `scenario=${scenario}` });
  expect(response.status).toBe(200);
  return response.body as ExecutionResult;
}

async function list(address: string, query = ''): Promise<ExecutionPage> {
  const response = await runs.get(`${address}/executions${query}`);
  expect(response.status, response.text).toBe(200);
  return response.body as ExecutionPage;
}

const idsOf = ({ data }: ExecutionPage) => data.map(({ executionId }) => executionId);

it('a list of executions lists the runs of flows and inline agents under the agent id of these runs', async () => {
  const dispatch = async (body: object) =>
    (await runs.post('/v1/dispatch', { streamResponse: false, ...body })).body as ExecutionResult;
  const ofFlow = await dispatch({ flow: { id: 'flow_a' } });
  await runs.advance('PT1M');
  const ofInline = await dispatch({ agent: { name: 'Inline', config: {} }, messages: [] });
  const page = await list('/v1/agents/virtual');
  expect(idsOf(page)).toEqual([ofInline.executionId, ofFlow.executionId]);
  for (const { agentId, executionId } of page.data)
    expect((await runs.get(`/v1/agents/${agentId}/executions/${executionId}`)).status).toBe(200);
});

it('the runs of a deleted agent stay in the counts, in the feed, and available by id', async () => {
  const address = await makeAgent();
  const paused = await runAt(address, 'approval-timeout');
  await runAt(address);
  const cursor = ((await runs.get('/v1/events')).body as { cursor: string }).cursor;
  const counts = async () => (await runs.get('/v1/analytics/stats')).body as { executions: number };
  const before = (await counts()).executions;
  expect((await runs.delete(address)).status).toBe(200);
  await runs.advance('PT1M');
  expect((await counts()).executions).toBe(before);
  const status = await runs.get(`/v1/executions/${paused.executionId}/status`);
  expect(status.body).toMatchObject({ status: 'failed' });
  const { body } = await runs.get(`/v1/events?after=${cursor}&name=svc.execution.failed`);
  expect((body as { events: { data: object }[] }).events.map(({ data }) => data)).toEqual([
    expect.objectContaining({ executionId: paused.executionId }),
  ]);
  const daily = await runs.get('/v1/analytics/record-results?days=1');
  expect((daily.body as { days: object[] }).days).toEqual([
    expect.objectContaining({ executions: before, failed: 1 }),
  ]);
});
