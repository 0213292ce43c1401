/** BATCH12: the summary has the batches that have just ended, and not as active ones. */
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { holdsText, isFields, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { waitForEnd } from './progress.ts';
import { submitted } from './submit-batch.ts';

export const summaryCheck = defineCheck({
  id: 'BATCH12',
  title: 'The summary has the batches that have just ended, and not as active ones.',
  description:
    'Submits two batches, waits until both have ended, and looks for each of them in the lists of the summary. Compares the counts in the summary with its lists.',
  rationale: 'Users would wait for a batch that has ended, or not find its results.',
  basis: relyOnPractice('A summary of active and recently completed batches has each of them once.'),
  run: readSummary,
});

async function readSummary(context: CheckContext): Promise<void> {
  const ids = [await submitted(context), await submitted(context)];
  await compareCounts(context);
  for (const id of ids) await waitForEnd(context, id);
  const { status, body } = await context.call('getBatchSummary');
  const lists = listsIn(body);
  if (status !== 200 || lists.length === 0) context.skip(`The summary returned ${status} or has no list.`);
  for (const id of ids) {
    const places = lists.filter(({ rows }) => rows.some((row) => holdsText(row, id)));
    context.note(places.length > 0, 'The summary lacks a batch that has just ended.', 'body');
    context.note(places.length < 2, 'A batch is in two lists of the summary.', 'body');
    const active = places.find(({ name }) => /^(?:active|running|queued|pending|open|current)/i.test(name));
    context.note(
      active === undefined,
      'A batch that has ended is among the active ones.',
      `body.${active?.name ?? ''}`,
    );
  }
  for (const { name, rows } of lists) {
    const count = propertyOf(body, `${name}Count`) ?? propertyOf(propertyOf(body, 'counts'), name);
    context.note(
      typeof count !== 'number' || count === rows.length,
      `The summary counts ${String(count)} ${name} batches and lists ${rows.length}.`,
      'body',
    );
  }
}

interface SummaryList {
  readonly name: string;
  readonly rows: readonly unknown[];
}

function listsIn(body: unknown): readonly SummaryList[] {
  return Object.entries(isFields(body) ? body : {}).flatMap(([name, list]) =>
    Array.isArray(list) ? [{ name, rows: list as readonly unknown[] }] : [],
  );
}

/** Compares the counts of batches that are queued or running with the rows that are. */
async function compareCounts(context: CheckContext): Promise<void> {
  const { body } = await context.call('getBatchSummary');
  for (const status of ['queued', 'running']) {
    const count = propertyOf(propertyOf(body, 'counts'), status);
    const rows = listsIn(body)
      .flatMap((list) => list.rows)
      .filter((row) => textOf(row, 'status') === status);
    context.note(
      typeof count !== 'number' || count === rows.length,
      `The summary counts ${String(count)} batches that are ${status} and lists ${rows.length}.`,
      'body.counts',
    );
  }
}
