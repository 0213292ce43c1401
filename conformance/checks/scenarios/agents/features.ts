/** AGENT35: a feature that a plan lacks is rejected as such. */
import { callOperation } from '../call-operation.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { STRANGER } from '../isolation/agents.ts';
import { isFields, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

/** The check of features. */
export const featureCheck = defineCheck({
  id: 'AGENT35',
  title: 'A kind of agent that a plan lacks is rejected with 402.',
  description:
    'Creates a native agent with the credential of the other organization, then an external one like that of parameters.refreshAgentCard, and deletes what was created.',
  rationale: 'A page could not offer the upgrade that its user needs.',
  level: 'destructive',
  profiles: ['full', STRANGER],
  basis: relyOnPractice('The source lists 402 for a feature that is not available.'),
  run: createExternal,
});

async function createExternal(context: CheckContext): Promise<void> {
  const id = context.environment.parameters['refreshAgentCard']?.['id'];
  if (id === undefined)
    return context.skip('It needs an external agent: set parameters.refreshAgentCard.id.');
  const externalConfig = propertyOf(
    (await callOperation(context, 'getAgent', { path: { id } })).body,
    'externalConfig',
  );
  const name = 'Backlot check of a feature';
  const native = await createAs(context, { name });
  if (native !== 201) context.skip(`The other organization can't create agents: ${native}.`);
  const external = await createAs(context, {
    name,
    agentType: 'external',
    ...(isFields(externalConfig) && { externalConfig }),
  });
  // Why 400 and 404: the configuration may be invalid there, and the feature may not be available in production.
  context.note(
    [201, 400, 402, 404].includes(external),
    `An external agent of an organization that can create others returned ${external} instead of 402.`,
    'status',
  );
}

async function createAs(context: CheckContext, body: Readonly<Record<string, unknown>>): Promise<number> {
  const made = await callOperation(context, 'createAgent', { body, profile: STRANGER });
  const id = textOf(made.body, 'id');
  if (made.status === 201 && id !== null)
    await callOperation(context, 'deleteAgent', { path: { id }, profile: STRANGER });
  return made.status;
}
