/** Checks of finished runs: the history and its filters, the detail, and the child runs. */
import { addSubAgent, makeAgent } from '../agents/make-agent.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { containsText, isFields, itemsOf, mentions, propertyOf, textOf } from '../read-value.ts';
import { playRun, playResult } from '../play-run.ts';
import { msPerDay } from '../../../../templates/runtime/conversion/durations.ts';

export const historyChecks: readonly ScenarioCheck[] = [
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
      'Plays a run that calls another agent, lists its child runs, and finds one of them by its own id. Without a run of the kind subagent, plays one of the kind tools of a new agent that has only a sub-agent.',
    rationale: 'It is the only way from a run to those of its sub-agents.',
    basis: relyOnFacts('F-4.2-148', 'F-4.2-145', 'F-4.2-146'),
    run: readCallTree,
  }),
  defineCheck({
    id: 'RUN14',
    title: 'A date without a time covers the whole day.',
    description:
      'Runs an agent, filters its history by from and to with the date of the run, and reads the statistics of that day.',
    rationale: 'A report up to today would omit today.',
    runs: ['text'],
    basis: relyOnPractice('A range of dates includes its first and last day.'),
    run: filterByDate,
  }),
];

async function readDetail(context: CheckContext): Promise<void> {
  const { agentId } = context.runTemplate('text');
  const run = await playRun(context, 'text');
  const { executionId } = run;
  const { status, body } = await context.call('getAgentExecution', { path: { id: agentId, executionId } });
  expectStatus(context, status, 200, 'The detail of a run');
  const actualId = textOf(body, 'executionId');
  context.expect(
    actualId === null || actualId === executionId,
    'The detail is that of another run.',
    'body.executionId',
  );
  const finalOutput = textOf(run.last('execution_complete'), 'finalOutput');
  context.expect(
    finalOutput === null || mentions(body, finalOutput),
    'The detail of a run does not have its final output.',
    'body',
  );
  context.note(
    finalOutput === null || propertyOf(body, 'finalOutput') === finalOutput,
    citeAssumption('A-EXECUTION', 'finalOutput is not the final output of the run.', 'body.finalOutput'),
  );
  // Why: the source requires both, but specifies neither name.
  context.note(
    [propertyOf(body, 'iterationDetails'), propertyOf(body, 'iterations')].some(Array.isArray),
    citeAssumption('A-EXECUTION', 'The detail of a run has no iterationDetails.', 'body.iterationDetails'),
  );
  const details = Object.entries(isFields(body) ? body : {}).filter(([name]) => /iteration/i.test(name));
  context.warn(
    !details.some(([, detail]) => Array.isArray(detail) && detail.length === 0),
    'The detail of a completed run has a list of iterations that is empty.',
    'body',
  );
  context.note(
    propertyOf(body, 'loopConfig') !== undefined,
    citeAssumption('A-EXECUTION', 'The detail of a run has no loopConfig.', 'body.loopConfig'),
  );
}

async function readCallTree(context: CheckContext): Promise<void> {
  const { agentId, executionId, subAgentId } = await playCaller(context);
  const below = itemsOf(await listRuns(context, agentId, { parentExecutionId: executionId })) ?? [];
  const ran = textOf(below[0], 'agentId');
  context.warn(
    subAgentId === null || ran === null || ran === subAgentId,
    'A child run names another agent than the one that was called.',
    'body.agentId',
  );
  context.expect(below.length > 0, 'A run that called another agent has no child run.', 'body');
  const child = textOf(below[0], 'executionId');
  if (child === null) context.skip('A run in the history has no property executionId.');
  context.expect(child !== executionId, 'A run is listed as its own child.', 'body');
  context.expect(
    !containsText(itemsOf(await listRuns(context, agentId, { parentExecutionId: child })), executionId),
    'A run that has called no agent has another run as its child.',
    'body',
  );
  context.expect(
    containsText(itemsOf(await listRuns(context, agentId, { executionId: child })), child),
    'A child run is not found by its id in the history of the calling agent.',
    'body',
  );
}

/** A run that has called another agent. Shape: `subAgentId` is `null` if that agent is unknown. */
interface CallingRun {
  readonly agentId: string;
  readonly executionId: string;
  readonly subAgentId: string | null;
}

/** Plays a run that calls another agent: by its kind, or by an agent that has no other tool. */
async function playCaller(context: CheckContext): Promise<CallingRun> {
  if (context.environment.runs['subagent'] !== undefined) {
    const { agentId } = context.runTemplate('subagent');
    return { agentId, executionId: (await playRun(context, 'subagent')).executionId, subAgentId: null };
  }
  const subAgentId = await makeAgent(context, { name: 'Backlot check of a child run' });
  const agentId = await makeAgent(context, { name: 'Backlot check of a calling run' });
  await addSubAgent(context, agentId, 'ask_colleague', subAgentId);
  const { events, executionId } = await playResult(context, 'tools', { agentId });
  const called = events.some(
    (event) => event.type === 'tool_complete' && event['toolName'] === 'ask_colleague',
  );
  if (!called) context.skip('A run of the kind tools does not call the sub-agent of a new agent.');
  return { agentId, executionId, subAgentId };
}

async function listRuns(
  context: CheckContext,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { status, body } = await context.call('listAgentExecutions', { path: { id }, query });
  if (status === 403) return context.skip('The history may not be read here: 403.');
  expectStatus(context, status, 200, 'The history of an agent');
  return body;
}

async function filterByDate(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of dates' });
  const { executionId } = await playResult(context, 'text', { agentId: id });
  const list = (query: Readonly<Record<string, string>>): Promise<unknown> =>
    context.need('listAgentExecutions', { path: { id }, query });
  const [item] = itemsOf(await list({})) ?? [];
  const startedAt = textOf(item, 'startedAt') ?? '';
  if (!/^\d{4}-\d\d-\d\dT.*Z$/.test(startedAt))
    return context.skip('The history does not show the start of a run in UTC under startedAt.');
  const dayAt = (distance: number): string =>
    new Date(Date.parse(startedAt) + distance * msPerDay).toISOString().slice(0, 10);
  const day = dayAt(0);
  const isListed = async (query: Readonly<Record<string, string>>): Promise<boolean> =>
    containsText(itemsOf(await list(query)), executionId);
  // Why one after the other: the last request before a note is the one that the report shows.
  for (const query of [{ from: day }, { to: day }, { from: day, to: day }])
    context.note(
      await isListed(query),
      `The history with ${Object.keys(query).join(' and ')} of ${day} omits ${executionId}, a run of that day.`,
      'body.data',
    );
  const statistics = await context.call('getAnalyticsStats', { query: { from: day, to: day } });
  context.note(
    propertyOf(statistics.body, 'executions') !== 0,
    `The statistics from and to ${day} omit ${executionId}, a run of that day.`,
    'body.executions',
  );
  for (const query of [{ from: dayAt(1) }, { to: dayAt(-1) }])
    context.note(
      !(await isListed(query)),
      `The range with ${Object.keys(query).join('')} of another day has a run outside of it.`,
      'body.data',
    );
}
