/**
 * Checks of what is left of a run: its place in the history, its detail, and the runs below it.
 */
import { getAgentExecution, listAgentExecutions } from '../../../../generated/service/client.ts';
import { makeAgent } from '../agents/make-agent.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectStatus } from '../call-response.ts';
import { assumed, defineCheck, relyOnFacts } from '../define-check.ts';
import { holdsText, memberOf, mentions, textOf } from '../read-value.ts';
import { expectEachOnce, itemsOf } from '../walk-pages.ts';
import { playOn, playRun } from './play-agent.ts';

/** Runs are found again. */
export const historyChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'RUN02',
    title: 'The history of an agent can be filtered by execution id.',
    description: 'Plays two runs and lists the history with the filter executionId.',
    rationale: 'A link to a run leads to its entry in the history, and to no other.',
    runs: ['text'],
    basis: relyOnFacts('F-1-003', 'F-4.2-146', 'F-4.2-148'),
    run: findById,
  }),
  defineCheck({
    id: 'RUN03',
    title: 'The detail of a run has its final output.',
    description:
      'Plays a run whose stream ends with a final output and looks for that text in the detail of the run.',
    rationale: 'Clients that were not connected when the run ended read its result here.',
    runs: ['text'],
    basis: relyOnFacts('F-4.2-159'),
    run: readDetail,
  }),
  defineCheck({
    id: 'RUN06',
    title: 'The filter parentExecutionId lists the child runs of a run.',
    description:
      'Plays a run that asks another agent, lists the runs below it, and finds one of them by its own id.',
    rationale: 'It is the only way from a run to those of its sub-agents.',
    runs: ['subagent'],
    basis: relyOnFacts('F-4.2-148', 'F-4.2-145', 'F-4.2-146'),
    run: drillDown,
  }),
  defineCheck({
    id: 'RUN07',
    title: 'The pages of the history contain each run once.',
    description:
      'Creates an agent, plays four runs of it, and walks through its history in pages of many sizes.',
    rationale: 'A history that skips or repeats items at page boundaries counts wrongly.',
    runs: ['text'],
    basis: relyOnFacts('F-4.2-147', 'F-1-003'),
    run: walkHistory,
  }),
];

async function findById(tools: CheckContext): Promise<void> {
  const { agentId } = tools.runTemplate('text');
  const { executionId } = await playRun(tools, 'text');
  const other = await playRun(tools, 'text');
  const list = await listRuns(tools, agentId, { executionId });
  tools.expect(holdsText(itemsOf(list), executionId), {
    message: 'A run is not in the history when it is asked for by its id.',
    at: 'body',
  });
  tools.expect(!holdsText(itemsOf(list), other.executionId), {
    message: 'The history that is asked for one run holds another one.',
    at: 'body',
  });
}

async function readDetail(tools: CheckContext): Promise<void> {
  const { agentId } = tools.runTemplate('text');
  const run = await playRun(tools, 'text');
  const { executionId } = run;
  const { status, body } = await awaitResponse(
    getAgentExecution(tools.client, { path: { id: agentId, executionId } }),
  );
  expectStatus(tools, status, 200, 'The detail of a run');
  const told = textOf(body, 'executionId');
  tools.expect(told === null || told === executionId, {
    message: 'The detail is that of another run.',
    at: 'body.executionId',
  });
  const finalOutput = textOf(run.last('execution_complete'), 'finalOutput');
  tools.expect(finalOutput === null || mentions(body, finalOutput), {
    message: 'The detail of a run does not have its final output.',
    at: 'body',
  });
  tools.note(
    finalOutput === null || memberOf(body, 'finalOutput') === finalOutput,
    assumed('A-EXECUTION', 'finalOutput is not the final output of the run.', 'body.finalOutput'),
  );
  for (const name of ['iterationDetails', 'loopConfig'])
    tools.note(
      memberOf(body, name) !== undefined,
      assumed('A-EXECUTION', `The detail of a run has no ${name}.`, `body.${name}`),
    );
}

async function drillDown(tools: CheckContext): Promise<void> {
  const { agentId } = tools.runTemplate('subagent');
  const { executionId } = await playRun(tools, 'subagent');
  const below = itemsOf(await listRuns(tools, agentId, { parentExecutionId: executionId })) ?? [];
  tools.expect(below.length > 0, {
    message: 'A run that asked another agent has no run below it.',
    at: 'body',
  });
  const child = textOf(below[0], 'executionId');
  if (child === null) tools.skip('A run in the history does not tell its id under the name executionId.');
  tools.expect(child !== executionId, { message: 'A run is listed below itself.', at: 'body' });
  tools.expect(holdsText(itemsOf(await listRuns(tools, agentId, { executionId: child })), child), {
    message: 'A run of another agent is not found by its id below the agent that asked for it.',
    at: 'body',
  });
}

async function walkHistory(tools: CheckContext): Promise<void> {
  const id = await makeAgent(tools, { name: 'Backlot check of a history' });
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) {
    const { executionId } = await playOn(tools, id, 'text');
    if (executionId !== null) ids.push(executionId);
  }
  await expectEachOnce(tools, (wish) => listRuns(tools, id, { ...wish }), ids);
}

async function listRuns(
  tools: CheckContext,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { status, body } = await awaitResponse(listAgentExecutions(tools.client, { path: { id }, query }));
  if (status === 403) return tools.skip('The history may not be read here: 403.');
  if (status === 400 && 'limit' in query)
    return tools.skip('A page of this size is refused: the bounds are not shown.');
  expectStatus(tools, status, 200, 'The history of an agent');
  return body;
}
