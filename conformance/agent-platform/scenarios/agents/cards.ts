/** Checks of agent cards: fetching one by its URL, and refreshing that of an external agent. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus, noteStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts } from '../define-check.ts';
import { covers, fieldsIn, isFields, mentions, propertyOf, textOf, type JsonFields } from '../read-value.ts';
import { makeAgent, readAgent } from './make-agent.ts';

export const cardChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT20',
    title: 'A fetched card equals the card at the URL.',
    description: 'Serves a card, lets the service fetch it, and compares the two.',
    rationale: 'Users choose an external agent by its card.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-026', 'F-4.2-028'),
    async run(context: CheckContext) {
      const card = cardWith('greet', 'As it is served.');
      const url = await context.abilities.serveCard('check-fetch', card);
      const response = await context.call('fetchAgentCard', { body: { url } });
      expectStatus(context, response, 200, 'A card that is there');
      context.expect(covers(response.body, card), 'The card is not the one at the address.', 'body');
    },
  }),
  defineCheck({
    id: 'AGENT21',
    title: 'Fetching something that is not a card returns 400, a URL that fails 502.',
    description:
      'Lets the service fetch an address that returns an HTML page, and one that returns an error.',
    rationale: 'A form can show whether the URL is wrong or the other server is down.',
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
      'Replaces the only skill on a card by another one, refreshes the agent, reads the role of the new skill, and refreshes the agent once more.',
    rationale: 'Owners need to know what a partner has added or removed.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-216', 'F-4.2-218'),
    run: reportSkills,
  }),
  defineCheck({
    id: 'AGENT24',
    title: 'Only an external agent with a URL can refresh its card.',
    description: 'Refreshes a native agent, and an external one without any URL.',
    rationale: 'A caller must know that the request can never succeed.',
    basis: relyOnFacts('F-4.2-222', 'F-4.2-223'),
    run: refreshWithoutCard,
  }),
  defineCheck({
    id: 'AGENT25',
    title: 'A refresh from a URL that fails returns 502.',
    description: 'Refreshes an external agent whose URL returns an error.',
    rationale: 'A caller retries when the other server is down, not when its own request was wrong.',
    needs: ['serveCard'],
    basis: relyOnFacts('F-4.2-228', 'F-7-015'),
    async run(context: CheckContext) {
      const { id } = await makePartner(context, 'check-broken');
      await context.abilities.serveCard('check-broken', { status: 503, body: 'Down' });
      const response = await context.call('refreshAgentCard', { path: { id } });
      expectStatus(context, response, 502, 'A refresh from an address that fails');
    },
  }),
];

async function fetchNoCard(context: CheckContext): Promise<void> {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Not here</h1>' };
  for (const [what, served, expected] of [
    ['an HTML page', page, 400],
    ['an error', { status: 503, body: 'Down' }, 502],
  ] as const) {
    const url = await context.abilities.serveCard('check-no-card', served);
    const response = await context.call('fetchAgentCard', { body: { url } });
    noteStatus(context, response, expected, `Fetching an address that returns ${what}`);
  }
}

async function refreshCopy(context: CheckContext): Promise<void> {
  const { id } = await makePartner(context, 'check-copy');
  const before = await refresh(context, id);
  if (!mentions(before, 'As it was first.') && !mentions(await readAgent(context, id), 'As it was first.'))
    context.skip('The agent does not show the copy of its card.');
  await context.abilities.serveCard('check-copy', cardWith('paint', 'As it was then.'));
  await refresh(context, id);
  const agent = await readAgent(context, id);
  context.expect(
    mentions(agent, 'As it was then.') && !mentions(agent, 'As it was first.'),
    'After a refresh the agent still has the old copy of its card.',
    'body',
  );
}

async function reportSkills(context: CheckContext): Promise<void> {
  const { id } = await makePartner(context, 'check-report');
  await refresh(context, id);
  await context.abilities.serveCard('check-report', cardWith('paint', 'As it was then.'));
  const body = await refresh(context, id);
  context.expect(
    mentions(body, 'backlot_paint'),
    'A refresh does not mention the skill that is new on the card.',
    'body',
  );
  for (const [name, skill] of [
    ['skillsAdded', 'backlot_paint'],
    ['skillsRemoved', 'backlot_greet'],
  ] as const) {
    const message = `${name} in the report of changes lacks ${skill}.`;
    context.note(
      mentions(propertyOf(reportIn(body), name), skill),
      citeAssumption('A-CHANGE-REPORT', message, `body.changeReport.${name}`),
    );
  }
  const roles = rolesIn(await readAgent(context, id), 'backlot_paint');
  context.warn(
    roles.every((role) => (Array.isArray(role) ? role.length > 0 : Boolean(role))),
    'A skill that is new on a card has no role.',
    'body',
  );
  context.note(
    !mentions(reportIn(await refresh(context, id)), 'backlot_'),
    citeAssumption('A-CHANGE-REPORT', 'A refresh without any change reports one.', 'body'),
  );
}

/** Returns the roles of a skill: a property of the skill, or of a map by skill, under any plausible name. */
function rolesIn(agent: unknown, skill: string): readonly unknown[] {
  return fieldsIn(agent).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, value]) => {
      if (fields['id'] === skill && /^roles?$/i.test(name)) return [value];
      return /skill_?roles?$/i.test(name) && isFields(value) ? [value[skill]] : [];
    }),
  );
}

/** Returns the report of changes of a refresh; empty if there is none. */
export function reportIn(body: unknown): JsonFields {
  const report = propertyOf(body, 'changeReport');
  return isFields(report) ? report : {};
}

async function refreshWithoutCard(context: CheckContext): Promise<void> {
  const native = await makeAgent(context, { name: 'Backlot check of a native agent' });
  const partner = {
    name: 'Backlot check without an address',
    agentType: 'external',
    externalConfig: {},
  } as const;
  await expectNoCard(context, native, 'a native agent');
  const made = await context.call('createAgent', { body: partner });
  const id = textOf(made.body, 'id');
  // Why: the service may reject such an agent on creation, and then there is nothing to refresh.
  if (made.status === 201 && id !== null)
    await expectNoCard(context, id, 'an external agent without an address');
}

async function expectNoCard(context: CheckContext, id: string, what: string): Promise<void> {
  const response = await context.call('refreshAgentCard', { path: { id } });
  noteStatus(context, response, 400, `A refresh of ${what}`);
}

/** Serves a card and creates an agent with its URL. */
async function makePartner(context: CheckContext, name: string): Promise<{ readonly id: string }> {
  const agentCardUrl = await context.abilities.serveCard(name, cardWith('greet', 'As it was first.'));
  const externalConfig = { endpoint: 'https://partner.test/a2a', protocol: 'a2a', agentCardUrl };
  const fields = { name: 'Backlot check of a card', agentType: 'external', externalConfig } as const;
  return { id: await makeAgent(context, fields) };
}

async function refresh(context: CheckContext, id: string): Promise<unknown> {
  const response = await context.call('refreshAgentCard', { path: { id } });
  if (response.status === 400)
    return context.skip('The address of a card is not read from externalConfig.agentCardUrl.');
  expectStatus(context, response, 200, 'A refresh');
  return response.body;
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
