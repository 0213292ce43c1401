import { expect, it } from 'vitest';
import { agents, type AgentRecord } from '../../../../mock/agent-platform/domain/agents/agent.ts';
import {
  adoptCard,
  cardAddressOf,
  noteUnreachable,
} from '../../../../mock/agent-platform/domain/agents/card-refresh.ts';
import { ok } from '../../../../mock/kernel/transaction/result.ts';
import { openTestWorld } from '../../../support/domain-world.ts';

const base = 'http://mock.test/w/one';

const partner = async (changes: Partial<AgentRecord>): Promise<AgentRecord> => {
  const world = await openTestWorld('default');
  return { ...world.query((view) => view.get(agents, 'agent_partner')!), ...changes };
};

it.each([
  [{ agentCardUrl: 'https://a.test/card' }, 'https://a.test/card'],
  [{ agentCardUrl: 'https://a.test/card', endpoint: 'https://b.test' }, 'https://a.test/card'],
  [
    { agentCardUrl: '/_mock/agent-cards/travel.json' },
    'http://mock.test/w/one/_mock/agent-cards/travel.json',
  ],
  [{ endpoint: 'https://b.test/deep/a2a?x=1#y' }, 'https://b.test/.well-known/agent-card.json'],
  [{ endpoint: 'https://b.test:8443' }, 'https://b.test:8443/.well-known/agent-card.json'],
  [{ endpoint: 'HTTP://b.test' }, 'HTTP://b.test/.well-known/agent-card.json'],
  [{ agentCardUrl: '', endpoint: 'https://b.test' }, 'https://b.test/.well-known/agent-card.json'],
  [{ agentCardUrl: 7, endpoint: 'https://b.test' }, 'https://b.test/.well-known/agent-card.json'],
])('finds the card of %j at %s', async (externalConfig, address) => {
  expect(cardAddressOf(await partner({ externalConfig }), base)).toEqual(ok(address));
});

it.each([
  ['CARD_ADDRESS_MISSING', { externalConfig: null }],
  ['CARD_ADDRESS_MISSING', { externalConfig: {} }],
  ['CARD_ADDRESS_MISSING', { externalConfig: { endpoint: 'ftp://b.test' } }],
  ['NOT_EXTERNAL', { agentType: 'native' }],
  ['NOT_EXTERNAL', { agentType: 'partner_managed' }],
] as const)('returns the error %s for %j', async (code, changes) => {
  expect(cardAddressOf(await partner(changes), base)).toMatchObject({ ok: false, error: { code } });
});

it('is rejected if the agent was deleted while its card was fetched', async () => {
  const world = await openTestWorld('default');
  const adopted = await world.dispatch((tx) => adoptCard(tx, 'org_studio', 'agent_gone', {}));
  expect(adopted).toMatchObject({ ok: false, error: { code: 'AGENT_NOT_FOUND' } });
  expect(await world.dispatch((tx) => noteUnreachable(tx, 'agent_gone'))).toEqual(ok(null));
});

it('counts a skill that the card lists twice once', async () => {
  const world = await openTestWorld('default');
  const skills = [{ id: 'book_trip' }, { id: 'new' }, { id: 'new' }];
  const adopted = await world.dispatch((tx) => adoptCard(tx, 'org_studio', 'agent_partner', { skills }));
  expect(adopted).toMatchObject({
    value: { changes: { skillsAdded: ['new'], skillsRemoved: ['fax_ticket'] } },
  });
});

it('keeps a skill whose id is the name of an inherited property', async () => {
  const world = await openTestWorld('default');
  const skills = [{ id: 'constructor' }, { id: '__proto__' }, { id: 'toString' }];
  const first = await world.dispatch((tx) => adoptCard(tx, 'org_studio', 'agent_partner', { skills }));
  const second = await world.dispatch((tx) => adoptCard(tx, 'org_studio', 'agent_partner', { skills }));
  for (const adopted of [first, second]) {
    const config = adopted.ok ? adopted.value.agent.externalConfig : null;
    expect(JSON.stringify(config?.['skillRoles'])).toBe(
      '{"constructor":["member"],"__proto__":["member"],"toString":["member"]}',
    );
  }
  expect(second).toMatchObject({
    value: { changes: { skillsAdded: [], skillsRemoved: [], rolesAutoApplied: [] } },
  });
});
