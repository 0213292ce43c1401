/** Checks that an organization uses and sees nothing of another one. */
import { makeAgent, publishVersion } from '../agents/make-agent.ts';
import { submitted } from '../batches/submit-batch.ts';
import { defineCheck, relyOnFacts, warning } from '../define-check.ts';
import { pauseForApproval } from '../paused-run.ts';
import { mentions, propertyOf } from '../read-value.ts';
import type { CheckContext, OperationInput, ScenarioCheck } from '../scenario-check.ts';
import type { OperationId } from '../../contract.ts';
import { OTHER_ORGANIZATION } from './accounts.ts';

/** Checks of data that only a row of a list or a part of a body shows; laws check requests about one record. */
export const organizationChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ISO07',
    title: 'The feed and the summaries contain only data of the own organization.',
    description:
      'Plays a run that needs an approval, submits a batch, and reads the feed, the summary of batches and the record results with the credential of another organization.',
    rationale: 'Events and summaries contain ids and descriptions of activities.',
    profiles: ['full', OTHER_ORGANIZATION],
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.7-001'),
    run: readAsOther,
  }),
  defineCheck({
    id: 'ISO08',
    title: 'An agent cannot use an agent or a version of another organization.',
    description:
      'Creates and publishes an agent, and with the credential of another organization binds it as a sub-agent, and runs an own agent by its version.',
    rationale: 'Running an agent discloses its instructions and spends the money of its owner.',
    profiles: ['full', OTHER_ORGANIZATION],
    basis: relyOnFacts('F-4.2-006', 'F-7-007'),
    run: useAsOther,
  }),
];

async function readAsOther(context: CheckContext): Promise<void> {
  const profile = OTHER_ORGANIZATION;
  const start = await context.call('pollProductEvents', { profile });
  if (start.status !== 200) context.skip(`The other organization can't poll its feed: ${start.status}.`);
  const { executionId } = await pauseForApproval(context, 'ownerGate');
  const hasBatch = context.environment.bodies['submitFlowBatch'] !== undefined;
  const ids = [executionId, ...(hasBatch ? [await submitted(context)] : [])];
  const cursor = propertyOf(start.body, 'cursor');
  const reads: readonly (readonly [OperationId, OperationInput['query']?])[] = [
    ['pollProductEvents', { after: '0', maxEvents: '200' }],
    ['pollProductEvents', { after: typeof cursor === 'string' ? cursor : '0', maxEvents: '200' }],
    ['getBatchSummary'],
    ['getRecordResults'],
  ];
  for (const [operation, query = {}] of reads) {
    const { body } = await context.call(operation, { query, profile });
    const message = `${operation} shows what another organization has done.`;
    context.note(!ids.some((id) => mentions(body, id)), message, 'body');
  }
}

async function useAsOther(context: CheckContext): Promise<void> {
  const marker = 'Backlot check of a private agent';
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
