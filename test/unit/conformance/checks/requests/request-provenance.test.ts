/** The basis of an invalid request. */
import { expect, it } from 'vitest';
import { baseOf } from '../../../../../conformance/agent-platform/requests/request-traits.ts';
import { negativeBodies } from '../../../../../conformance/requests/negative-bodies.ts';
import { withoutScope } from '../../../../../conformance/requests/access-cases.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { operationNamed } from '../responses/exchanges.ts';

const environment = {
  ...defaultConfig.environment,
  baseUrl: 'http://127.0.0.1:1',
  credentials: { full: 'rt_live_1', noScope: 'rt_live_2' },
  parameters: { any: { id: 'agent_1' } },
  runs: { text: { agentId: 'agent_1', message: 'Hello', headers: {}, body: {} } },
};

it('a message that is null cites the assumption about messages, and no facts about roles of events', () => {
  const { cases } = negativeBodies(baseOf(operationNamed('executeAgent'), environment));
  const isAboutMessages = /^A body (without messages|whose messages(\.0(\.role)?)? is null)$/;
  const bases = cases
    .map(({ expectation }) => expectation)
    .filter(({ description }) => isAboutMessages.test(description))
    .map(({ facts, assumption }) => ({ facts, assumption }));
  expect(bases).toHaveLength(4);
  expect(new Set(bases.map((basis) => JSON.stringify(basis)))).toEqual(
    new Set([JSON.stringify({ facts: [], assumption: 'A-MESSAGES' })]),
  );
});

it('a key without permissions contradicts the specification with 401, and only warns with a success', () => {
  const [first] = withoutScope(baseOf(operationNamed('listAgents'), environment), environment);
  expect(first?.expectation).toMatchObject({
    statuses: [403],
    severity: 'warn',
    contradiction: { status: 401, facts: ['F-5-010', 'F-5-011'] },
  });
});
