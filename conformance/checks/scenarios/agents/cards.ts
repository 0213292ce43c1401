/**
 * Checks of agent cards: fetched by address, and refreshed for an external agent.
 */
import { createAgent, fetchAgentCard, refreshAgentCard } from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectStatus } from '../call-response.ts';
import { assumed, defineCheck, relyOnFacts } from '../define-check.ts';
import { covers, isSame, memberOf, mentions, textOf } from '../read-value.ts';
import { makeAgent, readAgent } from './make-agent.ts';

/** Cards are fetched and refreshed. */
export const cardChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT20',
    title: 'A fetched card equals the card at the address.',
    description: 'Serves a card, lets the service fetch it, and compares the two.',
    rationale: 'Users decide about an external agent by its card.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-026', 'F-4.2-028'),
    async run(tools: CheckContext) {
      const card = cardWith('greet', 'As it is served.');
      const { status, body } = await fetchCard(tools, await tools.abilities.serveCard('check-fetch', card));
      expectStatus(tools, status, 200, 'A card that is there');
      tools.expect(covers(body, card), { message: 'The card is not the one at the address.', at: 'body' });
    },
  }),
  defineCheck({
    id: 'AGENT21',
    title: 'Fetching something that is not a card returns 400, an address that fails 502.',
    description:
      'Lets the service fetch an address that answers with a page of HTML, and one that answers with an error.',
    rationale: 'The status tells a form whether the address is wrong or the other server is down.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-032', 'F-4.2-035', 'F-7-015'),
    run: fetchNoCard,
  }),
  defineCheck({
    id: 'AGENT22',
    title: 'A refresh updates the copy of the card.',
    description:
      'Refreshes an external agent, changes the card at its address, refreshes again and reads the agent.',
    rationale: 'A stale copy shows skills that no longer exist.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-214', 'F-4.2-215'),
    run: refreshCopy,
  }),
  defineCheck({
    id: 'AGENT23',
    title: 'A refresh reports which skills have changed.',
    description:
      'Replaces the only skill on a card by another one and refreshes the agent, then refreshes it once more.',
    rationale: 'Owners need to know what a partner has added or removed.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-216', 'F-4.2-218'),
    run: reportSkills,
  }),
  defineCheck({
    id: 'AGENT24',
    title: 'Only an external agent with an address can refresh its card.',
    description: 'Refreshes a native agent, and an external one without any address.',
    rationale: 'A caller must learn that the request can never succeed.',
    basis: relyOnFacts('F-4.2-222', 'F-4.2-223'),
    run: refreshWithoutCard,
  }),
  defineCheck({
    id: 'AGENT25',
    title: 'A refresh from an address that fails returns 502.',
    description: 'Refreshes an external agent whose address answers with an error.',
    rationale: 'A caller retries when the other server is down, not when its own request was wrong.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-228', 'F-7-015'),
    async run(tools: CheckContext) {
      const { id } = await makePartner(tools, 'check-broken');
      await tools.abilities.serveCard('check-broken', { status: 503, body: 'Down' });
      const { status } = await awaitResponse(refreshAgentCard(tools.client, { path: { id } }));
      expectStatus(tools, status, 502, 'A refresh from an address that fails');
    },
  }),
];

async function fetchNoCard(tools: CheckContext): Promise<void> {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Not here</h1>' };
  const rows = [
    ['a page of HTML', page, 400],
    ['an error', { status: 503, body: 'Down' }, 502],
  ] as const;
  for (const [what, answer, wanted] of rows) {
    const { status } = await fetchCard(tools, await tools.abilities.serveCard('check-no-card', answer));
    tools.note(status === wanted, {
      message: `An address that answers with ${what} returned ${status} instead of ${wanted}.`,
      at: 'status',
    });
  }
}

