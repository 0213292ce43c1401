/** What each permission of a key lets it do, over every operation that asks for one. */
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';
import { useSharedMock } from '../support/mock-client.ts';
import { itemsOf } from '../support/api-response.ts';

const service = useSharedMock();

const asking = operations.filter(
  ({ security, responses }) =>
    security.some(({ schemes }) =>
      schemes.some(({ name, scopes }) => name === 'apiKey' && scopes.length > 0),
    ) && responses.some(({ status }) => status === 403),
);

/** Lists the operations that don't turn a key away; what else is wrong with the calls does not matter here. */
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
/** What a key reads of the runs and the batches that it started itself. */
const followsRuns = ['followExecutionEvents', 'getAgentExecution', 'getExecutionStatus'];
const followsBatches = ['getBatchRecordCost', 'getBatchStatus'];
const readsFlows = ['getBatchRecordCost', 'getBatchStatus', 'getBatchSummary'];
const runsFlows = ['cancelBatch', 'submitFlowBatch'];
const readsAnalytics = ['getAnalyticsStats', 'getRecordResults'];

/** Permissions for what the source gives no endpoints, and one that nobody has heard of. */
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
  // @fact F-5-013
  it('* may do everything', async () => {
    expect(await admitted('*')).toEqual(asking.map(({ id }) => id));
  });

  // @fact F-4.2-240 F-4.3-013 F-4.3-022 F-4.4-011 F-4.4-021 F-4.4-030 F-4.4-038
  // @fact F-5-014 F-5-015 F-5-016 F-5-018 F-5-023 F-5-024 F-5-032
  it.each<readonly [scope: string, want: readonly string[]]>([
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
  ])('%s may call its own operations and no others', async (scope, want) => {
    expect([...(await admitted(scope))].sort()).toEqual([...want].sort());
  });

  // @fact F-5-025 F-5-026
  it.each(['EVALS:*', 'EVALS:READ'])('%s reads in the feed of what became of evals', async (scope) => {
    const { body } = await service.get('/v1/events/types', { key: await service.makeKey(scope) });
    expect(itemsOf(body['events']).map(({ name }) => name)).toEqual(['svc.eval.run_completed']);
  });
});
