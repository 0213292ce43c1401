/** The scenario check of failed runs: the feed reports them regardless of how they were started. */
import { callForRun, terminalOf, playResult } from '../play-run.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { containsText, propertyOf, textOf } from '../read-value.ts';
import { currentCursor, readAll } from './feed.ts';

export const failureChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT33',
    title: 'The feed reports a flow that failed.',
    description:
      'Dispatches the flow of the batch with the recipe of a run that fails, and looks for svc.execution.failed with its flowId.',
    rationale: 'Monitoring based on the feed would miss failed flows.',
    runs: ['failing'],
    basis: relyOnPractice(
      'Each failed run creates an event svc.execution.failed, and the filter flowId matches it.',
    ),
    run: failFlow,
  }),
  defineCheck({
    id: 'EVENT39',
    title: 'The feed reports an agent that failed, once, and none that completed.',
    description:
      'Plays a run that fails and one that completes, and looks for svc.execution.failed with their ids.',
    rationale: 'Monitoring based on the feed would miss failures, or report successes.',
    runs: ['failing', 'text'],
    basis: relyOnPractice('Each failed run creates an event svc.execution.failed.'),
    run: failAgent,
  }),
];

async function failAgent(context: CheckContext): Promise<void> {
  const after = await currentCursor(context);
  const failed = await playResult(context, 'failing');
  const completed = await playResult(context, 'text');
  if (terminalOf(failed)?.type !== 'execution_error')
    context.skip('A run of the kind failing does not fail.');
  const events = await readAll(context, { after, sizes: [50], enough: 1_000 });
  const reports = events.filter(({ name }) => name === 'svc.execution.failed');
  const countOf = (id: string): number => reports.filter(({ data }) => containsText(data, id)).length;
  const count = countOf(failed.executionId);
  context.note(count === 1, `The feed has ${count} events of a run that failed.`, 'body.events');
  context.note(
    textOf(completed.body, 'status') !== 'completed' || countOf(completed.executionId) === 0,
    'The feed has a failure of a run that completed.',
    'body.events',
  );
}

async function failFlow(context: CheckContext): Promise<void> {
  const flowId = textOf(context.environment.bodies['submitFlowBatch'], 'flowId');
  if (flowId === null) return context.skip('It needs a flow: set bodies.submitFlowBatch.flowId.');
  const after = await currentCursor(context);
  const { message, headers, body } = context.runTemplate('failing');
  const messages = [{ role: 'user', content: message }];
  const run = await callForRun(context, 'dispatchRun', {
    headers,
    body: { flow: { id: flowId }, messages, streamResponse: false, ...body },
  });
  const { executionId } = run;
  if (executionId === null || run.last('execution_error') === null)
    return context.skip('A dispatched flow does not fail this way.');
  const events = await readAll(context, { after, sizes: [50], enough: 1_000 });
  const failure = events.find(
    ({ name, data }) => name === 'svc.execution.failed' && propertyOf(data, 'executionId') === executionId,
  );
  context.expect(failure !== undefined, 'The feed lacks a failed flow.', 'body.events');
  context.note(
    propertyOf(failure.data, 'flowId') === flowId,
    'The event of a flow that failed does not have its flowId.',
    'body.events.data.flowId',
  );
}
