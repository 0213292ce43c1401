/**
 * Stories about what the configuration of an agent changes in its runs.
 */
import { deleteAgent, getAgent, listAgentExecutions } from '../../../../generated/service/client.ts';
import { bindAgent, makeAgent } from '../agents/make-agent.ts';
import type { PackCheck, PackTools } from '../pack.ts';
import { answered, isSuccess } from '../story/answered.ts';
import { defineStory, restOnPractice } from '../story/define-story.ts';
import { memberOf, textOf } from '../story/read-value.ts';
import { itemsOf } from '../story/walk-pages.ts';
import { playOn } from './play-agent.ts';

/** Runs follow their agent. */
export const configuredStories: readonly PackCheck[] = [
  defineStory({
    id: 'RUN17',
    title: 'A run calls the model of its agent.',
    does: 'Creates an agent with the model of another one, runs it, and compares the model with that of its model calls.',
    why: 'Who chooses a cheaper model expects to pay for that one.',
    runs: ['text'],
    basis: restOnPractice('config.model is the model that an agent calls.'),
    run: compareModels,
  }),
  defineStory({
    id: 'RUN18',
    title: 'A deleted sub-agent does not run any more.',
    does: 'Binds an agent to another one, deletes that, plays a run that asks a sub-agent, and looks for a run of the deleted one.',
    why: 'What its owner has deleted would go on costing money.',
    level: 'destructive',
    runs: ['subagent'],
    basis: restOnPractice('What is deleted does not run.'),
    run: lookForDeleted,
  }),
];

async function compareModels(tools: PackTools): Promise<void> {
  const { agentId } = tools.recipe('text');
  const { body } = await answered(getAgent(tools.client, { path: { id: agentId } }));
  const model = textOf(memberOf(body, 'config'), 'model');
  if (model === null) return tools.skip('The agent that runs has no config.model.');
  const id = await makeAgent(tools, { name: 'Backlot check of a model', config: { model } });
  const run = await playOn(tools, id, 'text');
  const called = run.events.flatMap((event) =>
    event.type === 'model_call_start' && event['subagent'] === undefined
      ? (textOf(event, 'model') ?? [])
      : [],
  );
  if (called.length === 0) tools.skip('The events of a run do not name the model that it calls.');
  // Why: a service may write the provider before a model, or the date of its release behind it.
  tools.expect(
    called.some((name) => name.includes(model) || model.includes(name)),
    {
      message: `A run of an agent with the model ${model} calls ${[...new Set(called)].join(', ')}.`,
      at: 'event model_call_start: model',
    },
  );
}

async function lookForDeleted(tools: PackTools): Promise<void> {
  const name = 'Backlot check of a deleted sub-agent';
  const subAgent = await makeAgent(tools, { name });
  const id = await makeAgent(tools, { name: 'Backlot check of a caller' });
  await bindAgent(tools, id, 'ask_colleague', subAgent);
  const deleted = await answered(deleteAgent(tools.client, { path: { id: subAgent } }));
  if (!isSuccess(deleted)) tools.skip(`An agent that others may call is not deleted: ${deleted.status}.`);
  const run = await playOn(tools, id, 'subagent');
  const named = run.events.some((event) => textOf(event['subagent'], 'agentName') === name);
  tools.expect(!named, { message: 'A run calls a sub-agent that is deleted.', at: 'events' });
  const { status, body } = await answered(listAgentExecutions(tools.client, { path: { id: subAgent } }));
  tools.expect(status !== 200 || (itemsOf(body) ?? []).length === 0, {
    message: 'A deleted agent has a run that another agent has started.',
    at: 'body.data',
  });
}
