/** Faults of approvals by the owner, and of local tools. */
import type { FaultRow } from '../faults/fault.ts';
import { readProperty } from '../faults/request-faults.ts';
import { leakRequests, raceRequests, repeatResponse, samePath } from '../faults/repeat-faults.ts';
import {
  acceptRejected,
  omitProperty,
  returnOther,
  returnStatus,
  swapValue,
} from '../faults/response-faults.ts';
import { changeEvents, dropEvents, omitFromEvents, repeatEvents } from '../faults/stream-faults.ts';

const execute = 'executeAgent';
const approve = 'approveAgentExecution';
const resume = 'resumeAgentExecution';
const taken = { executionId: 'exec_taken', status: 'completed', success: true };

export const approvalMutants: readonly FaultRow[] = [
  ['APPR01', swapValue(execute, 'status', 'paused', 'completed')],
  ['APPR02', swapDecision('approved', 'denied', approve)],
  ['APPR03', swapDecision('denied', 'approved', approve)],
  ['APPR04', returnOther(approve, 'executionId')],
  ['APPR05', acceptRejected(approve, taken)],
  ['APPR06', repeatResponse(approve, samePath)],
  ['APPR07', raceRequests(approve, 200, taken)],
  ['APPR08', returnStatus(approve, 404, 403)],
  ['APPR09', swapDecision('timeout', 'denied', 'followExecutionEvents')],
  ['APPR10', readDecision((decision) => (decision === 'denied' ? 'approved' : decision))],
  ['APPR11', repeatEvents('tool_complete', approve)],
  ['APPR12', readDecision((decision) => (decision === 'denied' ? 'denied' : 'approved'))],
  [
    'APPR13',
    leakRequests(approve, 'getAgentExecution', 'approvals', (sent) => [
      { approvalId: sent.at(-1)?.['approvalId'], decision: 'denied' },
    ]),
  ],
];

export const localToolMutants: readonly FaultRow[] = [
  ['LOCAL01', swapValue(execute, 'status', 'paused', 'completed')],
  ['LOCAL02', omitProperty(execute, 'pausedReason.toolName')],
  ['LOCAL03', dropEvents('execution_complete', resume)],
  ['LOCAL04', returnOther(resume, 'executionId')],
  ['LOCAL05', acceptRejected(resume, taken)],
  ['LOCAL06', returnStatus(resume, 404, 409)],
  ['LOCAL07', omitFromEvents('await', 'elicitation.message')],
];

type Approving = 'approveAgentExecution' | 'followExecutionEvents';

function swapDecision(from: string, to: string, where: Approving): FaultRow[1] {
  const swap = (decision: unknown): unknown => (decision === from ? to : decision);
  return changeEvents(`sends \`${to}\` for \`${from}\``, 'approval_complete', 'decision', swap, where);
}

function readDecision(read: (decision: unknown) => unknown): FaultRow[1] {
  return readProperty('carries out another decision', approve, 'decision', read);
}
