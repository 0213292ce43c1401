/** Faults of approvals by visitors. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { sessionOrigin } from '../../../conformance/agent-platform/driver/mock-fixtures.ts';
import { jsonResponse } from '../mutations/response-mutations.ts';
import { editEvents, isOfType, withProperties } from '../mutations/stream-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import type { Mutation } from '../mutations/mutation.ts';
import { createFault, type FaultRow } from '../faults/fault.ts';
import { ignoreProperty, readHeader, readProperty } from '../faults/request-faults.ts';
import { raceRequests, repeatResponse, samePath } from '../faults/repeat-faults.ts';
import {
  acceptRejected,
  omitProperty,
  returnOther,
  returnStatus,
  swapValue,
} from '../faults/response-faults.ts';

const approve = 'approveClientExecution';
const execute = 'executeAgent';
const taken = { executionId: 'exec_taken', status: 'completed', success: true };

const asOwn = readHeader('accepts every origin', approve, 'origin', () => sessionOrigin);
const withoutOrigin = readHeader('accepts no origin', approve, 'origin', (value) => value ?? sessionOrigin);

export const clientApprovalMutants: readonly FaultRow[] = [
  ['CLIENT01', swapValue(approve, 'events.[].decision', 'approved', 'denied')],
  ['CLIENT02', swapValue(approve, 'events.[].decision', 'denied', 'approved')],
  ['CLIENT03', raceRequests(approve, 200, taken)],
  ['CLIENT04', repeatResponse(approve, samePath)],
  ['CLIENT05', ignoreProperty(approve, 'assistantMessageId')],
  ['CLIENT06', readProperty('never streams', approve, 'streamResponse', () => false)],
  ['CLIENT07', returnStatus(approve, 400, 404)],
  ['CLIENT08', returnStatus(approve, 401, 403)],
  ['CLIENT09', acceptRejected({ operation: approve, status: 401 }, taken)],
  ['CLIENT10', returnStatus(approve, 403, 401)],
  ['CLIENT11', asOwn],
  ['CLIENT12', returnStatus(approve, 403, 404)],
  ['CLIENT13', omitProperty({ operation: approve, status: 403 }, 'code')],
  ['CLIENT14', returnStatus(approve, 404, 409)],
  ['CLIENT15', returnStatus(approve, 404, 410)],
  ['CLIENT16', returnStatus(approve, 503, 429)],
  ['CLIENT19', returnOther(approve, 'events.[].parameters', { amount: 1 })],
  ['CLIENT20', createFault('asks a visitor only once', [approve, execute], askOnce)],
  ['CLIENT21', withoutOrigin],
  ['CLIENT22', returnStatus(approve, 403, 404), 'warn'],
];

/** The daily limit of runs and decisions. */
const DAILY = 20;

/** Counts runs of test keys and decisions of visitors together. */
export function countDecisions(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let used = 0;
  return async (request) => {
    const isRun = matchesRequest({ operation: execute }, request) && testKeyOf(request) !== null;
    if (isRun || matchesRequest({ operation: approve }, request)) used += 1;
    if (used <= DAILY || !isRun) return serve(request);
    const rejection = jsonResponse(429, { error: 'The limit of the day is reached' });
    return { ...rejection, headers: { ...rejection.headers, 'retry-after': '86400' } };
  };
}

/** Runs the tool without an approval after the first decision. */
function askOnce(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let isDecided = false;
  const editedServe = editEvents({ operation: execute }, (frame) => [
    isDecided && isOfType(frame, 'approval_start') ? withProperties(frame, { type: 'tool_start' }) : frame,
  ])(serve);
  return async (request) => {
    const response = await editedServe(request);
    if (matchesRequest({ operation: approve }, request) && response.status === 200) isDecided = true;
    return response;
  };
}

/** Returns the test key of a request; `null` for every other request. */
export function testKeyOf({ headers }: HttpRequest): string | null {
  const value = headers.get('authorization');
  return value?.startsWith('Bearer rt_test_') === true ? value : null;
}
