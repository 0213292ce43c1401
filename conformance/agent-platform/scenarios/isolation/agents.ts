/** Checks that a credential of another organization does not reach an agent. */
import { makeAgent, publishVersion } from '../agents/make-agent.ts';
import { submitted } from '../batches/submit-batch.ts';
import { defineCheck, warning, relyOnFacts } from '../define-check.ts';
import { propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

/** The profile of the other organization. */
export const OTHER_ORGANIZATION = 'otherOrganization';

const marker = 'Backlot check of a private agent';

/** Checks of the agents of another organization. */
export const agentIsolationChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ISO03',
    title: 'Another organization cannot end a batch or a deployment.',
    description: 'Cancels a batch and destroys a deployment with the credential of another organization.',
    rationale: 'A customer would lose work to another one.',
    level: 'destructive',
    profiles: ['full', OTHER_ORGANIZATION],
    basis: relyOnFacts('F-4.2-006', 'F-7-007'),
    run: endAsOther,
  }),
  defineCheck({
    id: 'ISO08',
    title: 'An agent cannot use an agent or a version of another organization.',
    description:
      'Creates and publishes an agent, and with the credential of another organization binds it as a sub-agent, dispatches it, and runs an own agent by its version.',
    rationale: 'Running an agent discloses its instructions and spends the money of its owner.',
    profiles: ['full', OTHER_ORGANIZATION],
    basis: relyOnFacts('F-4.2-006', 'F-7-007'),
    run: useAsOther,
  }),
];

/** Ends a new batch and the deployment of the test environment. */
async function endAsOther(context: CheckContext): Promise<void> {
  const { bodies, parameters } = context.environment;
  const deployment = parameters['destroySandboxDeployment']?.['id'];
  const batch = bodies['submitFlowBatch'] === undefined ? undefined : await submitted(context);
  const calls = [
    ['cancelBatch', batch],
    ['destroySandboxDeployment', deployment],
  ] as const;
  for (const [operation, id] of calls) {
    if (id === undefined) continue;
    const { status } = await context.call(operation, {
      path: { id },
      body: {},
      profile: OTHER_ORGANIZATION,
    });
    context.note(
      status >= 400,
      warning(`${operation} of another organization returned ${status}.`, 'status'),
    );
  }
}

async function useAsOther(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: marker });
  const versionId = await publishVersion(context, id);
  const own = await context.call('createAgent', {
    body: { name: marker },
    profile: OTHER_ORGANIZATION,
  });
  const ownId = propertyOf(own.body, 'id');
  if (typeof ownId !== 'string')
    return context.skip(`The other organization can't create an agent: ${own.status}.`);
  const messages = [{ role: 'user', content: 'Hello' }];
  const bound = await context.call('addAgentCapability', {
    path: { id: ownId },
    body: { toolName: 'ask_stranger', subAgentId: id },
    profile: OTHER_ORGANIZATION,
  });
  context.note(
    bound.status >= 400,
    warning(`Binding an agent of another organization returned ${bound.status}.`, 'status'),
  );
  const dispatched = await context.call('dispatchRun', {
    body: { agent: { agentId: id }, messages, streamResponse: false },
    profile: OTHER_ORGANIZATION,
  });
  context.note(
    dispatched.status >= 400,
    `Dispatching an agent of another organization returned ${dispatched.status}.`,
    'status',
  );
  const run = await context.call('executeAgent', {
    path: { id: ownId },
    body: { messages, agentVersionId: versionId, streamResponse: false },
    profile: OTHER_ORGANIZATION,
  });
  context.note(
    propertyOf(run.body, 'agentVersionId') !== versionId,
    'A run uses the version of an agent of another organization.',
    'body.agentVersionId',
  );
}
