/**
 * The pack about batches: submitting, following, cancelling, and what stands in the way.
 */
import {
  cancelBatch,
  getBatchRecordCost,
  getBatchSummary,
  getExecutionStatus,
  getRecordResults,
} from '../../../../generated/service/client.ts';
import type { Pack, PackTools } from '../pack.ts';
import { answered, isSuccess } from '../story/answered.ts';
import { defineStory, doubtful, restOnFacts, restOnPractice } from '../story/define-story.ts';
import { mentions, textOf, varyId } from '../story/read-value.ts';
import { actAgainst, type Switch } from '../story/turn-switch.ts';
import { itemsOf } from '../story/walk-pages.ts';
import { askStatus, stateIn, submit, submitted } from './submit-batch.ts';

/** Words for a batch that has not ended, as the source names them. */
const open = ['queued', 'running'];

const noBatches: Switch = { name: 'batch', value: 'unavailable', usual: 'on' };
const usedUp: Switch = { name: 'dailyBatches', value: 'exhausted' };

/** Stories about batches. */
export const batchesPack: Pack = {
  name: 'batches',
  checks: [
    defineStory({
      id: 'BATCH01',
      title: 'A batch that was submitted can be followed.',
      does: 'Submits a batch and asks for the status of the id that comes back.',
      why: 'Nobody would learn what became of the records.',
      basis: restOnFacts('F-4.4-003', 'F-4.4-007', 'F-4.4-025', 'F-4.4-027'),
      async run(tools: PackTools) {
        const id = await submitted(tools);
        const { status } = await askStatus(tools, id);
        tools.expect(status === 200, {
          message: `The status of a batch that was just submitted was answered ${status} instead of 200.`,
          at: 'status',
        });
      },
    }),
    defineStory({
      id: 'BATCH02',
      title: 'The summary tells of a batch that was just submitted.',
      does: 'Submits a batch, reads the summary of the current user, and looks for its id anywhere in it.',
      why: 'Whoever comes back to their work would not find it.',
      basis: restOnPractice('A summary of active batches names those that are active.'),
      async run(tools: PackTools) {
        const id = await submitted(tools);
        const { status, body } = await answered(getBatchSummary(tools.client));
        tools.expect(status === 200, {
          message: `The summary was answered ${status} instead of 200.`,
          at: 'status',
          facts: ['F-4.4-034', 'F-4.4-036'],
          severity: 'fail',
        });
        tools.note(mentions(body, id), {
          message: 'The summary does not tell of the batch that was just submitted.',
          at: 'body',
        });
      },
    }),
    defineStory({
      id: 'BATCH03',
      title: 'A batch that is queued or running can be cancelled.',
      does: 'Submits a batch and cancels it: 200. Where that is refused, the batch must not be open any more; where it is not, it must end.',
      why: 'A batch that was sent by mistake would run to its end, and be paid for.',
      level: 'destructive',
      basis: restOnFacts('F-4.4-016', 'F-4.4-018'),
      async run(tools: PackTools) {
        const id = await submitted(tools);
        const cancelled = await answered(cancelBatch(tools.client, { path: { id } }));
        const after = await askStatus(tools, id);
        const state = stateIn(after) ?? 'unknown';
        if (cancelled.status !== 200 && !open.includes(state))
          tools.skip(`The batch was ${state} before it could be cancelled.`);
        tools.expect(cancelled.status === 200, {
          message: `Cancelling a batch that is ${state} was answered ${cancelled.status} instead of 200.`,
          at: 'status',
        });
        tools.note(after.status === 200, {
          message: `The status of a batch that was cancelled was answered ${after.status} instead of 200.`,
          at: 'status',
          facts: ['F-4.4-025', 'F-4.4-027'],
        });
        tools.note(
          !open.includes(state),
          doubtful(`A batch that was cancelled is still ${state}.`, 'body.status'),
        );
      },
    }),
    defineStory({
      id: 'BATCH04',
      title: 'A batch that is not there is answered with 404.',
      does: 'Submits a batch and asks for the status of an id like its own that nobody has. 400 will do where that is no id at all.',
      why: 'A client could not tell a mistake from a batch that takes long.',
      basis: restOnFacts('F-4.4-031', 'F-7-007'),
      async run(tools: PackTools) {
        const { status } = await askStatus(tools, varyId(await submitted(tools)));
        tools.expect(status === 404 || status === 400, {
          message: `The status of a batch that is not there was answered ${status} instead of 404.`,
          at: 'status',
        });
      },
    }),
    defineStory({
      id: 'BATCH05',
      title: 'The cost of a record that was run can be read.',
      does: 'Reads the cost of the record that the surroundings name, and that of one that the batch does not have.',
      why: 'Nobody could tell what a record has cost.',
      basis: restOnFacts('F-4.4-040', 'F-4.4-043'),
      async run(tools: PackTools) {
        const { batchId, recordId } = tools.surroundings.parameters['getBatchRecordCost'] ?? {};
        if (batchId === undefined || recordId === undefined)
          return tools.skip('It needs a record that was run: give one under parameters.getBatchRecordCost.');
        const known = await answered(getBatchRecordCost(tools.client, { path: { batchId, recordId } }));
        tools.expect(isSuccess(known), {
          message: `The cost of a record was answered ${known.status}.`,
          at: 'status',
        });
        const strange = { batchId, recordId: `${recordId}_of_nobody` };
        const unknown = await answered(getBatchRecordCost(tools.client, { path: strange }));
        tools.note(
          !isSuccess(unknown),
          doubtful(
            `The cost of a record that the batch does not have was answered ${unknown.status}.`,
            'status',
          ),
        );
      },
    }),
    defineStory({
      id: 'BATCH06',
      title: 'A plan without batches is answered with 402.',
      does: 'Has the driver take batches out of the plan, and submits one.',
      why: 'A client would wait and try again where only another plan helps.',
      basis: restOnFacts('F-4.4-005', 'F-4.4-010', 'F-7-005'),
      needs: ['setSwitch'],
      async run(tools: PackTools) {
        const { status, body } = await actAgainst(tools, noBatches, () => submit(tools));
        tools.expect(status === 402, {
          message: `Submitting a batch that the plan does not have was answered ${status} instead of 402.`,
          at: 'status',
        });
        tools.note(textOf(body, 'error') !== null, {
          message: 'The 402 of a batch says no `error`.',
          at: 'body.error',
          facts: ['F-7-001'],
        });
      },
    }),
    defineStory({
      id: 'BATCH07',
      title: 'The daily limit is checked on submission: 429 with Retry-After.',
      does: 'Submits a batch, has the driver use up the daily limit, and submits another one.',
      why: 'A client would not know when it may go on.',
      basis: restOnFacts('F-4.4-004', 'F-4.4-012', 'F-8-017', 'F-7-013', 'F-7-017'),
      needs: ['setSwitch'],
      async run(tools: PackTools) {
        // Why: a plan without batches answers 402 whatever was submitted before.
        const { status } = await submit(tools);
        if (status === 402) tools.skip('The plan has no batches: submitting one is answered 402.');
        const response = await actAgainst(tools, usedUp, () => submit(tools));
        tools.expect(response.status === 429, {
          message: `Submitting a batch beyond the daily limit was answered ${response.status} instead of 429.`,
          at: 'status',
        });
        tools.note(response.header('retry-after') !== null, {
          message: 'The 429 of a batch has no Retry-After.',
          at: 'header Retry-After',
        });
        tools.note(textOf(response.body, 'error') === 'Rate limit exceeded', {
          message: 'The 429 of a batch does not say `Rate limit exceeded`.',
          at: 'body.error',
        });
      },
    }),
    defineStory({
      id: 'BATCH08',
      title: 'The execution of a record result can be read.',
      does: 'Lists the record results and asks for the status of the executions that the first of them name.',
      why: 'A dashboard leads from the result of a record to the run that made it.',
      basis: restOnPractice('An id that a response gives names something that can be read.'),
      run: readExecutions,
    }),
    defineStory({
      id: 'BATCH09',
      title: 'A key that may submit a batch may follow it.',
      does: 'Submits a batch with a key whose only scope is FLOWS:EXECUTE, and reads its status with that key.',
      why: 'A job that submits a batch could not wait for its end.',
      needs: ['makeKey'],
      basis: restOnPractice('A permission to start something includes reading its result.'),
      run: followOwnBatch,
    }),
  ],
};

async function followOwnBatch(tools: PackTools): Promise<void> {
  const { key } = await tools.abilities.makeKey({ scopes: ['FLOWS:EXECUTE'] });
  const client = tools.clientWith(key, 'executeKey');
  const { status } = await askStatus({ client }, await submitted(tools, client));
  tools.expect(status !== 403, {
    message: 'The key that submitted a batch may not read its status: 403.',
    at: 'status',
  });
}

async function readExecutions(tools: PackTools): Promise<void> {
  const results = await answered(getRecordResults(tools.client, { query: { limit: '5' } }));
  const ids = (itemsOf(results.body) ?? []).flatMap((result) => textOf(result, 'executionId') ?? []);
  if (results.status !== 200 || ids.length === 0)
    tools.skip('No record result names its execution under executionId.');
  for (const executionId of new Set(ids)) {
    const { status } = await answered(getExecutionStatus(tools.client, { path: { executionId } }));
    tools.note(status === 200, {
      message: `The execution that a record result names is answered with ${status}.`,
      at: 'status',
    });
  }
}
