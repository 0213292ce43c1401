/** Checks of the effect of an agent's configuration, or that of a version, on its runs. */
import { makeAgent, publishVersion } from '../agents/make-agent.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { propertyOf, textOf } from '../read-value.ts';
import { playResult } from '../play-run.ts';

export const configuredChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'RUN17',
    title: 'A run uses the model of its agent.',
    description:
      'Creates an agent with the model of another one, runs it, and compares the model with that of its model calls.',
    rationale: 'Users who choose a cheaper model expect to pay for that one.',
    runs: ['text'],
    basis: relyOnPractice('config.model is the model that an agent calls.'),
    run: compareModels,
  }),
  defineCheck({
    id: 'RUN13',
    title: 'A run by version uses the snapshot.',
    description:
      'Publishes an agent, changes its name and maxTurns, runs the version, and compares execution_start with both.',
    rationale: 'A pinned version must not change with every edit of the agent.',
    runs: ['text'],
    basis: relyOnFacts('F-3-025', 'F-4.2-204', 'F-9-004'),
    run: runVersion,
  }),
];

async function compareModels(context: CheckContext): Promise<void> {
  const { agentId } = context.runTemplate('text');
  const { body } = await context.call('getAgent', { path: { id: agentId } });
  const model = textOf(propertyOf(body, 'config'), 'model');
  if (model === null) return context.skip('The agent that runs has no config.model.');
  const id = await makeAgent(context, { name: 'Backlot check of a model', config: { model } });
  const run = await playResult(context, 'text', { agentId: id });
  const called = run.events.flatMap((event) =>
    event.type === 'model_call_start' && event['subagent'] === undefined
      ? (textOf(event, 'model') ?? [])
      : [],
  );
  if (called.length === 0) context.skip('The events of a run do not include the called model.');
  // Why: a service may add the provider before the name of a model, or its release date after it.
  context.expect(
    called.some((name) => name.includes(model) || model.includes(name)),
    `A run of an agent with the model ${model} calls ${[...new Set(called)].join(', ')}.`,
    'event model_call_start: model',
  );
}

async function runVersion(context: CheckContext): Promise<void> {
  const before = { name: 'Backlot check of a snapshot', maxTurns: 2 };
  const after = { name: 'Backlot check after the snapshot', maxTurns: 9 };
  const id = await makeAgent(context, before);
  const version = await publishVersion(context, id);
  await context.need('updateAgent', { path: { id }, body: after });
  const run = await playResult(context, 'text', { agentId: id, body: { agentVersionId: version } });
  if (textOf(run.body, 'agentTargetResolution') !== 'version')
    context.skip('A run does not accept a version under the name agentVersionId.');
  const start = run.last('execution_start');
  if (start === null) return context.skip('The result has no execution_start.');
  for (const [name, live] of [
    ['agentName', after.name],
    ['maxTurns', after.maxTurns],
  ] as const)
    context.note(
      start[name] !== live,
      `A run by version has the ${name} of the live agent.`,
      `event execution_start: ${name}`,
    );
}
