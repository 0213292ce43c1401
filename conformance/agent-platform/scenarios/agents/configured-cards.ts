/** The check of cards at the configured URLs: refreshes of new agents. */
import { citeAssumption, defineCheck, relyOnFacts } from '../define-check.ts';
import {
  containsText,
  isFields,
  listOf,
  mentions,
  propertyOf,
  textOf,
  type JsonFields,
} from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { reportIn } from './cards.ts';
import { makeAgent, readAgent } from './make-agent.ts';

export const configuredCardChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT34',
    title: 'A refresh reports a change once, and finds the card without its URL.',
    description:
      'Creates an agent with the addresses of the external agent of parameters.refreshAgentCard, refreshes it twice, and compares the reports with the skills of the agent. Refreshes another one that lacks the address of its card.',
    rationale: 'Owners would miss new skills, or see the same ones reported at every refresh.',
    basis: relyOnFacts('F-4.2-214', 'F-4.2-215', 'F-4.2-216'),
    run: refreshTwice,
  }),
];

async function refreshTwice(context: CheckContext): Promise<void> {
  const addresses = await readAddresses(context);
  await refreshDerived(context, addresses);
  const name = 'Backlot check of a known card';
  const id = await makeAgent(context, { name, agentType: 'external', externalConfig: { ...addresses } });
  const before = await readAgent(context, id);
  const first = await refresh(context, id);
  if (first.status !== 200) context.skip(`The card of the external agent can't be fetched: ${first.status}.`);
  const after = await readAgent(context, id);
  const skills = await readSkills(context, addresses);
  const added = skills.filter((skill) => !containsText(before, skill) && containsText(after, skill));
  context.note(
    added.length === 0 ||
      Object.keys(first.report).length === 0 ||
      added.some((skill) => mentions(first.report, skill)),
    citeAssumption('A-CHANGE-REPORT', 'A refresh that added skills reports none of them.', 'body'),
  );
  const second = await refresh(context, id);
  const repeated = skills.filter((skill) => [first, second].every(({ report }) => mentions(report, skill)));
  context.warn(
    repeated.length === 0,
    'A refresh reports the same skills as the one before, as if no copy was kept.',
    'body',
  );
}

/** Refreshes an agent without the URL of its card if that can be derived from another URL. */
async function refreshDerived(context: CheckContext, addresses: Addresses): Promise<void> {
  const others = Object.entries(addresses).filter(([name]) => !isOfCard(name));
  if (!others.some(([, value]) => /^https?:/.test(value))) return;
  const id = await makeAgent(context, {
    name: 'Backlot check of a derived card',
    agentType: 'external',
    externalConfig: Object.fromEntries(others),
  });
  const { status } = await refresh(context, id);
  context.warn(
    status !== 400,
    'An agent without the address of its card is refreshed with 400, although it has another address.',
  );
}

interface RefreshedCard {
  readonly status: number;
  readonly report: JsonFields;
}

type Addresses = Readonly<Record<string, string>>;

function isOfCard(name: string): boolean {
  return /card/i.test(name);
}

/** Returns the strings in the configuration of the external agent. */
async function readAddresses(context: CheckContext): Promise<Addresses> {
  const id = context.environment.parameters['refreshAgentCard']?.['id'];
  if (id === undefined)
    return context.skip('It needs an external agent: set parameters.refreshAgentCard.id.');
  const body = await context.need('getAgent', { path: { id } });
  const config = propertyOf(body, 'externalConfig');
  const texts = Object.entries(isFields(config) ? config : {}).flatMap(([name, value]) =>
    typeof value === 'string' && !/At$/.test(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(texts);
}

/** Returns the ids of the skills on the card. */
async function readSkills(context: CheckContext, addresses: Addresses): Promise<readonly string[]> {
  const url = Object.entries(addresses).find(([name]) => isOfCard(name))?.[1];
  if (url === undefined) return context.skip('The external agent has no URL of its card.');
  const fetched = await context.call('fetchAgentCard', { body: { url } });
  return listOf(propertyOf(fetched.body, 'skills')).flatMap((skill) => textOf(skill, 'id') ?? []);
}

async function refresh(context: CheckContext, id: string): Promise<RefreshedCard> {
  const { status, body } = await context.call('refreshAgentCard', { path: { id } });
  return { status, report: reportIn(body) };
}
