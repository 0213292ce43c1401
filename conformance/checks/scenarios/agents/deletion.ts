/**
 * The story of an agent that is deleted.
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
import type { PackCheck, PackTools } from '../pack.ts';
import { answered } from '../story/answered.ts';
import { defineStory, doubtful, restOnFacts } from '../story/define-story.ts';
import { holdsText } from '../story/read-value.ts';
import { bindAgent, makeAgent } from './make-agent.ts';

/** Agents are deleted. */
export const deletionStories: readonly PackCheck[] = [
  defineStory({
    id: 'AGENT16',
    title: 'A deleted agent is gone, with its capabilities.',
    does: 'Deletes an agent with a capability and a version, and calls every operation that could still find it.',
    why: 'What its owner has deleted must not be shown, changed or run any more.',
    level: 'destructive',
    basis: restOnFacts('F-4.2-060', 'F-7-007'),
    run: deleteOne,
  }),
];

async function deleteOne(tools: PackTools): Promise<void> {
  const { client } = tools;
  const other = await makeAgent(tools, { name: 'Backlot check of what stays' });
  const id = await makeAgent(tools, { name: 'Backlot check of a deletion' });
  const capabilityId = await bindAgent(tools, id, 'ask_colleague', other);
  await answered(publishAgent(client, { path: { id } }));
  const { status } = await answered(deleteAgent(client, { path: { id } }));
  if (status === 403) tools.skip('Agents may not be deleted here: 403.');
  tools.expect(status === 200, { message: `Deleting an agent is answered with ${status}.`, at: 'status' });

  const path = { id };
  const capability = { toolName: 'ask_again', subAgentId: other };
  const calls = [
    ['reading', await answered(getAgent(client, { path }))],
    ['changing', await answered(updateAgent(client, { path, body: { description: 'Still there?' } }))],
    ['publishing', await answered(publishAgent(client, { path }))],
    ['adding a capability to', await answered(addAgentCapability(client, { path, body: capability }))],
    [
      'removing the capability of',
      await answered(removeAgentCapability(client, { path: { id, capabilityId } })),
    ],
  ] as const;
  for (const [what, answer] of calls)
    tools.note(answer.status === 404, {
      message: `After its deletion, ${what} the agent is answered with ${answer.status}.`,
      at: 'status',
    });
  await lookForTraces(tools, id);
  const kept = await answered(getAgent(client, { path: { id: other } }));
  tools.expect(kept.status === 200, {
    message: 'Deleting an agent has taken away the agent that it was bound to.',
    at: 'status',
  });
}

/** Why: the source speaks of the agent and its capabilities; what else goes with it is not said. */
async function lookForTraces(tools: PackTools, id: string): Promise<void> {
  const again = await answered(deleteAgent(tools.client, { path: { id } }));
  tools.note(again.status === 404, doubtful(`A second deletion is answered with ${again.status}.`, 'status'));
  const version = await answered(getPublishedAgentVersion(tools.client, { path: { agentId: id } }));
  tools.note(
    version.status === 404,
    doubtful(`The published version of a deleted agent is answered with ${version.status}.`, 'status'),
  );
  const list = await answered(listAgents(tools.client, { query: { search: 'Backlot check of a deletion' } }));
  tools.note(!holdsText(list.body, id), { message: 'A deleted agent is still in the list.', at: 'body' });
}
