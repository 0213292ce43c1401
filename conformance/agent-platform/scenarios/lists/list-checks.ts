/** Checks that lists agree with their records, their filters, their limits and their order. */
import { makeAgent } from '../agents/make-agent.ts';
import { differencesOf } from '../agreement/differences.ts';
import { noteLost } from '../agreement/runs.ts';
import { callOperation } from '../call-operation.ts';
import { defineCheck, doubtful, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { playRun } from '../play-run.ts';
import { isFields, isSame, mentions, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { itemsOf, nextCursorIn } from '../walk-pages.ts';
import { filterChecks } from './filter-checks.ts';
import { hasParameter, listPairs, readList, rowsOf, timeOf, type ListPair } from './list-pairs.ts';

/** Number of rows of a list that are compared with their records. */
const MOST_ROWS = 6;

/** Checks of lists. */
export const listChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LIST01',
    title: 'Each row of a list can be read and agrees with its record.',
    description:
      'Reads the first rows of every list by their ids, and compares the properties that both responses have, unless the row changes meanwhile. Looks for one or two properties that only the row has.',
    rationale: 'A page that shows a list and then a detail would contradict itself.',
    basis: relyOnPractice('A list and its records describe the same things.'),
    run: compareRows,
  }),
  defineCheck({
    id: 'LIST02',
    title: 'A page has at most as many items as its limit.',
    description: 'Reads every list that has a limit with limits of one, two and three.',
    rationale: 'A client that reserves room for a page receives more than it can show.',
    basis: relyOnPractice('A limit is the maximum number of items.'),
    run: checkLimits,
  }),
  ...filterChecks,
  defineCheck({
    id: 'LIST05',
    title: 'Pages have no gap and no repetition while records are added.',
    description: 'Reads the first page of the agents, creates another agent, and reads the following pages.',
    rationale: 'A synchronization misses records or copies them twice.',
    basis: relyOnFacts('F-4.2-006', 'F-4.2-003'),
    run: walkWhileAdding,
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
  defineCheck({
    id: 'LIST07',
    title: 'Rows are ordered by their time.',
    description:
      'Plays a run, reads every list whose rows have a time of creation or start, and checks that they are ordered by it.',
    rationale: 'Users look for the newest record at one end of a list.',
    basis: relyOnPractice('A list has one order.'),
    run: checkOrder,
  }),
  defineCheck({
    id: 'LIST08',
    title: 'An invalid cursor is rejected.',
    description: 'Reads every list that has a cursor with a text that no response contained.',
    rationale: 'A synchronization with a damaged cursor would start again and copy everything twice.',
    basis: relyOnPractice('A cursor that the service did not return has no page.'),
    run: sendWrongCursor,
  }),
];

async function sendWrongCursor(context: CheckContext): Promise<void> {
  for (const pair of listPairs.filter(({ list }) => hasParameter(list, 'cursor'))) {
    const page = await readList(context, pair, { cursor: 'made up by a check' });
    context.note(
      page === null || rowsOf(pair, page.body).length === 0,
      `${pair.list.id} with an invalid cursor returned a page.`,
      'query cursor',
    );
  }
}

async function compareRows(context: CheckContext): Promise<void> {
  let compared = 0;
  for (const pair of listPairs) {
    const list = await readList(context, pair);
    if (list === null) continue;
    const rows = rowsOf(pair, list.body).slice(0, MOST_ROWS);
    const items = [];
    for (const { id } of rows)
      items.push(await callOperation(context, pair.item.id, { path: { [pair.idParameter]: id } }));
    // Why: a row that has changed meanwhile need not agree.
    const again = rowsOf(pair, (await readList(context, pair))?.body);
    for (const [index, { id, value }] of rows.entries()) {
      const item = items[index];
      if (item === undefined || !again.some((row) => isSame(row.value, value))) continue;
      context.note(
        item.status === 200,
        `${pair.item.id} of a row of ${pair.list.id} returned ${item.status}.`,
        'status',
      );
      if (item.status !== 200 || id === '') continue;
      compared += 1;
      for (const path of differencesOf(value, item.body))
        context.note(false, `In ${pair.list.id}, ${path} is not that of ${pair.item.id}.`, `body.${path}`);
      noteLost(context, pair.item.id, value, item.body);
    }
  }
  if (compared === 0) context.skip('No list has a row that can be read.');
}

async function checkLimits(context: CheckContext): Promise<void> {
  for (const pair of listPairs.filter(({ list }) => hasParameter(list, 'limit')))
    for (const limit of [1, 2, 3]) {
      const page = await readList(context, pair, { limit: String(limit) });
      const count = page === null ? 0 : rowsOf(pair, page.body).length;
      context.note(
        count <= limit,
        `A page of ${pair.list.id} with the limit ${limit} has ${count} items.`,
        'body',
      );
    }
}

async function walkWhileAdding(context: CheckContext): Promise<void> {
  const name = 'Backlot check of a moving list';
  const ids: string[] = [];
  for (let count = 1; count <= 4; count++) ids.push(await makeAgent(context, { name: `${name} ${count}` }));
  const seen: string[] = [];
  let cursor: string | null = null;
  let isNarrow = false;
  for (let page = 0; page < 10; page++) {
    const query = { search: name, limit: '2', ...(cursor === null ? {} : { cursor }) };
    const { status, body } = await callOperation(context, 'listAgents', { query });
    if (status !== 200) context.skip(`A page of the list returned ${status}.`);
    const rows = rowsOf({ idParameter: 'id' } as ListPair, body);
    seen.push(...rows.map(({ id }) => id));
    const isMatching = rows.every(({ value }) => mentions(value, name));
    if (page === 0) isNarrow = isMatching;
    context.note(
      isMatching || !isNarrow,
      doubtful('A further page of a search has a row that the search does not match.', 'body'),
    );
    if (page === 0) await makeAgent(context, { name: `${name} 5` });
    const next = nextCursorIn(body);
    if (next === null) break;
    cursor = next;
  }
  if (cursor === null) context.skip('The list has no second page.');
  const repeated = seen.filter((id, index) => seen.indexOf(id) !== index);
  context.note(
    repeated.length === 0,
    doubtful(
      `The pages of a search repeat ${repeated.join(', ')}; an agent was added after the first.`,
      'body',
    ),
  );
  const found = ids.filter((id) => seen.includes(id));
  if (found.length === 0) context.skip('A search does not find the agents.');
  context.expect(
    found.length === ids.length,
    `The pages of a search omit ${ids.filter((id) => !seen.includes(id)).join(', ')}; an agent was added after the first.`,
    'body',
  );
}

/** Compares the total of a search for agents with their number. */
async function compareFound(context: CheckContext): Promise<void> {
  const word = await makeAgent(context, { name: 'Backlot check of totals' });
  for (const number of [1, 2]) await makeAgent(context, { name: `Backlot check of a ${word} ${number}` });
  const query = { includeCount: 'true', search: word };
  const { body } = await callOperation(context, 'listAgents', { query });
  const total = totalOf(body);
  context.note(
    total === null || itemsOf(body)?.length !== 2 || total === 2,
    doubtful(`The total of a search that finds 2 agents is ${total}.`, 'body'),
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
    const { status, body } = await callOperation(context, 'listAgentExecutions', { path: { id }, query });
    if (status !== 200) context.skip(`The history returned ${status}.`);
    const total = totalOf(body);
    if (total === null) return noteIgnoredCount(context, id, body);
    const what = `The total of a list with the query ${JSON.stringify(filter)}`;
    context.expect(total === expected, `${what} is ${total} instead of ${expected}.`, 'body');
  }
}

/** Reports includeCount if it adds no property to a page, and skips the check otherwise: the source names no total. */
async function noteIgnoredCount(context: CheckContext, id: string, counted: unknown): Promise<void> {
  const { body } = await callOperation(context, 'listAgentExecutions', { path: { id } });
  const namesIn = (page: unknown): readonly string[] =>
    [page, propertyOf(page, 'pagination')]
      .flatMap((part) => (isFields(part) ? Object.keys(part) : []))
      .sort();
  if (!isSame(namesIn(body), namesIn(counted))) context.skip('The total of a page has no known name.');
  context.note(false, doubtful('A page with includeCount has no other properties than one without.', 'body'));
}

async function checkOrder(context: CheckContext): Promise<void> {
  // Why: the records that exist may all have been created in another way.
  if (context.environment.runs['text'] !== undefined) await context.play('text', { isStreamed: false });
  for (const pair of listPairs) {
    const list = await readList(context, pair);
    const times = list === null ? [] : rowsOf(pair, list.body).flatMap(({ value }) => timeOf(value) ?? []);
    const isAscending = times.every((at, index) => index === 0 || at >= (times[index - 1] ?? at));
    const isDescending = times.every((at, index) => index === 0 || at <= (times[index - 1] ?? at));
    context.note(
      isAscending || isDescending,
      `The rows of ${pair.list.id} are not ordered by their time.`,
      'body',
    );
  }
}
