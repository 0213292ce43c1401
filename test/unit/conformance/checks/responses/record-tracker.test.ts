/** Deployments of one version in different states. */
import { describe, expect, it } from 'vitest';
import { agentPlatformContract } from '../../../../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../../../../conformance/agent-platform/plugin.ts';
import { createRecordTracker } from '../../../../../conformance/responses/record-tracker.ts';
import { exchangeOf, seenExchange } from './exchanges.ts';

function deploymentOf(desiredState: string, resourceVersion: number) {
  return { deployment: { deploymentId: 'dep_00000001', desiredState, counters: { resourceVersion } } };
}

describe('C16', () => {
  it.each([
    ['the version has grown', deploymentOf('destroyed', 8), 0],
    ['the response is the same', deploymentOf('active', 7), 0],
    ['the version has not changed', deploymentOf('destroyed', 7), 1],
  ])('compares the desired states of a deployment when %s', async (_, json, count) => {
    const tracker = createRecordTracker(agentPlatform.responses).open(agentPlatformContract);
    const path = '/v1/sandbox-deployments/dep_00000001';
    const results = await Promise.all(
      [deploymentOf('active', 7), json].map((body) => {
        const exchange = exchangeOf('destroySandboxDeployment', { status: 202, json: body }, path);
        return tracker.take(seenExchange(exchange));
      }),
    );
    const problems = results.flat().flatMap(({ check, problems: list }) => (check === 'C16' ? list : []));
    expect(problems).toHaveLength(count);
  });
});
