/** Checks that lists agree with their records, their filters, their limits and their order. */
import { makeAgent } from '../agents/make-agent.ts';
import { differencesOf } from '../agreement/differences.ts';
import { callOperation } from '../call-operation.ts';
import { defineCheck, doubtful, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { playOn } from '../executions/play-agent.ts';
import { isSame, propertyOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { listPairs, readList, rowsOf, type ListPair, type ListedRow } from './list-pairs.ts';

/** Number of rows of a list that are compared with their records. */
const MOST_ROWS = 6;

/** Checks of lists. */
export const listChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LIST01',
    title: 'Each row of a list can be read and agrees with its record.',
    description:
      'Reads the first rows of every list by their ids, and compares the properties that both responses have, unless the row changes meanwhile.',
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
  defineCheck({
    id: 'LIST03',
    title: 'A filter keeps the rows that match it, and no others.',
    description:
      'Filters every list by the values of its rows for each parameter that is named like a property, and compares the rows.',
    rationale: 'A filter that is ignored or too narrow shows wrong totals.',
    basis: relyOnPractice('A filter that is named like a property compares that property.'),
    run: checkFilters,
  }),
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
      'Reads the history of a new agent with three runs, with includeCount, and compares the total.',
    rationale: 'A page that shows "1 to 3 of 5" looks broken.',
    runs: ['text'],
    basis: relyOnFacts('F-4.2-140'),
    run: compareTotal,
  }),
  defineCheck({
    id: 'LIST07',
    title: 'Rows are ordered by their time.',
    description:
      'Reads every list whose rows have a time of creation or start, and checks that they are ordered by it.',
    rationale: 'Users look for the newest record at one end of a list.',
    basis: relyOnPractice('A list has one order.'),
    run: checkOrder,
  }),
];

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

async function checkFilters(context: CheckContext): Promise<void> {
  for (const pair of listPairs) {
    const whole = await readList(context, pair);
    if (whole === null) continue;
    const rows = rowsOf(pair, whole.body);
    for (const { name, in: place } of pair.list.parameters)
      if (place === 'query') await checkFilter(context, pair, rows, name);
  }
}

/** Filters a list by two values of a property. Rows of the whole list must be kept if and only if they match. */
async function checkFilter(
  context: CheckContext,
  pair: ListPair,
  rows: readonly ListedRow[],
  name: string,
): Promise<void> {
  const valueIn = (row: ListedRow): unknown => propertyOf(row.value, name);
  const values = new Set(rows.map(valueIn).filter((value): value is string => typeof value === 'string'));
  for (const value of [...values].slice(0, 2)) {
    const filtered = await readList(context, pair, { [name]: value });
    if (filtered === null) continue;
    const kept = rowsOf(pair, filtered.body);
    // Why: the source allows the filters by run to find runs of other agents.
    const isWrong = kept.some((row) => valueIn(row) !== undefined && valueIn(row) !== value);
    context.note(
      !isWrong,
      `${pair.list.id} with ${name}=${value} has a row with another ${name}.`,
      `query ${name}`,
    );
    const first = rows.find((row) => valueIn(row) === value);
    context.note(
      first === undefined || kept.some(({ id }) => id === first.id),
      `${pair.list.id} with ${name}=${value} lacks a row that has it.`,
      `query ${name}`,
    );
  }
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
      doubtful(`A history with ${name} lacks the run of exactly that time.`, `query ${name}`),
    );
  }
}

async function walkWhileAdding(context: CheckContext): Promise<void> {
  const name = 'Backlot check of a moving list';
  const ids: string[] = [];
  for (let count = 1; count <= 4; count++) ids.push(await makeAgent(context, { name: `${name} ${count}` }));
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 10; page++) {
    const query = { search: name, limit: '2', ...(cursor === null ? {} : { cursor }) };
    const { status, body } = await callOperation(context, 'listAgents', { query });
    if (status !== 200) context.skip(`A page of the list returned ${status}.`);
    seen.push(...rowsOf({ idParameter: 'id' } as ListPair, body).map(({ id }) => id));
    if (page === 0) await makeAgent(context, { name: `${name} 5` });
    const pagination = propertyOf(body, 'pagination');
    const next = propertyOf(pagination, 'nextCursor') ?? propertyOf(body, 'nextCursor');
    const hasMore = propertyOf(pagination, 'hasMore') ?? propertyOf(body, 'hasMore');
    if (typeof next !== 'string' || next === '' || hasMore === false) break;
    cursor = next;
  }
  if (cursor === null) context.skip('The list has no second page.');
  context.note(
    new Set(seen).size === seen.length,
    doubtful('An item is on two pages when another one is added between them.', 'body'),
  );
  const found = ids.filter((id) => seen.includes(id));
  if (found.length === 0) context.skip('A search does not find the agents.');
  context.expect(
    found.length === ids.length,
    'An item is on no page when another one is added between them.',
    'body',
  );
}

async function compareTotal(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of a total' });
  for (let count = 0; count < 3; count++) await playOn(context, id, 'text');
  for (const query of [{ includeCount: 'true' }, { includeCount: 'true', limit: '1' }]) {
    const { status, body } = await callOperation(context, 'listAgentExecutions', { path: { id }, query });
    if (status !== 200) context.skip(`The history returned ${status}.`);
    const totals = ['totalCount', 'total', 'count'].flatMap((name) => [
      propertyOf(propertyOf(body, 'pagination'), name),
      propertyOf(body, name),
    ]);
    const total = totals.find((value) => typeof value === 'number');
    if (total === undefined) context.skip('A page with includeCount has no total.');
    context.expect(total === 3, `The total of a list with three items is ${String(total)}.`, 'body');
  }
}

async function checkOrder(context: CheckContext): Promise<void> {
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

function hasParameter({ parameters }: ListPair['list'], wanted: string): boolean {
  return parameters.some(({ name, in: place }) => place === 'query' && name === wanted);
}

/** Returns when a row was created or started; `undefined` without such a time. */
function timeOf(row: unknown): number | undefined {
  const text = propertyOf(row, 'startedAt') ?? propertyOf(row, 'createdAt');
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
