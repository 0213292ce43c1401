/** The scenario check of deleting an agent. */
import {
  addAgentCapability,
  deleteAgent,
  getAgent,
  getPublishedAgentVersion,
  listAgents,
  publishAgent,
  removeAgentCapability,
  updateAgent,
} from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectStatus } from '../call-response.ts';
import { defineCheck, doubtful, relyOnFacts } from '../define-check.ts';
import { holdsText } from '../read-value.ts';
import { bindAgent, makeAgent } from './make-agent.ts';

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
  const other = await makeAgent(context, { name: 'Backlot check of what stays' });
  const id = await makeAgent(context, { name: 'Backlot check of a deletion' });
  const capabilityId = await bindAgent(context, id, 'ask_colleague', other);
  await awaitResponse(publishAgent(client, { path: { id } }));
  const { status } = await awaitResponse(deleteAgent(client, { path: { id } }));
  if (status === 403) context.skip('Agents may not be deleted here: 403.');
  expectStatus(context, status, 200, 'Deleting an agent');

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
  await lookForTraces(context, id);
  const remaining = await awaitResponse(getAgent(client, { path: { id: other } }));
  context.expect(
    remaining.status === 200,
    'Deleting an agent has also deleted the agent that it was bound to.',
    'status',
  );
}

/** Why doubtful: the source mentions the agent and its capabilities, and does not specify what else is deleted. */
async function lookForTraces(context: CheckContext, id: string): Promise<void> {
  const again = await awaitResponse(deleteAgent(context.client, { path: { id } }));
  context.note(again.status === 404, doubtful(`A second deletion returned ${again.status}.`, 'status'));
  const version = await awaitResponse(getPublishedAgentVersion(context.client, { path: { agentId: id } }));
  context.note(
    version.status === 404,
    doubtful(`The published version of a deleted agent returned ${version.status}.`, 'status'),
  );
  const list = await awaitResponse(
    listAgents(context.client, { query: { search: 'Backlot check of a deletion' } }),
  );
  context.note(!holdsText(list.body, id), 'A deleted agent is still in the list.', 'body');
}