async function refreshCopy(tools: CheckContext): Promise<void> {
  const { id } = await makePartner(tools, 'check-copy');
  const before = await refresh(tools, id);
  if (!mentions(before, 'As it was first.') && !mentions(await readAgent(tools, id), 'As it was first.'))
    tools.skip('The agent does not show the copy of its card.');
  await tools.abilities.serveCard('check-copy', cardWith('paint', 'As it was then.'));
  await refresh(tools, id);
  const agent = await readAgent(tools, id);
  tools.expect(mentions(agent, 'As it was then.') && !mentions(agent, 'As it was first.'), {
    message: 'After a refresh the agent still has the old copy of its card.',
    at: 'body',
  });
}

async function reportSkills(tools: CheckContext): Promise<void> {
  const { id } = await makePartner(tools, 'check-report');
  await refresh(tools, id);
  await tools.abilities.serveCard('check-report', cardWith('paint', 'As it was then.'));
  const body = await refresh(tools, id);
  tools.expect(mentions(body, 'backlot_paint'), {
    message: 'A refresh does not mention the skill that is new on the card.',
    at: 'body',
  });
  const report = memberOf(body, 'changeReport');
  for (const [name, skill] of [
    ['skillsAdded', 'backlot_paint'],
    ['skillsRemoved', 'backlot_greet'],
  ] as const)
    tools.note(
      isSame(memberOf(report, name), [skill]),
      assumed(
        'A-CHANGE-REPORT',
        `${name} does not list the skill that it should.`,
        `body.changeReport.${name}`,
      ),
    );
  const second = memberOf(await refresh(tools, id), 'changeReport');
  tools.note(
    !mentions(second, 'backlot_'),
    assumed('A-CHANGE-REPORT', 'A refresh without any change reports one.', 'body.changeReport'),
  );
}

async function refreshWithoutCard(tools: CheckContext): Promise<void> {
  const native = await makeAgent(tools, { name: 'Backlot check of a native agent' });
  const partner = {
    name: 'Backlot check without an address',
    agentType: 'external',
    externalConfig: {},
  } as const;
  await expectNoCard(tools, native, 'a native agent');
  const made = await awaitResponse(createAgent(tools.client, { body: partner }));
  const id = textOf(made.body, 'id');
  // Why: such an agent may be refused at once, and then there is nothing to refresh.
  if (made.status === 201 && id !== null)
    await expectNoCard(tools, id, 'an external agent without an address');
}

async function expectNoCard(tools: CheckContext, id: string, what: string): Promise<void> {
  const { status } = await awaitResponse(refreshAgentCard(tools.client, { path: { id } }));
  tools.note(status === 400, { message: `A refresh of ${what} returned ${status}.`, at: 'status' });
}

/** Serves a card and makes an agent that has its address. */
async function makePartner(tools: CheckContext, name: string): Promise<{ readonly id: string }> {
  const agentCardUrl = await tools.abilities.serveCard(name, cardWith('greet', 'As it was first.'));
  const externalConfig = { endpoint: 'https://partner.test/a2a', protocol: 'a2a', agentCardUrl };
  const fields = { name: 'Backlot check of a card', agentType: 'external', externalConfig } as const;
  return { id: await makeAgent(tools, fields) };
}

async function refresh(tools: CheckContext, id: string): Promise<unknown> {
  const { status, body } = await awaitResponse(refreshAgentCard(tools.client, { path: { id } }));
  if (status === 400)
    return tools.skip('The address of a card is not read from externalConfig.agentCardUrl.');
  expectStatus(tools, status, 200, 'A refresh');
  return body;
}

function fetchCard(tools: CheckContext, url: string) {
  return awaitResponse(fetchAgentCard(tools.client, { body: { url } }));
}

function cardWith(skill: string, description: string) {
  return {
    protocolVersion: '0.3.0',
    name: 'Backlot check',
    description,
    url: 'https://partner.test/a2a',
    version: '1.0.0',
    skills: [{ id: `backlot_${skill}`, name: skill, description: `It can ${skill}.`, tags: ['check'] }],
  };
}
