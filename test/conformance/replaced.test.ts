/** What runs if laws, or checks that laws have replaced, are selected. */
import { expect, it } from 'vitest';
import { agentPlatform } from '../../conformance/agent-platform/plugin.ts';
import { catalogue } from '../../conformance/catalogue/catalogue.ts';
import { checkMock } from './support/check-mock.ts';

it('a replaced check runs as its replacement', async () => {
  const { outcomes } = await checkMock({ only: ['CRED02'], subjects: ['listAgents'] });
  expect(outcomes.map(({ check, subject, verdict }) => `${check} ${subject} ${verdict}`)).toEqual([
    'LAW32 listAgents pass',
  ]);
});

it('a selected law reports why it has nothing to check for a resource', async () => {
  const { outcomes } = await checkMock({ only: ['LAW01'], subjects: ['/v1/agents/{id}/executions'] });
  expect(outcomes.map(({ verdict, reason }) => `${verdict}: ${reason}`)).toEqual([
    'skip: Nothing to check: it has no operation to create.',
  ]);
});

it('every earlier check is gone, and what replaces it exists', () => {
  const checks = catalogue(agentPlatform);
  const aliases = Object.entries(agentPlatform.formerChecks).map(([id, { check }]): [string, string] => [
    id,
    check,
  ]);
  expect(aliases.filter(([earlier, id]) => checks.has(earlier) || !checks.has(id))).toEqual([]);
});
