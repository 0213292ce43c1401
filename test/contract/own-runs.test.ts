/** Whoever may start a run may follow it: what a key without read permission can read of its own runs and batches. */
import { describe, expect, it } from 'vitest';
import { createClient, executeAgent } from '../../generated/service/client.ts';
import { quickTiming } from '../client/support/quick-timing.ts';
import { useMock } from '../support/mock-client.ts';

const service = useMock();

const messages = [{ role: 'user', content: 'Hello' }];
const get = (path: string, key: string) => service.get(path, { key });

/** Lists the places where a run can be read. */
const readsOf = (executionId: string, agentId = 'agent_support') => [
  `/v1/agents/${agentId}/executions/${executionId}/events`,
  `/v1/agents/${agentId}/executions/${executionId}`,
  `/v1/executions/${executionId}/status`,
];

async function start(key: string, path: string, body: object): Promise<string> {
  const response = await service.post(path, { ...body, streamResponse: false }, { key });
  expect(response.status, response.text).toBe(200);
  return String(response.body['executionId']);
}

describe('a key with AGENTS:EXECUTE only', () => {
  it('rejoins the run that it started, and reads its status and detail', async () => {
    const key = await service.makeKey('AGENTS:EXECUTE');
    const executionId = await start(key, '/v1/agents/agent_support/execute', { messages });
    for (const path of readsOf(executionId))
      expect([path, (await get(path, key)).status]).toEqual([path, 200]);
  });

  it('is refused a run of another key, and does not find one that is not there', async () => {
    const key = await service.makeKey('AGENTS:EXECUTE');
    const other = await start(await service.makeKey('AGENTS:EXECUTE'), '/v1/agents/agent_support/execute', {
      messages,
    });
    for (const executionId of [other, 'exec_answered'])
      for (const path of readsOf(executionId)) {
        const response = await get(path, key);
        expect([path, response.status, response.body]).toEqual([
          path,
          403,
          { error: 'Insufficient permissions' },
        ]);
      }
    for (const path of readsOf('exec_none')) expect((await get(path, key)).status).toBe(404);
  });

  it('still needs AGENTS:READ for lists', async () => {
    const key = await service.makeKey('AGENTS:EXECUTE');
    expect((await get('/v1/agents/agent_support/executions', key)).status).toBe(403);
    expect((await get('/v1/agents/agent_support', key)).status).toBe(403);
  });

  it('resumes a stream that breaks with the generated client', async () => {
    const key = await service.makeKey('AGENTS:EXECUTE');
    const fault = { operationId: 'executeAgent', cut: { afterEvents: 3 }, times: 1 };
    await service.post('/_mock/faults', fault);
    const client = createClient({
      baseUrl: 'http://127.0.0.1:4010',
      fetch: service.mock.fetch,
      auth: { apiKey: key },
      timing: quickTiming,
    });
    const types: string[] = [];
    const path = { id: 'agent_support' };
    const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
    for await (const { type } of executeAgent(client, { path, body })) types.push(type);
    expect(types.at(-1)).toBe('execution_complete');
    expect(types.filter((type) => type === 'execution_start')).toHaveLength(1);
  });
});

it('a key with DISPATCH:* reads the runs that it dispatched', async () => {
  const key = await service.makeKey('DISPATCH:*');
  const inline = await start(key, '/v1/dispatch', { agent: { name: 'Inline' }, messages });
  for (const path of readsOf(inline, 'virtual')) expect((await get(path, key)).status).toBe(200);
  const flow = await start(key, '/v1/dispatch', { flow: { id: 'flow_triage' } });
  expect((await get(`/v1/executions/${flow}/status`, key)).status).toBe(200);
});

it('a key with FLOWS:EXECUTE reads the status and the costs of its batch, and of no other', async () => {
  const submit = async (key: string): Promise<string> => {
    const body = { flowId: 'flow_triage', recordIds: ['record_1'] };
    const response = await service.post('/v1/batch/flow', body, { key });
    expect(response.status, response.text).toBe(200);
    return String(response.body['batchExecutionId']);
  };
  const key = await service.makeKey('FLOWS:EXECUTE');
  const own = await submit(key);
  const other = await submit('rt_live_dev');
  const statuses = async (id: string) => [
    (await get(`/v1/batch/status/${id}`, key)).status,
    (await get(`/v1/batch/${id}/records/record_1/cost`, key)).status,
  ];
  expect(await statuses(own)).toEqual([200, 200]);
  expect(await statuses(other)).toEqual([403, 403]);
  expect(await statuses('batch_none')).toEqual([404, 404]);
});
