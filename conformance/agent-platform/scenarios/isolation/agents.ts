/** Checks that a credential of another organization does not reach an agent. */
import { isDestructive } from '../../../model/operations.ts';
import { traitsOf } from '../../../requests/operation-traits.ts';
import { bindAgent, makeAgent, publishVersion, readAgent } from '../agents/make-agent.ts';
import { submitted } from '../batches/submit-batch.ts';
import { agentOperations, callOperation, isClosed } from '../call-operation.ts';
import { isSuccess } from '../call-response.ts';
import { defineCheck, doubtful, relyOnFacts } from '../define-check.ts';
import { holdsText, isSame, mentions, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

/** The profile of the other organization. */
export const STRANGER = 'otherOrganization';

const marker = 'Backlot check of a private agent';

/** Checks of the agents of another organization. */
export const agentIsolationChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ISO01',
    title: 'Another organization can neither read, change nor run an agent.',
    description:
      'Creates and publishes an agent, calls every operation of it with the credential of another organization, and checks that the agent is unchanged.',
    rationale: 'A customer would read and change the agents of another one.',
    profiles: ['full', STRANGER],
    basis: relyOnFacts('F-4.2-006', 'F-7-007'),
    run: callAsStranger,
  }),
  defineCheck({
    id: 'ISO02',
    title: 'The list of agents contains only those of the own organization.',
    description:
      'Creates an agent, and lists and searches the agents with the credential of another organization.',
    rationale: 'Names of agents disclose what a customer is working on.',
    profiles: ['full', STRANGER],
    basis: relyOnFacts('F-4.2-006'),
    run: listAsStranger,
  }),
  defineCheck({
    id: 'ISO03',
    title: 'Another organization cannot delete an agent, or end a batch or a deployment.',
    description:
      'Creates an agent with a capability, deletes both with the credential of another organization, and reads the agent. Cancels a batch and destroys a deployment with that credential.',
    rationale: 'A customer would lose agents and work to another one.',
    level: 'destructive',
    profiles: ['full', STRANGER],
    basis: relyOnFacts('F-4.2-006', 'F-7-007'),
    run: deleteAsStranger,
  }),
  defineCheck({
    id: 'ISO08',
    title: 'An agent cannot use an agent or a version of another organization.',
    description:
      'Creates and publishes an agent, and with the credential of another organization binds it as a sub-agent, dispatches it, and runs an own agent by its version.',
    rationale: 'Running an agent discloses its instructions and spends the money of its owner.',
    profiles: ['full', STRANGER],
    basis: relyOnFacts('F-4.2-006', 'F-7-007'),
    run: useAsStranger,
  }),
];

async function callAsStranger(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: marker, description: marker });
  const versionId = await publishVersion(context, id);
  const before = await readAgent(context, id);
  for (const [operation, parameter] of agentOperations) {
    if (isDestructive(operation) || traitsOf(operation).consumes !== null) continue;
    const path = { [parameter]: id, versionId };
    const body = operation.id === 'publishAgentVersion' ? { versionId } : undefined;
    const response = await callOperation(context, operation.id, { path, body, profile: STRANGER });
    // Why: the policy of an agent without one does not disclose the agent.
    const isPolicy = operation.id === 'getTokenAudiencePolicy';
    const message = `${operation.id} of an agent of another organization returned ${response.status}.`;
    context.note(
      isPolicy ? !isSuccess(response) : isClosed(response),
      isPolicy ? doubtful(message, 'status') : message,
      'status',
    );
  }
  const after = await readAgent(context, id);
  context.expect(
    isSame(settingsOf(before), settingsOf(after)),
    'An agent was changed by another organization.',
    'body',
  );
}

async function listAsStranger(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: marker });
  for (const query of [{}, { search: marker }]) {
    const list = await callOperation(context, 'listAgents', { query, profile: STRANGER });
    if (list.status !== 200) context.skip(`The other organization can't list its agents: ${list.status}.`);
    context.expect(
      !holdsText(list.body, id) && !mentions(list.body, marker),
      'The list of agents contains an agent of another organization.',
      'body',
    );
  }
}

async function deleteAsStranger(context: CheckContext): Promise<void> {
  const other = await makeAgent(context, { name: `${marker} 2` });
  const id = await makeAgent(context, { name: marker });
  const capabilityId = await bindAgent(context, id, 'ask_colleague', other);
  const calls = [
    ['removeAgentCapability', { id, capabilityId }],
    ['deleteAgent', { id }],
  ] as const;
  for (const [operation, path] of calls) {
    const { status } = await callOperation(context, operation, { path, profile: STRANGER });
    context.note(
      status >= 400,
      `${operation} of an agent of another organization returned ${status}.`,
      'status',
    );
  }
  context.expect(
    mentions(await readAgent(context, id), 'ask_colleague'),
    'A capability of an agent was removed by another organization.',
    'body.capabilities',
  );
  await endAsStranger(context);
}

/** Ends a new batch and the deployment of the test environment. */
async function endAsStranger(context: CheckContext): Promise<void> {
  const { bodies, parameters } = context.environment;
  const deployment = parameters['destroySandboxDeployment']?.['id'];
  const batch = bodies['submitFlowBatch'] === undefined ? undefined : await submitted(context);
  const calls = [
    ['cancelBatch', batch],
    ['destroySandboxDeployment', deployment],
  ] as const;
  for (const [operation, id] of calls) {
    if (id === undefined) continue;
    const { status } = await callOperation(context, operation, { path: { id }, body: {}, profile: STRANGER });
    context.note(
      status >= 400,
      doubtful(`${operation} of another organization returned ${status}.`, 'status'),
    );
  }
}

async function useAsStranger(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: marker });
  const versionId = await publishVersion(context, id);
  const own = await callOperation(context, 'createAgent', { body: { name: marker }, profile: STRANGER });
  const ownId = propertyOf(own.body, 'id');
  if (typeof ownId !== 'string')
    return context.skip(`The other organization can't create an agent: ${own.status}.`);
  const messages = [{ role: 'user', content: 'Hello' }];
  const bound = await callOperation(context, 'addAgentCapability', {
    path: { id: ownId },
    body: { toolName: 'ask_stranger', subAgentId: id },
    profile: STRANGER,
  });
  context.note(
    bound.status >= 400,
    doubtful(`Binding an agent of another organization returned ${bound.status}.`, 'status'),
  );
  const dispatched = await callOperation(context, 'dispatchRun', {
    body: { agent: { agentId: id }, messages, streamResponse: false },
    profile: STRANGER,
  });
  context.note(
    dispatched.status >= 400,
    `Dispatching an agent of another organization returned ${dispatched.status}.`,
    'status',
  );
  const run = await callOperation(context, 'executeAgent', {
    path: { id: ownId },
    body: { messages, agentVersionId: versionId, streamResponse: false },
    profile: STRANGER,
  });
  context.note(
    propertyOf(run.body, 'agentVersionId') !== versionId,
    'A run uses the version of an agent of another organization.',
    'body.agentVersionId',
  );
}

/** Returns the settings of an agent, without its times. */
function settingsOf(agent: unknown): unknown {
  const names = ['name', 'description', 'config', 'capabilities', 'maxTurns', 'icon', 'publishedVersionId'];
  return names.map((name) => propertyOf(agent, name));
}
