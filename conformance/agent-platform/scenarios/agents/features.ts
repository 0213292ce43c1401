/** Checks that a feature that a plan lacks is rejected as such. */
import { defineCheck, warning, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { OTHER_ORGANIZATION } from '../isolation/accounts.ts';
import { isFields, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { withSwitch } from '../with-switch.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A value of the switch for agents, and the statuses of requests that need them. Why 402 too for the second: a driver
 * may support only one reason.
 */
const obstacles = [
  { value: 'unavailable', allowed: [402], description: 'not available' },
  { value: 'hidden', allowed: [404, 402], description: 'not available in production' },
] as const;

export const featureChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT35',
    title: 'A kind of agent that a plan lacks is rejected with 402.',
    description:
      'Creates a native agent with the credential of the other organization, then an external one like that of parameters.refreshAgentCard, and deletes what was created.',
    rationale: 'A page could not offer the upgrade that its user needs.',
    level: 'destructive',
    profiles: ['full', OTHER_ORGANIZATION],
    basis: relyOnPractice('The source lists 402 for a feature that is not available.'),
    run: createExternal,
  }),
  defineCheck({
    id: 'AGENT36',
    title: 'Creating an agent is rejected with 402 without the feature, and with 404 outside of production.',
    description:
      'Has the driver ensure that agents are not available, then that they are not available in production, and creates agents of each type, one of which must be rejected.',
    rationale: 'Customers would use features that they have not paid for, or unfinished ones.',
    level: 'destructive',
    basis: relyOnFacts('F-4.2-020', 'F-4.2-022'),
    needs: ['setSwitch'],
    run: createWithoutFeature,
  }),
];

async function createWithoutFeature(context: CheckContext): Promise<void> {
  const native = { name: 'Backlot check of a feature' };
  const external = { ...native, agentType: 'external', ...(await readExternal(context)) };
  for (const { value, allowed, description } of obstacles) {
    const statuses = await withSwitch(context, { name: 'agents', value }, async () => [
      await createAs(context, native, 'full'),
      await createAs(context, external, 'full'),
      await createAs(context, { ...native, agentType: 'partner_managed' }, 'full'),
    ]);
    const message = `Creating agents returned ${[...new Set(statuses)].join(' and ')} instead of ${allowed[0]} although the feature is ${description}.`;
    // Why a warning: a driver may ignore a switch that it does not support.
    context.note(
      allowed.some((status) => statuses.includes(status)),
      statuses.includes(403) ? { message, at: 'status' } : warning(message, 'status'),
    );
  }
}

/** Returns the configuration of the configured external agent. Shape: empty if there is none. */
async function readExternal(context: CheckContext): Promise<Fields> {
  const id = context.environment.parameters['refreshAgentCard']?.['id'];
  if (id === undefined) return {};
  const { body } = await context.call('getAgent', { path: { id } });
  const externalConfig = propertyOf(body, 'externalConfig');
  return isFields(externalConfig) ? { externalConfig } : {};
}

async function createExternal(context: CheckContext): Promise<void> {
  if (context.environment.parameters['refreshAgentCard']?.['id'] === undefined)
    return context.skip('It needs an external agent: set parameters.refreshAgentCard.id.');
  const config = await readExternal(context);
  const name = 'Backlot check of a feature';
  const native = await createAs(context, { name }, OTHER_ORGANIZATION);
  if (native !== 201) context.skip(`The other organization can't create agents: ${native}.`);
  const external = await createAs(context, { name, agentType: 'external', ...config }, OTHER_ORGANIZATION);
  // Why 400 and 404: the configuration may be invalid there, and the feature may not be available in production.
  context.note(
    [201, 400, 402, 404].includes(external),
    `An external agent of an organization that can create others returned ${external} instead of 402.`,
    'status',
  );
}

/** Creates an agent, deletes it if that succeeds, and returns the status of its creation. */
async function createAs(context: CheckContext, body: Fields, profile: string): Promise<number> {
  const made = await context.call('createAgent', { body, profile });
  const id = textOf(made.body, 'id');
  if (made.status === 201 && id !== null) await context.call('deleteAgent', { path: { id }, profile });
  return made.status;
}
