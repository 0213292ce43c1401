/** Checks of totals and of ranges of times. */
import { makeAgent } from '../agents/make-agent.ts';
import { defineCheck, warning, relyOnFacts } from '../define-check.ts';
import { playRun } from '../play-run.ts';
import { isFields, isSame, itemsOf, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { hasParameter, listPairs, readList, rowsOf, timeOf } from './list-pairs.ts';

/** Checks of lists. */
export const listChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LIST04',
    title: 'A range of times keeps the runs within it.',
    description:
      'Reads a history from and to the time of one of its runs, and compares the times of the rows.',
    rationale: 'Reports of a month would contain other months.',
    basis: relyOnFacts('F-4.2-143', 'F-4.2-144'),
    run: checkTimes,
  }),
  defineCheck({
    id: 'LIST06',
    title: 'A total is the number of items in the list.',
    description:
      'Reads the history of a new agent with three runs, whole, by pages and filtered, with includeCount, and compares the totals. Searches for two new agents.',
    rationale: 'A page that shows "1 to 3 of 5" looks broken.',
    runs: ['text'],
    basis: relyOnFacts('F-4.2-140'),
    run: compareTotal,
  }),
];

/** Compares the total of a search for agents with their number. */
async function compareFound(context: CheckContext): Promise<void> {
  const word = await makeAgent(context, { name: 'Backlot check of totals' });
  for (const number of [1, 2]) await makeAgent(context, { name: `Backlot check of a ${word} ${number}` });
  const query = { includeCount: 'true', search: word };
  const { body } = await context.call('listAgents', { query });
  const total = totalOf(body);
  context.note(
    total === null || itemsOf(body)?.length !== 2 || total === 2,
    warning(`The total of a search that finds 2 agents is ${total}.`, 'body'),
  );
}

/** Returns the total of a page under a common name; `null` if it has none. */
function totalOf(body: unknown): number | null {
  const totals = ['totalCount', 'total', 'count'].flatMap((name) => [
    propertyOf(propertyOf(body, 'pagination'), name),
    propertyOf(body, name),
  ]);
  return totals.find((value) => typeof value === 'number') ?? null;
}

async function compareTotal(context: CheckContext): Promise<void> {
  await compareFound(context);
  const id = await makeAgent(context, { name: 'Backlot check of a total' });
  let executionId = '';
  for (let count = 0; count < 3; count++)
    executionId = (await playRun(context, 'text', { agentId: id, isStreamed: false })).executionId;
  const rows = [
    [{}, 3],
    [{ limit: '1' }, 3],
    [{ executionId }, 1],
  ] as const;
  for (const [filter, expected] of rows) {
    const query = { includeCount: 'true', ...filter };
    const { status, body } = await context.call('listAgentExecutions', { path: { id }, query });
    if (status !== 200) context.skip(`The history returned ${status}.`);
    const total = totalOf(body);
    if (total === null) return noteIgnoredCount(context, id, body);
    const what = `The total of a list with the query ${JSON.stringify(filter)}`;
    context.expect(total === expected, `${what} is ${total} instead of ${expected}.`, 'body');
  }
}

/** Reports includeCount if it adds no property to a page, and skips the check otherwise: the source names no total. */
async function noteIgnoredCount(context: CheckContext, id: string, counted: unknown): Promise<void> {
  const { body } = await context.call('listAgentExecutions', { path: { id } });
  const namesIn = (page: unknown): readonly string[] =>
    [page, propertyOf(page, 'pagination')]
      .flatMap((part) => (isFields(part) ? Object.keys(part) : []))
      .sort();
  if (!isSame(namesIn(body), namesIn(counted))) context.skip('The total of a page has no known name.');
  context.note(false, warning('A page with includeCount has no other properties than one without.', 'body'));
}

async function checkTimes(context: CheckContext): Promise<void> {
  const pair = listPairs.find(({ list }) => hasParameter(list, 'from') && hasParameter(list, 'to'));
  const whole = pair === undefined ? null : await readList(context, pair);
  if (pair === undefined || whole === null) return context.skip('The history can not be read.');
  const times = rowsOf(pair, whole.body).flatMap(({ value }) => timeOf(value) ?? []);
  const middle = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
  if (middle === undefined) return context.skip('The rows of a history have no time.');
  const text = new Date(middle).toISOString();
  const ranges = [
    ['from', (at: number) => at >= middle],
    ['to', (at: number) => at <= middle],
  ] as const;
  for (const [name, isWithin] of ranges) {
    const part = await readList(context, pair, { [name]: text });
    if (part === null) continue;
    const kept = rowsOf(pair, part.body).flatMap(({ value }) => timeOf(value) ?? []);
    context.note(
      kept.every(isWithin),
      `A history with ${name} has a run that is not within its range.`,
      `query ${name}`,
    );
    context.note(
      kept.length > 0,
      warning(`A history with ${name} lacks the run of exactly that time.`, `query ${name}`),
    );
  }
}
