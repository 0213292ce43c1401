/**
 * The scenario check of an agent that is deleted.
 */
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

/** Agents are deleted. */
export const deletionChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT16',
    title: 'A deleted agent is gone, including its capabilities.',
    description:
      'Deletes an agent with a capability and a version, and calls every operation that could still find it.',
    rationale: 'A deleted agent must not be shown, changed or run any more.',
    level: 'destructive',
    basis: relyOnFacts('F-4.2-060', 'F-7-007'),
    run: deleteOne,
  }),
];

async function deleteOne(tools: CheckContext): Promise<void> {
  const { client } = tools;
  const other = await makeAgent(tools, { name: 'Backlot check of what stays' });
  const id = await makeAgent(tools, { name: 'Backlot check of a deletion' });
  const capabilityId = await bindAgent(tools, id, 'ask_colleague', other);
  await awaitResponse(publishAgent(client, { path: { id } }));
  const { status } = await awaitResponse(deleteAgent(client, { path: { id } }));
  if (status === 403) tools.skip('Agents may not be deleted here: 403.');
  expectStatus(tools, status, 200, 'Deleting an agent');

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
  for (const [what, answer] of calls)
    tools.note(answer.status === 404, {
      message: `After its deletion, ${what} the agent returned ${answer.status}.`,
      at: 'status',
    });
  await lookForTraces(tools, id);
  const kept = await awaitResponse(getAgent(client, { path: { id: other } }));
  tools.expect(kept.status === 200, {
    message: 'Deleting an agent has taken away the agent that it was bound to.',
    at: 'status',
  });
}

/** Why: the source speaks of the agent and its capabilities; what else goes with it is not said. */
async function lookForTraces(tools: CheckContext, id: string): Promise<void> {
  const again = await awaitResponse(deleteAgent(tools.client, { path: { id } }));
  tools.note(again.status === 404, doubtful(`A second deletion returned ${again.status}.`, 'status'));
  const version = await awaitResponse(getPublishedAgentVersion(tools.client, { path: { agentId: id } }));
  tools.note(
    version.status === 404,
    doubtful(`The published version of a deleted agent returned ${version.status}.`, 'status'),
  );
  const list = await awaitResponse(
    listAgents(tools.client, { query: { search: 'Backlot check of a deletion' } }),
  );
  tools.note(!holdsText(list.body, id), { message: 'A deleted agent is still in the list.', at: 'body' });
}
