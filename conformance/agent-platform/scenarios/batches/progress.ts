/** BATCH11: the progress of a batch agrees with its records, and stays as it is once the batch has ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { isSuccess, requireSuccess, type CallResponse } from '../call-response.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { isFields, isSame, propertyOf, textOf, type JsonFields } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { itemsOf } from '../walk-pages.ts';
import { recordIdsOf } from './batch-records.ts';
import { askStatus, stateIn, submitted } from './submit-batch.ts';

/** The check of the progress of a batch. */
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
const MOST_STEPS = 120;
/** How long the mock takes for each record. Units: milliseconds. */
const RECORD = 1_000;

const ended = /complete|succe|fail|cancel|done|finish|partial/;
const unfinished = /pending|queued|running|progress/;

async function followBatch(context: CheckContext): Promise<void> {
  const recordIds = recordIdsOf(context.environment.bodies['submitFlowBatch']);
  if (recordIds.length === 0) context.skip('The batch of bodies.submitFlowBatch names no records.');
  const id = await submitted(context);
  const { body } = await waitForEnd(context, id);
  noteCounts(context, body, recordIds.length);
  noteRecords(context, body, recordIds);
  await compareCosts(context, id, { body, recordIds });
  await compareResults(context, id, { body, recordIds });
  if (!('advance' in context.abilities)) await pause(4 * STEP);
  const again = await askStatus(context, id);
  context.note(
    isSame(again.body, body),
    'The status of a batch changes after its end, or differs between two requests.',
    'body',
  );
}

