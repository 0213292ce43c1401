/** Defects of approvals by the owner, and of local tools. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';
import { editWhileInFlight, repeatResponse } from '../mutations/stateful-mutations.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import {
  mapResponse,
  changeStatus,
  editJson,
  fieldsOf,
  jsonResponse,
} from '../mutations/response-mutations.ts';
import { editRequest } from '../mutations/request-mutations.ts';
import { composeMutations, editFromRequests } from '../mutations/scenario-mutations.ts';
import { dropEventsOf, editEventsOf, editStream, isOfType } from '../mutations/stream-mutations.ts';

const execute = { operation: 'executeAgent', status: 200 } as const;
const approve = { operation: 'approveAgentExecution' } as const;
const resume = { operation: 'resumeAgentExecution' } as const;

/** Mutants for the group `approvals`. */
export const approvalMutants: readonly MutantRow[] = [
  {
    id: 'pause-as-completed',
    check: 'APPR01',
    description: 'reports a run that waits for an approval as completed',
    mutation: editJson(execute, (result) => {
      if (result['status'] === 'paused') result['status'] = 'completed';
    }),
  },
  {
    id: 'approved-as-denied',
    check: 'APPR02',
    description: 'reports an approval as a denial',
    mutation: editDecision('approved', 'denied'),
  },
  {
    id: 'denied-as-approved',
    check: 'APPR03',
    description: 'reports a denial as an approval',
    mutation: editDecision('denied', 'approved'),
  },
  {
    id: 'decision-of-other-run',
    check: 'APPR04',
    description: 'returns the result of another run for an approval',
    mutation: editJson({ ...approve, status: 200 }, (result) => {
      result['executionId'] = 'exec_of_somebody_else';
    }),
  },
  {
    id: 'any-approval-taken',
    check: 'APPR05',
    description: 'accepts a decision on an approval that is not pending',
    mutation: mapResponse({ ...approve, status: 4 }, taken),
  },
  {
    id: 'approval-taken-twice',
    check: 'APPR06',
    description: 'accepts a second decision on an approval',
    mutation: repeatResponse({ ...approve, status: 200 }, ({ path }) => path),
  },
  {
    id: 'approvals-raced',
    check: 'APPR07',
    description: 'accepts every concurrent decision on an approval',
    mutation: editWhileInFlight(approve, ({ path }) => path, taken),
  },
  {
    id: 'unknown-run-forbidden',
    check: 'APPR08',
    description: 'returns 403 for an unknown run',
    mutation: changeStatus({ ...approve, status: 404 }, 403),
  },
  {
    id: 'timeout-as-denied',
    check: 'APPR09',
    description: 'reports an expired approval as a denial',
    mutation: editEventsOf({ operation: 'followExecutionEvents' }, 'approval_complete', (event) => {
      if (event['decision'] === 'timeout') event['decision'] = 'denied';
    }),
  },
  {
    id: 'reason-not-shown',
    check: 'APPR13',
    description: 'shows a decision without the reason',
    mutation: editFromRequests(
      'approveAgentExecution',
      { operation: 'getAgentExecution', status: 200 },
      (run, sent) => {
        run['approvals'] = [{ approvalId: sent.at(-1)?.['approvalId'], decision: 'denied' }];
      },
    ),
  },
];

/** Mutants for the group `local-tools`. */
export const localToolMutants: readonly MutantRow[] = [
  {
    id: 'wait-as-completed',
    check: 'LOCAL01',
    description: 'reports a run that waits for a local tool as completed',
    mutation: editJson(execute, (result) => {
      if (fieldsOf(result['pausedReason'])['type'] === 'local_action') result['status'] = 'completed';
    }),
  },
  {
    id: 'tool-not-named',
    check: 'LOCAL02',
    description: 'does not name the tool that a run waits for',
    mutation: editJson(execute, (result) => {
      delete fieldsOf(result['pausedReason'])['toolName'];
    }),
  },
  {
    id: 'resumed-without-stream',
    check: 'LOCAL03',
    description: 'resumes a run without a stream',
    mutation: editRequest(resume, (body) => {
      body['streamResponse'] = false;
    }),
  },
  {
    id: 'resumed-with-stream',
    check: 'LOCAL04',
    description: 'resumes a run with a stream although streamResponse is false',
    mutation: editRequest(resume, (body) => {
      body['streamResponse'] = true;
    }),
  },
  {
    id: 'output-taken-twice',
    check: 'LOCAL05',
    description: 'accepts an unexpected output',
    mutation: mapResponse({ ...resume, status: 4 }, taken),
  },
  {
    id: 'output-for-unknown-run',
    check: 'LOCAL06',
    description: 'returns 409 for an output for an unknown run',
    mutation: changeStatus({ ...resume, status: 404 }, 409),
  },
  {
    id: 'question-without-message',
    check: 'LOCAL07',
    description: 'waits for the user without a question',
    mutation: editEventsOf(execute, 'await', (event) => {
      delete fieldsOf(event['elicitation'])['message'];
    }),
  },
  {
    id: 'call-not-repeated',
    check: 'LOCAL08',
    description: 'completes a call without its start and name after its output',
    mutation: composeMutations(
      dropEventsOf({ ...resume, status: 200 }, 'tool_start'),
      editEventsOf({ ...resume, status: 200 }, 'tool_complete', (event) => delete event['toolName']),
    ),
  },
  {
    id: 'turn-not-opened',
    check: 'LOCAL08',
    description: 'continues in the same iteration after the output of a local tool',
    mutation: editEventsOf({ ...resume, status: 200 }, 'turn_start', (event) => {
      event['iteration'] = 1;
    }),
  },
  {
    id: 'turn-completed-at-await',
    check: 'LOCAL08',
    description: 'completes a turn in which a call still waits',
    mutation: completeBeforeAwait,
  },
  {
    id: 'output-of-unknown-tool-taken',
    check: 'LOCAL09',
    description: 'continues a run with the output of an unknown tool',
    mutation: mapResponse({ ...resume, status: 4 }, taken),
  },
  {
    id: 'concurrent-outputs-taken',
    check: 'LOCAL10',
    description: 'accepts concurrent outputs',
    mutation: mapResponse({ ...resume, status: 4 }, taken),
  },
];

function completeBeforeAwait(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  return editStream(execute, () => {
    let turn: unknown;
    return {
      each(frame) {
        if (isOfType(frame, 'turn_start')) turn = frame.value['id'];
        if (!isOfType(frame, 'await')) return [frame];
        const { executionId, seq } = frame.value;
        const type = 'turn_complete';
        return [
          { ...frame, event: type, value: { type, executionId, seq, id: turn, role: 'assistant' } },
          frame,
        ];
      },
    };
  })(serve);
}

function editDecision(from: string, to: string): Mutation {
  return editEventsOf({ ...approve, status: 200 }, 'approval_complete', (event) => {
    if (event['decision'] === from) event['decision'] = to;
  });
}

/** Returns the result of a run that continued. */
function taken(): HttpResponse {
  return jsonResponse(200, { executionId: 'exec_taken', status: 'completed', success: true });
}
