/**
 * The scenario check about runs that fail: the feed tells of them however they were started.
 */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { readRun } from '../play-run.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { memberOf, textOf } from '../read-value.ts';
import { currentCursor, readAll } from './feed.ts';

/** Runs fail. */
export const failureChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT33',
    title: 'The feed reports a flow that failed.',
    description:
      'Dispatches the flow of the batch with the recipe of a run that fails, and looks for svc.execution.failed with its flowId.',
    rationale: 'Monitoring based on the feed would miss failed flows.',
    runs: ['failing'],
    basis: relyOnPractice(
      'svc.execution.failed comes for each run that fails, and the filter flowId finds it.',
    ),
    run: failFlow,
  }),
];

async function failFlow(tools: CheckContext): Promise<void> {
  const flowId = textOf(tools.environment.bodies['submitFlowBatch'], 'flowId');
  if (flowId === null) return tools.skip('It needs a flow: give one under bodies.submitFlowBatch.flowId.');
  const after = await currentCursor(tools);
  const { message, headers, body } = tools.runTemplate('failing');
  const run = readRun(
    await tools.send({
      method: 'POST',
      path: '/v1/dispatch',
      headers: Object.entries({ 'content-type': 'application/json', ...headers }),
      body: JSON.stringify({
        flow: { id: flowId },
        messages: [{ role: 'user', content: message }],
        streamResponse: false,
        ...body,
      }),
      profile: 'full',
    }),
  );
  const { executionId } = run;
  if (executionId === null || run.last('execution_error') === null)
    return tools.skip('A flow that is dispatched does not fail by this recipe.');
  const events = await readAll(tools, { after, sizes: [50], enough: 1_000 });
  const own = events.find(
    ({ name, data }) => name === 'svc.execution.failed' && memberOf(data, 'executionId') === executionId,
  );
  tools.expect(own !== undefined, {
    message: 'The feed does not tell of a flow that failed.',
    at: 'body.events',
  });
  tools.note(memberOf(own.data, 'flowId') === flowId, {
    message: 'The event of a flow that failed does not name the flow.',
    at: 'body.events.data.flowId',
  });
}
