/** Checks of reading runs later: by version and by date. */
import { makeAgent, publishVersion } from '../agents/make-agent.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { playResult } from '../play-run.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { containsText, itemsOf, propertyOf, textOf } from '../read-value.ts';
import { msPerDay } from '../../../../templates/runtime/conversion/durations.ts';

export const followingChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'RUN13',
    title: 'A run by version uses the snapshot.',
    description:
      'Publishes an agent, changes its name and maxTurns, runs the version, and compares execution_start with both.',
    rationale: 'A pinned version must not change with every edit of the agent.',
    runs: ['text'],
    basis: relyOnFacts('F-3-025', 'F-4.2-204', 'F-9-004'),
    run: runSnapshot,
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

async function runSnapshot(context: CheckContext): Promise<void> {
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

async function filterByDate(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of dates' });
  const { executionId } = await playResult(context, 'text', { agentId: id });
  const [item] = itemsOf(await listRuns(context, id, {})) ?? [];
  const startedAt = textOf(item, 'startedAt') ?? '';
  if (!/^\d{4}-\d\d-\d\dT.*Z$/.test(startedAt))
    return context.skip('The history does not show the start of a run in UTC under startedAt.');
  const dayAt = (distance: number): string =>
    new Date(Date.parse(startedAt) + distance * msPerDay).toISOString().slice(0, 10);
  const day = dayAt(0);
  const isListed = async (query: Readonly<Record<string, string>>): Promise<boolean> =>
    containsText(itemsOf(await listRuns(context, id, query)), executionId);
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

function listRuns(
  context: CheckContext,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  return context.need('listAgentExecutions', { path: { id }, query });
}