/** Waits until a batch has ended, and returns its status. Skips the check if that takes long. */
export async function waitForEnd(context: CheckContext, id: string): Promise<CallResponse> {
  const records = recordIdsOf(context.environment.bodies['submitFlowBatch']).length;
  if ('advance' in context.abilities) await context.abilities.advance((records + 2) * RECORD);
  // Why: the clock of a driver need not move the timers of the service.
  for (let step = 0; step < MOST_STEPS; step++) {
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
  if ('advance' in context.abilities) await context.abilities.advance(MOST_STEPS * RECORD);
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

function numberOf(value: unknown, ...names: readonly string[]): number | null {
  const numbers = names.map((name) => propertyOf(value, name));
  return numbers.find((each): each is number => typeof each === 'number') ?? null;
}

/** Returns the fields of a status with those of its progress, if that is an object. */
function figuresIn(body: unknown): JsonFields {
  const progress = propertyOf(body, 'progress');
  return { ...(isFields(body) ? body : {}), ...(isFields(progress) ? progress : {}) };
}

function failedIn(figures: JsonFields): number | null {
  return numberOf(figures, 'failedRecords', 'failedCount', 'failureCount', 'failed');
}

function noteCounts(context: CheckContext, body: unknown, count: number): void {
  const figures = figuresIn(body);
  const total = numberOf(figures, 'totalRecords', 'total');
  const processed = numberOf(figures, 'processedRecords', 'processed');
  const good = numberOf(
    figures,
    'successCount',
    'completedRecords',
    'successfulRecords',
    'succeededRecords',
    'succeeded',
    'successful',
  );
  const bad = failedIn(figures);
  const pending = numberOf(figures, 'pendingRecords', 'pendingCount', 'pending', 'remaining', 'queued');
  const progress = numberOf(figures, 'progress', 'percent', 'percentage', 'percentComplete');
  const isComplete = /complete/.test(textOf(body, 'status')?.toLowerCase() ?? '');
  context.note(
    total === null || total === count,
    `A batch of ${count} records has a total of ${total}.`,
    'body.totalRecords',
  );
  context.note(
    processed === null || (isComplete ? processed === count : processed <= count),
    `A batch of ${count} records that has ended has processed ${processed}.`,
    'body.processedRecords',
  );
  context.note(
    processed === null || good === null || bad === null || good + bad === processed,
    `A batch has processed ${processed} records, ${good} successfully and ${bad} not.`,
    'body.processedRecords',
  );
  context.note(
    pending === null || !isComplete || pending === 0,
    `A batch that has completed has ${pending} pending records.`,
    'body',
  );
  context.note(
    progress === null || !isComplete || progress === 1 || progress === 100,
    `The progress of a completed batch is ${progress}.`,
    'body.progress',
  );
}

/** Returns the rows of a list of records; empty if there is none. */
function rowsIn(body: unknown): readonly JsonFields[] {
  const values = isFields(body) ? Object.values(body) : [];
  const lists = values.filter((value): value is readonly unknown[] => Array.isArray(value));
  return lists.flatMap((list) => list.filter(isFields)).filter((row) => textOf(row, 'recordId') !== null);
}

function noteRecords(context: CheckContext, body: unknown, recordIds: readonly string[]): void {
  const rows = rowsIn(body);
  if (rows.length === 0) return;
  noteSameRecords(context, rows, recordIds, 'The status of a batch');
  const states = rows.map((row) => textOf(row, 'status')?.toLowerCase() ?? '');
  context.note(
    !states.some((state) => unfinished.test(state)),
    'A record of a batch that has ended is not processed.',
    'body',
  );
  const bad = failedIn(figuresIn(body));
  const failed = states.filter((state) => state.startsWith('fail')).length;
  context.note(
    bad === null || bad === failed,
    `A batch counts ${bad} failed records, and ${failed} of its records have failed.`,
    'body.failedRecords',
  );
}

function noteSameRecords(
  context: CheckContext,
  rows: readonly unknown[],
  recordIds: readonly string[],
  what: string,
): void {
  const listed = rows.map((row) => textOf(row, 'recordId'));
  context.note(
    isSame(listed.toSorted(), recordIds.toSorted()),
    `${what} lists other records than those submitted, or not each of them once.`,
    'body',
  );
}

interface EndedBatch {
  readonly body: unknown;
  readonly recordIds: readonly string[];
}

async function compareCosts(context: CheckContext, batchId: string, batch: EndedBatch): Promise<void> {
  const read = async (recordId: string): Promise<unknown> => {
    const response = await context.call('getBatchRecordCost', { path: { batchId, recordId } });
    return isSuccess(response) ? response.body : null;
  };
  const costs: (number | null)[] = [];
  for (const recordId of batch.recordIds) {
    const body = await read(recordId);
    context.note(isSame(body, await read(recordId)), 'The cost of a record changes.', 'body');
    const texts = ['cost', 'costUsd', 'totalCost', 'totalCostUsd'].map((name) => textOf(body, name));
    context.note(
      !texts.some((text) => text !== null && /^[\d.]+$/.test(text)),
      'The cost of a record is a text, not a number.',
      'body',
    );
    costs.push(numberOf(body, 'cost', 'costUsd', 'totalCost', 'totalCostUsd'));
  }
  const total = numberOf(batch.body, 'cost', 'costUsd', 'totalCost', 'totalCostUsd');
  if (total === null || costs.includes(null)) return;
  const sum = costs.reduce<number>((all, cost) => all + (cost ?? 0), 0);
  context.note(
    Math.abs(sum - total) <= 1e-5 * Math.max(1, sum),
    `The cost of a batch is ${total}, and that of its records ${sum}.`,
    'body',
  );
}

async function compareResults(context: CheckContext, batchId: string, batch: EndedBatch): Promise<void> {
  const response = await context.call('getRecordResults', { query: { limit: '100' } });
  const rows = (itemsOf(response.body) ?? []).filter(
    (row) => textOf(row, 'batchId', 'batchExecutionId') === batchId,
  );
  // Why: some may be on another page.
  if (rows.length < batch.recordIds.length) return;
  noteSameRecords(context, rows, batch.recordIds, 'The record results of a batch');
  for (const row of rowsIn(batch.body)) {
    const result = rows.find((each) => textOf(each, 'recordId') === textOf(row, 'recordId'));
    const [status, listed] = [textOf(result, 'status'), textOf(row, 'status')];
    context.note(
      status === null || listed === null || status === listed,
      `A record is ${listed} in its batch, and ${status} in the record results.`,
      'body',
    );
  }
}
