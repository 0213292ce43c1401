/** Defects of batches and of the run limits of keys. */
import { OPEN_KEY } from './access.ts';
import { countDecisions } from './client-approval.ts';
import { mapRequest, withHeader } from '../mutations/request-mutations.ts';
import { respondToRepeats } from '../mutations/stateful-mutations.ts';
import type { MutantRow, Mutation } from '../mutations/mutant.ts';
import {
  respondWith,
  mapResponse,
  changeStatus,
  dropHeader,
  setHeader,
  editJson,
  jsonResponse,
  listOf,
} from '../mutations/response-mutations.ts';
import { testKeyOf } from '../mutations/scenario-mutations.ts';

const execute = { operation: 'executeAgent' } as const;

/** Mutants for the group `batches`. */
export const batchMutants: readonly MutantRow[] = [
  {
    id: 'batch-not-found',
    check: 'BATCH01',
    description: 'does not find a batch that was submitted',
    mutation: changeStatus({ operation: 'getBatchStatus', status: 200 }, 404),
  },
  {
    id: 'summary-empty',
    check: 'BATCH02',
    description: 'returns an empty batch summary',
    mutation: editJson({ operation: 'getBatchSummary', status: 200 }, () => ({})),
  },
  {
    id: 'cancel-rejected',
    check: 'BATCH03',
    description: 'rejects the cancellation of an open batch',
    mutation: respondWith({ operation: 'cancelBatch' }, 400, { error: 'Validation failed' }),
  },
  {
    id: 'any-batch-found',
    check: 'BATCH04',
    description: 'returns 200 for an unknown batch',
    mutation: changeStatus({ operation: 'getBatchStatus', status: 404 }, 200),
  },
  {
    id: 'cost-not-found',
    check: 'BATCH05',
    description: 'does not find the cost of a record',
    mutation: changeStatus({ operation: 'getBatchRecordCost', status: 200 }, 404),
  },
  {
    id: 'last-record-not-counted',
    check: 'BATCH11',
    description: 'does not count the last record of a batch that has ended',
    mutation: editJson({ operation: 'getBatchStatus', status: 200 }, (batch) => {
      if (batch['status'] === 'completed') batch['processedRecords'] = Number(batch['processedRecords']) - 1;
    }),
  },
  {
    id: 'plan-as-permission',
    check: 'BATCH06',
    description: 'returns 403 when the plan has no batches',
    mutation: changeStatus({ operation: 'submitFlowBatch', status: 402 }, 403),
  },
  {
    id: 'daily-limit-without-time',
    check: 'BATCH07',
    description: 'omits Retry-After when the daily limit is reached',
    mutation: dropHeader({ operation: 'submitFlowBatch', status: 429 }, 'retry-after'),
  },
  {
    id: 'execution-of-record-unknown',
    check: 'BATCH08',
    description: 'names executions in record results that cannot be read',
    mutation: editJson({ operation: 'getRecordResults', status: 200 }, (page) => {
      for (const result of listOf(page['data'])) result['executionId'] = 'exec_of_nobody';
    }),
  },
  {
    id: 'own-batch-forbidden',
    check: 'BATCH09',
    description: 'forbids the key that submitted a batch to read its status',
    mutation: changeStatus({ operation: 'getBatchStatus', status: 200 }, 403),
  },
];

/** Mutants for the group `limits`. */
export const limitMutants: readonly MutantRow[] = [
  {
    id: 'batch-of-test-key-uncounted',
    check: 'LIMIT09',
    description: 'does not count the records of a batch for a test key',
    mutation: mapRequest({ operation: 'submitFlowBatch' }, (request) =>
      withHeader(request, 'authorization', OPEN_KEY),
    ),
  },
  {
    id: 'test-key-unlimited',
    check: 'LIMIT10',
    description: 'has no limit for a test key',
    mutation: mapRequest({ operation: 'executeAgent' }, (request) =>
      testKeyOf(request) === null ? request : withHeader(request, 'authorization', OPEN_KEY),
    ),
  },
  {
    id: 'day-unlimited',
    check: 'LIMIT01',
    description: 'does not limit the daily runs of a test key',
    mutation: startAnyway(),
  },
  {
    id: 'limit-as-permission',
    check: 'LIMIT02',
    description: 'returns 403 when a test key is used up',
    mutation: changeStatus({ ...execute, status: 429 }, 403),
  },
  {
    id: 'day-never-over',
    check: 'LIMIT03',
    description: 'never resets the daily limit of a test key',
    mutation: respondToRepeats(execute, testKeyOf, (count) => (count > 20 ? tooMany() : null)),
  },
  {
    id: 'life-unlimited',
    check: 'LIMIT04',
    description: 'does not limit the total runs of a test key',
    mutation: startAnyway(),
  },
  {
    id: 'keys-counted-together',
    check: 'LIMIT05',
    description: 'counts the runs of all test keys together',
    mutation: respondToRepeats(
      execute,
      (request) => (testKeyOf(request) === null ? null : ''),
      (count) => (count > 20 ? tooMany() : null),
    ),
  },
  {
    id: 'visitors-counted',
    check: 'LIMIT06',
    description: 'counts the approval of a visitor as a run',
    mutation: countDecisions,
  },
  {
    id: 'rate-missing',
    check: 'LIMIT07',
    description: 'omits RateLimit-Remaining',
    mutation: dropHeader({ ...execute, status: 200 }, 'ratelimit-remaining'),
  },
  {
    id: 'rate-constant',
    check: 'LIMIT07',
    expects: 'warn',
    description: 'always has the same RateLimit-Remaining',
    mutation: setHeader({ ...execute, status: 200 }, 'ratelimit-remaining', '4'),
  },
  {
    id: 'burst-without-time',
    check: 'LIMIT08',
    description: 'omits Retry-After beyond the burst rate',
    mutation: dropHeader({ ...execute, status: 429 }, 'retry-after'),
  },
];

function tooMany(): ReturnType<typeof jsonResponse> {
  const { headers, ...response } = jsonResponse(429, { error: 'Rate limit exceeded' });
  return { ...response, headers: { ...headers, 'retry-after': '86400' } };
}

function startAnyway(): Mutation {
  return mapResponse({ ...execute, status: 429 }, () =>
    jsonResponse(200, { executionId: 'exec_taken', status: 'completed', success: true }),
  );
}
