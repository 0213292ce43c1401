/** Deployments of one version in different states, and records that have expired. */
import { describe, expect, it } from 'vitest';
import { agentPlatformContract } from '../../../../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../../../../conformance/agent-platform/plugin.ts';
import { createRecordTracker } from '../../../../../conformance/responses/record-tracker.ts';
import { generalTraits } from '../../../../../conformance/responses/response-traits.ts';
import { exchangeOf, seenExchange } from './exchanges.ts';

function deploymentOf(desiredState: string, resourceVersion: number) {
  return { deployment: { deploymentId: 'dep_00000001', desiredState, counters: { resourceVersion } } };
}

it.each([
  ['the version has grown', deploymentOf('destroyed', 8), 0],
  ['the response is the same', deploymentOf('active', 7), 0],
  ['the version has not changed', deploymentOf('destroyed', 7), 1],
])('C16 compares the desired states of a deployment when %s', async (_, json, count) => {
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

describe('C23', () => {
  const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString();
  const loan = { id: 'loan_00000001', status: 'pending', expiresAt: at(10) };

  it.each([
    ['waits in time', loan, at(5), 0],
    ['has just expired', loan, at(14), 0],
    ['waits after its expiry', loan, at(16), 1],
    ['has ended', { ...loan, status: 'expired' }, at(30), 0],
    ['waits without an expiry', { ...loan, expiresAt: null }, at(30), 0],
  ])('examines a record that %s', async (_, record, now, count) => {
    const tracker = createRecordTracker(generalTraits).open(agentPlatformContract);
    const json = { data: [record, { id: 'loan_00000002', status: 'returned', updatedAt: now }] };
    const results = await tracker.take(
      seenExchange(exchangeOf('listAgents', { status: 200, json }, '/v1/agents')),
    );
    expect(results.find(({ check }) => check === 'C23')?.problems).toHaveLength(count);
  });
});
