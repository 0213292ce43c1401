/** Checks that the filters of lists keep the rows that match, on every page. */
import { defineCheck, doubtful, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { propertyOf, varyId } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { nextCursorIn } from '../walk-pages.ts';
import {
  hasParameter,
  listPairs,
  readList,
  rowsOf,
  timeOf,
  type ListPair,
  type ListedRow,
} from './list-pairs.ts';

/** Values of filters that the source does not list, and that need not occur in the first rows. */
const commonValues: Readonly<Record<string, readonly string[]>> = {
  status: ['completed', 'failed', 'paused', 'running'],
};

/** Checks of filters. */
export const filterChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LIST03',
    title: 'A filter keeps the rows that match it, and no others.',
    description:
      'Filters every list by values of its rows, and by one that no row has, for each parameter that is named like a property, and compares the rows of two pages.',
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
];

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
  const some = [...values].slice(0, 2);
  // Why: if all rows have one value, only another one shows that the filter is ignored. A word is a value of a fixed
  // list, and a service may ignore others.
  const other = some
    .slice(0, 1)
    .filter((value) => !/^[a-z][a-z_-]*$/i.test(value))
    .map(varyId);
  for (const value of new Set([...some, ...other, ...(commonValues[name] ?? [])])) {
    const filtered = await readList(context, pair, { [name]: value });
    if (filtered === null) continue;
    const kept = [...rowsOf(pair, filtered.body), ...(await secondPage(context, pair, { [name]: value }))];
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

/** Reads the second page of a filtered list with one row per page. Shape: empty without such a page. */
async function secondPage(
  context: CheckContext,
  pair: ListPair,
  query: Readonly<Record<string, string>>,
): Promise<readonly ListedRow[]> {
  if (!hasParameter(pair.list, 'cursor')) return [];
  const first = await readList(context, pair, { ...query, limit: '1' });
  const cursor = nextCursorIn(first?.body);
  if (cursor === null) return [];
  return rowsOf(pair, (await readList(context, pair, { ...query, limit: '1', cursor }))?.body);
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
