/**
 * The operations that each permission of a key allows, and the own runs and batches that a key without read permission
 * can read.
 */
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';
import { useSharedMock } from '../support/mock-client.ts';
import { itemsOf } from '../support/api-response.ts';
import { createClient, executeAgent } from '../../generated/service/client.ts';
import { quickTiming } from '../client/support/network.ts';

const service = useSharedMock();

const asking = operations.filter(
  ({ security, responses }) =>
    security.some(({ schemes }) =>
      schemes.some(({ name, scopes }) => name === 'apiKey' && scopes.length > 0),
    ) && responses.some(({ status }) => status === 403),
);

/** Lists the operations that do not reject a key; other errors of the calls do not matter here. */
async function admitted(scope: string): Promise<readonly string[]> {
  const key = await service.makeKey(scope);
  const open: string[] = [];
  for (const { id, method, path } of asking) {
    const response = await service.call(method, path.replace(/\{\w+\}/g, 'x1'), undefined, { key });
    expect(response.status).not.toBe(401);
    if (response.status !== 403) open.push(id);
    else expect([response.body.error, response.outside]).toEqual(['Insufficient permissions', null]);
  }
  return open;
}

const readsAgents = [
  'exportAgentRuntime',
  'followExecutionEvents',
  'getAgent',
  'getAgentExecution',
  'getAgentVersion',
  'getExecutionStatus',
  'getExecutionToolCall',
  'getPublishedAgentVersion',
  'getTokenAudiencePolicy',
  'listAgentExecutions',
  'listAgentVersions',
  'listAgents',
  'listExecutionToolCalls',
];
const writesAgents = [
  'addAgentCapability',
  'createAgent',
  'publishAgent',
  'publishAgentVersion',
  'refreshAgentCard',
  'updateAgent',
];
const runsAgents = ['approveAgentExecution', 'executeAgent', 'resumeAgentExecution', 'synthesizeAgentVoice'];
const dispatches = ['approveDispatch', 'dispatchRun', 'resumeDispatch'];
/** The requests for runs and batches that a key started itself. */
const followsRuns = ['followExecutionEvents', 'getAgentExecution', 'getExecutionStatus'];
const followsBatches = ['getBatchRecordCost', 'getBatchStatus'];
const readsFlows = ['getBatchRecordCost', 'getBatchStatus', 'getBatchSummary'];
const runsFlows = ['cancelBatch', 'submitFlowBatch'];
const readsAnalytics = ['getAnalyticsStats', 'getRecordResults'];

/** Permissions without endpoints in the source, and an unknown one. */
const withoutEndpoints = [
  'FLOWS:WRITE',
  'RECORDS:*',
  'RECORDS:READ',
  'RECORDS:WRITE',
  'PROMPTS:*',
  'EVALS:*',
  'EVALS:READ',
  'EVALS:WRITE',
  'TOOLS:*',
  'APPS:*',
  'APPS:READ',
  'APPS:WRITE',
  'TELEMETRY:*',
  'TELEMETRY:WRITE',
  'UNHEARD:OF',
];

describe('a key with', () => {
  // @fact F-4.2-240 F-4.3-013 F-4.3-022 F-4.4-011 F-4.4-021 F-4.4-030 F-4.4-038
  // @fact F-5-014 F-5-015 F-5-016 F-5-018 F-5-023 F-5-024 F-5-032
  it.each<readonly [scope: string, expected: readonly string[]]>([
    ['DISPATCH:*', [...dispatches, ...followsRuns]],
    ['FLOWS:*', [...readsFlows, ...runsFlows]],
    ['FLOWS:READ', readsFlows],
    ['FLOWS:EXECUTE', [...runsFlows, ...followsBatches]],
    ['AGENTS:*', [...readsAgents, ...writesAgents, ...runsAgents, 'deleteAgent']],
    ['AGENTS:READ', readsAgents],
    ['AGENTS:WRITE', writesAgents],
    ['AGENTS:EXECUTE', [...runsAgents, ...followsRuns]],
    ['ANALYTICS:READ', readsAnalytics],
    ...withoutEndpoints.map((scope) => [scope, []] as const),
  ])('%s can call its own operations only', async (scope, expected) => {
    expect([...(await admitted(scope))].sort()).toEqual([...expected].sort());
  });

  // @fact F-5-025 F-5-026
  it.each(['EVALS:*', 'EVALS:READ'])('%s can read the results of evals in the feed', async (scope) => {
    const { body } = await service.get('/v1/events/types', { key: await service.makeKey(scope) });
    expect(itemsOf(body['events']).map(({ name }) => name)).toEqual(['svc.eval.run_completed']);
  });
});

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

describe('a key with only AGENTS:EXECUTE', () => {
  it('gets 403 for a run of another key, and 404 for one that does not exist', async () => {
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

  it('can resume a broken stream with the generated client', async () => {
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

it('a key with DISPATCH:* can read the runs that it dispatched', async () => {
  const key = await service.makeKey('DISPATCH:*');
  const inline = await start(key, '/v1/dispatch', { agent: { name: 'Inline' }, messages });
  for (const path of readsOf(inline, 'virtual')) expect((await get(path, key)).status).toBe(200);
  const flow = await start(key, '/v1/dispatch', { flow: { id: 'flow_triage' } });
  expect((await get(`/v1/executions/${flow}/status`, key)).status).toBe(200);
});

it('a key with FLOWS:EXECUTE can read the status and the costs of its own batch only', async () => {
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
