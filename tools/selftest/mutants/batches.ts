/** Mutants that go wrong about batches, and about how many runs a key may start. */
import { countDecisions } from './client-approval.ts';
import { answerLater } from './memory-lies.ts';
import type { Mutant } from './mutant.ts';
import {
  answerInstead,
  changeResponse,
  changeStatus,
  dropHeader,
  editJson,
  jsonResponse,
  listOf,
} from './response-mutations.ts';
import { testKeyOf } from './story-lies.ts';

const execute = { operation: 'executeAgent' } as const;

/** Mutants for the pack `batches`. */
export const batchMutants: readonly Mutant[] = [
  {
    id: 'batch-not-found',
    check: 'BATCH01',
    subject: 'pack:batches',
    says: 'does not find a batch that was submitted',
    lie: changeStatus({ operation: 'getBatchStatus', status: 200 }, 404),
  },
  {
    id: 'summary-empty',
    check: 'BATCH02',
    subject: 'pack:batches',
    says: 'tells of no batch in its summary',
    lie: editJson({ operation: 'getBatchSummary', status: 200 }, () => ({})),
  },
  {
    id: 'cancel-refused',
    check: 'BATCH03',
    subject: 'pack:batches',
    says: 'refuses to cancel a batch that is open',
    lie: answerInstead({ operation: 'cancelBatch' }, 400, { error: 'Validation failed' }),
  },
  {
    id: 'any-batch-found',
    check: 'BATCH04',
    subject: 'pack:batches',
    says: 'answers 200 for a batch that is not there',
    lie: changeStatus({ operation: 'getBatchStatus', status: 404 }, 200),
  },
  {
    id: 'cost-not-found',
    check: 'BATCH05',
    subject: 'pack:batches',
    says: 'does not find the cost of a record',
    lie: changeStatus({ operation: 'getBatchRecordCost', status: 200 }, 404),
  },
  {
    id: 'plan-as-permission',
    check: 'BATCH06',
    subject: 'pack:batches',
    says: 'answers 403 when the plan has no batches',
    lie: changeStatus({ operation: 'submitFlowBatch', status: 402 }, 403),
  },
  {
    id: 'daily-limit-without-time',
    check: 'BATCH07',
    subject: 'pack:batches',
    says: 'does not say when the daily limit is over',
    lie: dropHeader({ operation: 'submitFlowBatch', status: 429 }, 'retry-after'),
  },
  {
    id: 'execution-of-record-unknown',
    check: 'BATCH08',
    subject: 'pack:batches',
    says: 'names executions in record results that can not be read',
    lie: editJson({ operation: 'getRecordResults', status: 200 }, (page) => {
      for (const result of listOf(page['data'])) result['executionId'] = 'exec_of_nobody';
    }),
  },
  {
    id: 'own-batch-forbidden',
    check: 'BATCH09',
    subject: 'pack:batches',
    says: 'refuses the status of a batch to the key that submitted it',
    lie: changeStatus({ operation: 'getBatchStatus', status: 200 }, 403),
  },
];

/** Mutants for the pack `limits`. */
export const limitMutants: readonly Mutant[] = [
  {
    id: 'day-unlimited',
    check: 'LIMIT01',
    subject: 'pack:limits',
    says: 'starts any number of runs a day with a key for tests',
    lie: startAnyway(),
  },
  {
    id: 'limit-as-permission',
    check: 'LIMIT02',
    subject: 'pack:limits',
    says: 'answers 403 when a key for tests is used up',
    lie: changeStatus({ ...execute, status: 429 }, 403),
  },
  {
    id: 'day-never-over',
    check: 'LIMIT03',
    subject: 'pack:limits',
    says: 'never lets a key go on that was used up for a day',
    lie: answerLater(execute, testKeyOf, (count) => (count > 20 ? tooMany() : null)),
  },
  {
    id: 'life-unlimited',
    check: 'LIMIT04',
    subject: 'pack:limits',
    says: 'starts any number of runs in the life of a key for tests',
    lie: startAnyway(),
  },
  {
    id: 'keys-counted-together',
    check: 'LIMIT05',
    subject: 'pack:limits',
    says: 'counts the runs of all keys for tests together',
    lie: answerLater(
      execute,
      (request) => (testKeyOf(request) === null ? null : ''),
      (count) => (count > 20 ? tooMany() : null),
    ),
  },
  {
    id: 'visitors-counted',
    check: 'LIMIT06',
    subject: 'pack:limits',
    says: 'counts the approval of a visitor as a run',
    lie: countDecisions,
  },
  {
    id: 'rate-not-told',
    check: 'LIMIT07',
    subject: 'pack:limits',
    says: 'does not tell how much of its burst rate is left',
    lie: dropHeader({ ...execute, status: 200 }, 'ratelimit-remaining'),
  },
  {
    id: 'burst-without-time',
    check: 'LIMIT08',
    subject: 'pack:limits',
    says: 'does not say when to go on beyond the burst rate',
    lie: dropHeader({ ...execute, status: 429 }, 'retry-after'),
  },
];

function tooMany(): ReturnType<typeof jsonResponse> {
  const { headers, ...response } = jsonResponse(429, { error: 'Rate limit exceeded' });
  return { ...response, headers: { ...headers, 'retry-after': '86400' } };
}

function startAnyway(): Mutant['lie'] {
  return changeResponse({ ...execute, status: 429 }, () =>
    jsonResponse(200, { executionId: 'exec_taken', status: 'completed', success: true }),
  );
}
