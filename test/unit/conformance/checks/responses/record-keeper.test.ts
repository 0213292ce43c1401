/** Deployments of one version in different states. */
import { describe, expect, it } from 'vitest';
import { createRecordKeeper } from '../../../../../conformance/responses/record-keeper.ts';
import { exchangeOf } from './exchanges.ts';

const world = 'https://api.agents.test';

function deploymentOf(desiredState: string, resourceVersion: number) {
  return { deployment: { deploymentId: 'dep_00000001', desiredState, counters: { resourceVersion } } };
}

describe('C16', () => {
  it.each([
    ['the version has grown', deploymentOf('destroyed', 8), 0],
    ['the response is the same', deploymentOf('active', 7), 0],
    ['the version has not changed', deploymentOf('destroyed', 7), 1],
  ])('compares the desired states of a deployment when %s', (_, json, count) => {
    const keeper = createRecordKeeper();
    const path = '/v1/sandbox-deployments/dep_00000001';
    const seen = [deploymentOf('active', 7), json].map((body) =>
      keeper.see(exchangeOf('destroySandboxDeployment', { status: 202, json: body }, path), world),
    );
    const problems = seen.flat().flatMap(({ check, problems: list }) => (check === 'C16' ? list : []));
    expect(problems).toHaveLength(count);
  });
});
