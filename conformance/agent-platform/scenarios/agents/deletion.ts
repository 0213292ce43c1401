/** The scenario check of deleting an agent. */
import {
  addAgentCapability,
  deleteAgent,
  getAgent,
  publishAgent,
  removeAgentCapability,
  updateAgent,
} from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectStatus } from '../call-response.ts';
import { defineCheck, doubtful, relyOnFacts } from '../define-check.ts';
import { holdsText, propertyOf } from '../read-value.ts';
import { traitsOf } from '../../../requests/operation-traits.ts';
import { agentOperations, callOperation, isClosed } from '../call-operation.ts';
import { bindAgent, makeAgent, publishVersion } from './make-agent.ts';

/** Checks of deletion. */
export const deletionChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT16',
    title: 'A deleted agent is gone, including its capabilities.',
    description:
      'Deletes an agent with a capability and a version, and calls every operation that could still find it.',
    rationale: 'A deleted agent must no longer be shown, changed or run.',
    level: 'destructive',
    basis: relyOnFacts('F-4.2-060', 'F-7-007'),
    run: deleteOne,
  }),
];

async function deleteOne(context: CheckContext): Promise<void> {
  const { client } = context;
  // Why the same name: an agent is deleted by its id.
  const other = await makeAgent(context, { name: 'Backlot check of a deletion' });
  const id = await makeAgent(context, { name: 'Backlot check of a deletion' });
  const capabilityId = await bindAgent(context, id, 'ask_colleague', other);
  const versionId = await publishVersion(context, id);
  const { status, body } = await awaitResponse(deleteAgent(client, { path: { id } }));
  if (status === 403) context.skip('Agents may not be deleted here: 403.');
  expectStatus(context, status, 200, 'Deleting an agent');
  context.note(
    propertyOf(body, 'success') !== false,
    doubtful('The deletion of an agent returned 200, and that it did not succeed.', 'body.success'),
  );

  const path = { id };
  const capability = { toolName: 'ask_again', subAgentId: other };
  const calls = [
    ['reading', await awaitResponse(getAgent(client, { path }))],
    ['changing', await awaitResponse(updateAgent(client, { path, body: { description: 'Still there?' } }))],
    ['publishing', await awaitResponse(publishAgent(client, { path }))],
    ['adding a capability to', await awaitResponse(addAgentCapability(client, { path, body: capability }))],
    [
      'removing the capability of',
      await awaitResponse(removeAgentCapability(client, { path: { id, capabilityId } })),
    ],
  ] as const;
  for (const [what, response] of calls)
    context.note(
      response.status === 404,
      `After its deletion, ${what} the agent returned ${response.status}.`,
      'status',
    );
  await lookForTraces(context, id, versionId);
  const remaining = await awaitResponse(getAgent(client, { path: { id: other } }));
  context.expect(
    remaining.status === 200,
    'Deleting an agent has also deleted another one of the same name, to which it was bound.',
    'status',
  );
}

/** Why doubtful: the source mentions the agent and its capabilities, and does not specify what else is deleted. */
async function lookForTraces(context: CheckContext, id: string, versionId: string): Promise<void> {
  for (const [operation, parameter] of agentOperations) {
    if (traitsOf(operation).consumes !== null && operation.id !== 'deleteAgent') continue;
    const body = operation.id === 'publishAgentVersion' ? { versionId } : undefined;
    const path = { [parameter]: id, versionId };
    const response = await callOperation(context, operation.id, { path, body });
    const message = `After its deletion, ${operation.id} of the agent returned ${response.status}.`;
    // Why: the source states that the agent is gone, and running it is what it is for.
    const isRun = operation.id === 'executeAgent' && response.status < 300;
    context.note(isClosed(response), isRun ? { message, at: 'status' } : doubtful(message, 'status'));
  }
  for (const query of [{}, { search: 'Backlot check of a deletion' }]) {
    const list = await callOperation(context, 'listAgents', { query });
    context.note(!holdsText(list.body, id), 'A deleted agent is still in the list.', 'body');
  }
}
