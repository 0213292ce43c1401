/** BATCH11: the progress of a batch agrees with its records, and does not change once the batch has ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { isSuccess, requireSuccess } from '../call-response.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { isSame, itemsOf, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';
import { recordIdsOf } from './batch-records.ts';
import { askStatus, stateIn, submitted } from './submit-batch.ts';

export const progressCheck = defineCheck({
  id: 'BATCH11',
  title: 'The progress of a batch agrees with its records.',
  description:
    'Submits a batch, waits until it has ended, and compares its counts, its records, their costs and their results with each other and with what was submitted. Reads the status again, which must not have changed.',
  rationale: 'Users would miss records that were not processed, or pay for another number of them.',
  basis: relyOnPractice('Figures about one batch agree.'),
  run: followBatch,
});

/** Units: milliseconds. */
const STEP = 50;
/** Six seconds: a service may take a second for each record. */
const MAX_STEPS = 120;
/** How long the mock takes for each record. Units: milliseconds. */
const RECORD = 1_000;

const ended = /complete|succe|fail|cancel|done|finish|partial/;

async function followBatch(context: CheckContext): Promise<void> {
  const recordIds = recordIdsOf(context.environment.bodies['submitFlowBatch']);
  if (recordIds.length === 0) context.skip('The batch of bodies.submitFlowBatch has no records.');
  const id = await submitted(context);
  const { body } = await waitForEnd(context, id);
  noteCounts(context, body, recordIds.length);
  await compareCosts(context, id, recordIds);
  await compareResults(context, id, recordIds);
  if (!('advance' in context.abilities)) await pause(4 * STEP);
  const again = await askStatus(context, id);
  context.note(
    isSame(again.body, body),
    'The status of a batch changes after its end, or differs between two requests.',
    'body',
  );
}

/** Waits until a batch has ended, and returns its status. Skips the check if that takes too long. */
export async function waitForEnd(context: CheckContext, id: string): Promise<ReceivedResponse> {
  const records = recordIdsOf(context.environment.bodies['submitFlowBatch']).length;
  if ('advance' in context.abilities) await context.abilities.advance((records + 2) * RECORD);
  // Why: the clock of a driver need not move the timers of the service.
  for (let step = 0; step < MAX_STEPS; step++) {
    const response = await askStatus(context, id);
    requireSuccess(context, response, 'The status of the batch');
    if (ended.test(stateIn(response) ?? '')) return response;
    await pause(STEP);
  }
  return context.skip('The batch has not ended within six seconds.');
}

/** Reads a batch a moment after it was cancelled: it must not have completed. Shape: `state` is that before. */
export async function expectStopped(context: CheckContext, id: string, state: string): Promise<void> {
  const completed = /complete|succe/;
  if (completed.test(state)) return;
  if ('advance' in context.abilities) await context.abilities.advance(MAX_STEPS * RECORD);
  else await pause(10 * STEP);
  const end = stateIn(await askStatus(context, id)) ?? '';
  context.note(
    !completed.test(end),
    `After its cancellation a batch is ${state}, and then ${end}.`,
    'body.status',
  );
}

/** Cancels a batch after its end, which may be ignored by a service that ignores repeated cancellations. */
export async function cancelEnded(context: CheckContext, id: string): Promise<void> {
  const state = stateIn(await waitForEnd(context, id)) ?? '';
  const { status } = await context.call('cancelBatch', { path: { id } });
  context.warn(status >= 400, `Cancelling a batch that is ${state} returned ${status}.`, 'status');
  const after = stateIn(await askStatus(context, id)) ?? '';
  context.note(
    after === state,
    `After its cancellation a batch that was ${state} is ${after}.`,
    'body.status',
  );
}

/** Returns a number of a record; `null` if it is absent. */
function numberIn(value: unknown, name: string): number | null {
  const number = propertyOf(value, name);
  return typeof number === 'number' ? number : null;
}

function noteCounts(context: CheckContext, body: unknown, count: number): void {
  const [total, processed, good, bad, progress] = [
    'totalRecords',
    'processedRecords',
    'successCount',
    'failedRecords',
    'progress',
  ].map((name) => numberIn(body, name));
  const isComplete = /complete/.test(textOf(body, 'status')?.toLowerCase() ?? '');
  context.note(
    total == null || total === count,
    `A batch of ${count} records has a total of ${total}.`,
    'body.totalRecords',
  );
  context.note(
    processed == null || (isComplete ? processed === count : processed <= count),
    `A batch of ${count} records that has ended has processed ${processed}.`,
    'body.processedRecords',
  );
  context.note(
    processed == null || good == null || bad == null || good + bad === processed,
    `A batch has processed ${processed} records, ${good} successfully and ${bad} not.`,
    'body.processedRecords',
  );
  context.note(
    progress == null || !isComplete || progress === 100,
    `The progress of a completed batch is ${progress}.`,
    'body.progress',
  );
}

/** Reads the cost of each record twice, which must be the same number. */
async function compareCosts(
  context: CheckContext,
  batchId: string,
  recordIds: readonly string[],
): Promise<void> {
  for (const recordId of recordIds) {
    const [cost, again] = [
      await context.call('getBatchRecordCost', { path: { batchId, recordId } }),
      await context.call('getBatchRecordCost', { path: { batchId, recordId } }),
    ];
    if (!isSuccess(cost)) continue;
    context.note(isSame(cost.body, again.body), 'The cost of a record changes.', 'body');
    context.note(
      typeof propertyOf(cost.body, 'totalCostUsd') !== 'string',
      'The cost of a record is a text, not a number.',
      'body',
    );
  }
}

async function compareResults(
  context: CheckContext,
  batchId: string,
  recordIds: readonly string[],
): Promise<void> {
  const response = await context.call('getRecordResults', { query: { limit: 100 } });
  const rows = (itemsOf(response.body) ?? []).filter(
    (row) => textOf(row, 'batchId', 'batchExecutionId') === batchId,
  );
  // Why: some may be on another page.
  if (rows.length < recordIds.length) return;
  const listed = rows.map((row) => textOf(row, 'recordId'));
  context.note(
    isSame(listed.toSorted(), recordIds.toSorted()),
    'The record results of a batch lists other records than those submitted, or not each of them once.',
    'body',
  );
}
