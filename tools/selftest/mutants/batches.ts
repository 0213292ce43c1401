/** Faults of batches and of the run limits of keys. */
import { createFault, type FaultRow } from '../faults/fault.ts';
import { serveAsOwner } from '../faults/request-faults.ts';
import { rejectRepeats } from '../faults/repeat-faults.ts';
import {
  acceptRejected,
  loseFirst,
  omitHeader,
  rejectAll,
  returnBody,
  returnOther,
  returnStatus,
} from '../faults/response-faults.ts';
import { countDecisions, testKeyOf } from './client-approval.ts';

const execute = 'executeAgent';
const submit = 'submitFlowBatch';
const status = 'getBatchStatus';
const taken = { executionId: 'exec_taken', status: 'completed', success: true };

export const batchMutants: readonly FaultRow[] = [
  ['BATCH01', returnStatus(status, 200, 404)],
  ['BATCH02', returnBody('getBatchSummary', {})],
  ['BATCH03', rejectAll('cancelBatch', 400)],
  ['BATCH05', returnStatus('getBatchRecordCost', 200, 404)],
  ['BATCH06', returnStatus(submit, 402, 403)],
  ['BATCH07', omitHeader({ operation: submit, status: 429 }, 'retry-after')],
  ['BATCH08', returnOther('getRecordResults', 'data.[].executionId')],
  ['BATCH10', returnOther(status, 'totalRecords')],
  ['BATCH11', returnOther(status, 'processedRecords')],
  ['BATCH12', loseFirst('getBatchSummary', 'recent')],
];

const isTestKey = (value: string): boolean => value.startsWith('Bearer rt_test_');

export const limitMutants: readonly FaultRow[] = [
  ['LIMIT01', acceptRejected({ operation: execute, status: 429 }, taken)],
  ['LIMIT04', acceptRejected({ operation: execute, status: 429 }, taken)],
  ['LIMIT05', rejectRepeats(execute, (request) => testKeyOf(request) && 'any', 429, [21, Infinity])],
  ['LIMIT06', createFault('counts decisions like runs', ['approveClientExecution', execute], countDecisions)],
  ['LIMIT07', omitHeader({ operation: execute, status: 200 }, 'ratelimit-remaining')],
  ['LIMIT08', omitHeader({ operation: execute, status: 429 }, 'retry-after')],
  ['LIMIT09', serveAsOwner(submit, isTestKey)],
  ['LIMIT10', serveAsOwner(execute, isTestKey)],
];
