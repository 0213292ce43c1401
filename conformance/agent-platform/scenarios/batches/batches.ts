/** The group about batches: submitting, following, cancelling, and rejected submissions. */
import type { ScenarioCheckGroup, CheckContext } from '../scenario-check.ts';
import { expectStatus, expectSuccess, isSuccess, noteErrorText, noteStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice, citeFacts } from '../define-check.ts';
import { isMissingStatus } from '../../../model/operations.ts';
import { itemsOf, mentions, textOf } from '../read-value.ts';
import { withSwitch, type Switch } from '../with-switch.ts';
import { cancelEnded, expectStopped, progressCheck } from './progress.ts';
import { summaryCheck } from './summary.ts';
import { askStatus, stateIn, submit, submitted } from './submit-batch.ts';

const open = ['queued', 'running'];

const noBatches: Switch = { name: 'batch', value: 'unavailable' };
const usedUp: Switch = { name: 'dailyBatches', value: 'exhausted' };

export const batchesGroup: ScenarioCheckGroup = {
  name: 'batches',
  checks: [
    defineCheck({
      id: 'BATCH01',
      title: 'A submitted batch can be followed.',
      description: 'Submits a batch and reads the status of the returned id.',
      rationale: 'Clients could not get the results of the records.',
      basis: relyOnFacts('F-4.4-003', 'F-4.4-007', 'F-4.4-025', 'F-4.4-027'),
      async run(context: CheckContext) {
        const id = await submitted(context);
        expectStatus(
          context,
          await askStatus(context, id),
          200,
          'The status of a batch that was just submitted',
        );
      },
    }),
    defineCheck({
      id: 'BATCH02',
      title: 'The summary includes a batch that was just submitted.',
      description:
        'Submits a batch, reads the summary of the current user, and looks for its id anywhere in it.',
      rationale: 'Users who return to their work would not find it.',
      basis: relyOnPractice('A summary of active batches names those that are active.'),
      async run(context: CheckContext) {
        const id = await submitted(context);
        const { status, body } = await context.call('getBatchSummary');
        context.expect(status === 200, {
          ...citeFacts(
            ['F-4.4-034', 'F-4.4-036'],
            `The summary returned ${status} instead of 200.`,
            'status',
          ),
          severity: 'fail',
        });
        context.note(mentions(body, id), 'The summary lacks the batch that was just submitted.', 'body');
      },
    }),
    defineCheck({
      id: 'BATCH03',
      title: 'A batch that is queued or running can be cancelled.',
      description:
        'Submits a batch and cancels it: 200. If that is rejected, the batch must already have ended; if not, it must end, and not as completed. Another batch must not be cancelled, and not after its end.',
      rationale: 'A batch that was submitted by mistake would run to its end and be charged.',
      level: 'destructive',
      basis: relyOnFacts('F-4.4-016', 'F-4.4-018'),
      async run(context: CheckContext) {
        const id = await submitted(context);
        const other = await submitted(context);
        const cancelled = await context.call('cancelBatch', { path: { id } });
        const after = await askStatus(context, id);
        const state = stateIn(after) ?? 'unknown';
        if (cancelled.status !== 200 && !open.includes(state))
          context.skip(`The batch was ${state} before it could be cancelled.`);
        expectStatus(context, cancelled, 200, `Cancelling a batch that is ${state}`);
        context.note(
          after.status === 200,
          citeFacts(
            ['F-4.4-025', 'F-4.4-027'],
            `The status of a batch that was cancelled returned ${after.status} instead of 200.`,
            'status',
          ),
        );
        context.warn(!open.includes(state), `A batch that was cancelled is still ${state}.`, 'body.status');
        context.warn(
          cancelled.status !== 200 || open.includes(state) || !open.includes(stateIn(cancelled) ?? ''),
          'The response to a cancellation has the status before it.',
          'body.status',
        );
        context.note(
          !(stateIn(await askStatus(context, other)) ?? '').includes('cancel'),
          citeFacts(['F-4.4-016'], 'Cancelling a batch has cancelled another one.', 'body.status'),
        );
        await expectStopped(context, id, state);
        await cancelEnded(context, other);
      },
    }),
    defineCheck({
      id: 'BATCH05',
      title: 'The cost of a processed record can be read.',
      description:
        'Reads the cost of the record in the test environment, and of one that the batch does not contain.',
      rationale: 'The cost of a record could not be determined.',
      basis: relyOnFacts('F-4.4-040', 'F-4.4-043'),
      async run(context: CheckContext) {
        const batchId = context.parameter('getBatchRecordCost', 'batchId');
        const recordId = context.parameter('getBatchRecordCost', 'recordId');
        const recordCost = await context.call('getBatchRecordCost', { path: { batchId, recordId } });
        expectSuccess(context, recordCost, 'The cost of a record');
        const path = { batchId, recordId: `${recordId}_of_nobody` };
        const unknown = await context.call('getBatchRecordCost', { path });
        context.warn(
          !isSuccess(unknown),
          `The cost of a record that the batch does not have returned ${unknown.status}.`,
          'status',
        );
      },
    }),
    defineCheck({
      id: 'BATCH06',
      title: 'A plan without batches is rejected with 402.',
      description: 'Has the driver remove batches from the plan, and submits one.',
      rationale: 'A client would retry where only another plan helps.',
      basis: relyOnFacts('F-4.4-005', 'F-4.4-010', 'F-7-005'),
      needs: ['setSwitch'],
      async run(context: CheckContext) {
        const response = await withSwitch(context, noBatches, () => submit(context));
        const what = 'Submitting a batch that the plan does not have';
        expectStatus(context, response, 402, what);
        noteErrorText(context, response, what);
      },
    }),
    defineCheck({
      id: 'BATCH07',
      title: 'The daily limit is checked on submission: 429 with Retry-After.',
      description: 'Submits a batch, has the driver use up the daily limit, and submits another one.',
      rationale: 'A client would not know when to continue.',
      basis: relyOnFacts('F-4.4-004', 'F-4.4-012', 'F-8-017', 'F-7-013', 'F-7-017'),
      needs: ['setSwitch'],
      async run(context: CheckContext) {
        // Why: a plan without batches returns 402 regardless of earlier submissions.
        const { status } = await submit(context);
        if (status === 402) context.skip('The plan has no batches: submitting one returned 402.');
        const response = await withSwitch(context, usedUp, () => submit(context));
        expectStatus(context, response, 429, 'Submitting a batch beyond the daily limit');
        context.note(
          response.header('retry-after') !== null,
          'The 429 of a batch has no Retry-After.',
          'header Retry-After',
        );
        context.note(
          textOf(response.body, 'error') === 'Rate limit exceeded',
          'The 429 of a batch does not have the error `Rate limit exceeded`.',
          'body.error',
        );
      },
    }),
    defineCheck({
      id: 'BATCH08',
      title: 'The execution of a record result can be read.',
      description: 'Lists the record results and reads the status of the executions of the first five.',
      rationale: 'A dashboard links the result of a record to its execution.',
      basis: relyOnPractice('A record whose id is in a response can be read.'),
      run: readExecutions,
    }),
    progressCheck,
    summaryCheck,
  ],
};

async function readExecutions(context: CheckContext): Promise<void> {
  const results = itemsOf(await context.need('getRecordResults', { query: { limit: 5 } })) ?? [];
  const ids = new Set(results.flatMap((result) => textOf(result, 'executionId') ?? []));
  if (ids.size === 0) context.skip('No record result has an executionId.');
  const responses = [];
  for (const executionId of ids)
    responses.push(await context.call('getExecutionStatus', { path: { executionId } }));
  if (responses.every(({ status }) => isMissingStatus(status)) && !(await canReadStatus(context)))
    context.skip('The service does not implement getExecutionStatus.');
  for (const response of responses) noteStatus(context, response, 200, 'The execution of a record result');
}

/** Returns whether the status of a run that was just played can be read. */
async function canReadStatus(context: CheckContext): Promise<boolean> {
  if (context.environment.runs['text'] === undefined) return false;
  const { executionId } = await context.play('text', { isStreamed: false });
  return (
    executionId !== null && isSuccess(await context.call('getExecutionStatus', { path: { executionId } }))
  );
}
