/** BATCH10, STAT01 to STAT04: batches and figures agree with their records, and their filters apply. */
import { noteStatus } from '../call-response.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { playResult } from '../play-run.ts';
import { submitted } from '../batches/submit-batch.ts';
import { isFields, isSame, itemsOf, listOf, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';
import { differencesOf } from '../../../responses/differences.ts';

export const figureChecks = [
  defineCheck({
    id: 'BATCH10',
    title: 'The summary and the status of a batch agree.',
    description:
      'Submits a batch, and compares each batch in the summary with its status, if it does not change in the meantime. Reads the batch and the record that each record result names.',
    rationale: 'An overview would show another progress than the page of the batch.',
    basis: relyOnPractice('Operations that return the same record return the same values.'),
    run: compareBatches,
  }),
  defineCheck({
    id: 'STAT01',
    title: 'The range of statistics applies to executions.',
    description: 'Reads the statistics of a range in the far future, which must not count executions.',
    rationale: 'Every month would have the figures of the whole time.',
    basis: relyOnFacts('F-4.3-016', 'F-4.3-017'),
    run: readFuture,
  }),
  defineCheck({
    id: 'STAT02',
    title: 'With days, daily figures are returned instead of record results.',
    description:
      'Reads the record results with and without days, and compares the responses and the number of days.',
    rationale: 'A chart would show single records as days.',
    basis: relyOnFacts('F-4.3-008'),
    run: readDays,
  }),
  defineCheck({
    id: 'STAT04',
    title: 'Statistics count the agents that exist.',
    description: 'Reads the statistics before and after creating an agent, and after deleting it.',
    rationale: 'A dashboard would show agents that nobody can find.',
    level: 'destructive',
    basis: relyOnPractice('A count is the number of records that can be read.'),
    run: countAgents,
  }),
  defineCheck({
    id: 'STAT06',
    title: 'Statistics count a run.',
    description: 'Reads the statistics before and after a run.',
    rationale: 'A dashboard would show less than the charged amount.',
    runs: ['text'],
    basis: relyOnPractice('A count is the number of records that can be read.'),
    run: countRuns,
  }),
];

const MAX_BATCHES = 6;

async function compareBatches(context: CheckContext): Promise<void> {
  if (context.environment.bodies['submitFlowBatch'] !== undefined) await submitted(context);
  const before = await context.call('getBatchSummary');
  const rows = rowsIn(before.body).slice(0, MAX_BATCHES);
  const statuses: [unknown, ReceivedResponse][] = [];
  for (const row of rows) {
    const id = textOf(row, 'batchExecutionId', 'batchId', 'id') ?? '';
    statuses.push([row, await context.call('getBatchStatus', { path: { id } })]);
  }
  const after = rowsIn((await context.call('getBatchSummary')).body);
  for (const [row, { status, body }] of statuses) {
    if (!after.some((each) => isSame(each, row))) continue;
    noteStatus(context, status, 200, 'The status of a batch in the summary');
    for (const path of differencesOf(row, body))
      context.report(`${path} differs between the summary and the status of a batch.`, `body.${path}`);
  }
  await readResults(context);
}

/** Returns the batches of a summary: the objects of its lists that have an id. */
function rowsIn(body: unknown): readonly unknown[] {
  const lists = isFields(body) ? Object.values(body) : [body];
  return lists.flatMap(listOf).filter((row) => textOf(row, 'batchExecutionId', 'batchId', 'id') !== null);
}

async function readResults(context: CheckContext): Promise<void> {
  const results = await context.call('getRecordResults', { query: { limit: '5' } });
  for (const result of itemsOf(results.body) ?? []) {
    const [batchId, recordId] = [textOf(result, 'batchId'), textOf(result, 'recordId')];
    if (batchId === null || recordId === null) continue;
    const { status } = await context.call('getBatchRecordCost', { path: { batchId, recordId } });
    context.note(status !== 404, 'A record result names a record that its batch does not have.', 'body.data');
  }
}

async function readFuture(context: CheckContext): Promise<void> {
  const query = { from: '2199-01-01', to: '2199-01-31' };
  const [whole, future] = [
    await context.call('getAnalyticsStats'),
    await context.call('getAnalyticsStats', { query }),
  ];
  const [all, later] = [whole, future].map(({ body }) => propertyOf(body, 'executions'));
  if (future.status !== 200 || typeof all !== 'number' || all === 0 || typeof later !== 'number')
    return context.skip('The statistics count no executions under executions.');
  context.expect(later === 0, `A month in the far future has ${later} executions.`, 'body.executions');
}

async function readDays(context: CheckContext): Promise<void> {
  const records = await context.call('getRecordResults');
  const days = await context.call('getRecordResults', { query: { days: '7' } });
  if (records.status !== 200 || (itemsOf(records.body) ?? []).length === 0)
    context.skip('There are no record results.');
  const ids = (itemsOf(days.body) ?? []).filter((row) => textOf(row, 'recordId') !== null);
  context.expect(
    days.status === 200 && !isSame(days.body, records.body) && ids.length === 0,
    'With days, record results are returned.',
    'body',
  );
  const list = itemsOf(days.body) ?? [];
  await compareStatuses(context, list);
  compareTotals(context, list, propertyOf(days.body, 'totals'));
  // Why every day: executions of the last days may still run.
  context.warn(
    list.length < 3 || !list.every(hasUnended),
    'Every day has more executions than completed and failed ones.',
    'body',
  );
  const isEmptyDay = (row: unknown): boolean =>
    isFields(row) && Object.values(row).every((value) => typeof value !== 'number' || value === 0);
  // Why: a service may omit days without executions, and count those that have begun in another time zone.
  context.warn(
    !list.some(isEmptyDay) || list.length === 7 || list.length === 8,
    `With days=7 there are ${list.length} days.`,
    'body',
  );
}

/** Returns whether a day has more executions than completed and failed ones. */
function hasUnended(day: unknown): boolean {
  const [all, completed, failed] = ['executions', 'completed', 'failed'].map((name) => propertyOf(day, name));
  if (typeof all !== 'number' || typeof completed !== 'number' || typeof failed !== 'number') return false;
  return all > completed + failed;
}

/** Compares the days with the record results of each status: a day with a failed one has not failed 0 times. */
async function compareStatuses(context: CheckContext, days: readonly unknown[]): Promise<void> {
  for (const status of ['failed', 'completed']) {
    const { body } = await context.call('getRecordResults', { query: { status, limit: 100 } });
    const rows = (itemsOf(body) ?? []).filter((row) => textOf(row, 'status') === status);
    const withRows = new Set(rows.map((row) => textOf(row, 'startedAt')?.slice(0, 10)));
    context.warn(
      !days.some((day) => withRows.has(textOf(day, 'date') ?? '') && propertyOf(day, status) === 0),
      `A day with a record result that has ${status} counts none.`,
      'body',
    );
  }
}

/** Compares each total with the sum of the property of the same name in the rows. */
function compareTotals(context: CheckContext, rows: readonly unknown[], totals: unknown): void {
  for (const [name, total] of Object.entries(isFields(totals) ? totals : {})) {
    const values = rows.map((row) => propertyOf(row, name));
    const numbers = values.filter((value) => typeof value === 'number');
    if (typeof total !== 'number' || numbers.length !== rows.length) continue;
    const sum = numbers.reduce((all, value) => all + value, 0);
    context.warn(
      Math.abs(total - sum) <= 1e-6 * Math.max(1, Math.abs(sum)),
      `The total of ${name} is ${total}, and the sum of its days ${sum}.`,
      `body.totals.${name}`,
    );
  }
}

/** Returns a count of the statistics. Skips the check if it is not a number. */
async function countOf(context: CheckContext, name: 'agents' | 'executions'): Promise<number> {
  const count = propertyOf((await context.call('getAnalyticsStats')).body, name);
  return typeof count === 'number' ? count : context.skip(`The statistics have no number of ${name}.`);
}

async function countRuns(context: CheckContext): Promise<void> {
  const before = await countOf(context, 'executions');
  await playResult(context, 'text');
  const after = await countOf(context, 'executions');
  context.expect(after > before, `After a run there are ${after} executions, as before.`, 'body.executions');
}

async function countAgents(context: CheckContext): Promise<void> {
  const before = await countOf(context, 'agents');
  const id = await makeAgent(context, { name: 'Backlot check of a count' });
  const created = await countOf(context, 'agents');
  await context.need('deleteAgent', { path: { id } });
  const deleted = await countOf(context, 'agents');
  for (const [what, count, expected] of [
    ['creating', created, before + 1],
    ['deleting', deleted, created - 1],
  ] as const)
    context.note(
      count === expected,
      `After ${what} an agent there are ${count} agents instead of ${expected}.`,
      'body.agents',
    );
}
