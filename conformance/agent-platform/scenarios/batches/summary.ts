/** BATCH12: the summary has the batches that have just ended, and not as active ones. */
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { containsText, itemsOf, propertyOf } from '../read-value.ts';
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
  compareCounts(context, await context.need('getBatchSummary'));
  for (const id of ids) await waitForEnd(context, id);
  const summary = await context.need('getBatchSummary');
  const active = itemsOf(propertyOf(summary, 'batches'));
  const ended = itemsOf(propertyOf(summary, 'recent'));
  if (active === null || ended === null) return context.skip('The summary lacks batches or recent.');
  for (const id of ids) {
    const isActive = active.some((row) => containsText(row, id));
    const isEnded = ended.some((row) => containsText(row, id));
    context.note(isActive || isEnded, 'The summary lacks a batch that has just ended.', 'body');
    context.note(!isActive || !isEnded, 'A batch is in two lists of the summary.', 'body');
    context.note(!isActive, 'A batch that has ended is among the active ones.', 'body.batches');
  }
  compareCounts(context, summary);
}

/** Compares the counts of active and ended batches with the lists of them, which may be shortened. */
function compareCounts(context: CheckContext, summary: unknown): void {
  for (const [name, list] of [
    ['activeBatches', 'batches'],
    ['recentlyCompleted', 'recent'],
  ] as const) {
    const count = propertyOf(summary, name);
    const rows = itemsOf(propertyOf(summary, list)) ?? [];
    context.note(
      typeof count !== 'number' || count >= rows.length,
      `The summary counts ${String(count)} batches in ${name} and lists ${rows.length}.`,
      `body.${name}`,
    );
  }
}
