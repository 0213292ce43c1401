/** Mutants that go wrong about approvals which the owner answers, and about tools that run at the caller. */
import type { HttpResponse } from '../../../generated/runtime/http.ts';
import { editWhileBusy, repeatResponse } from './memory-lies.ts';
import type { Lie, Mutant } from './mutant.ts';
import { changeResponse, changeStatus, editJson, fieldsOf, jsonResponse } from './response-mutations.ts';
import { editRequest } from './request-lies.ts';
import { dropEventsOf, editEventsOf, editStream, isOfType } from './stream-lies.ts';

const execute = { operation: 'executeAgent', status: 200 } as const;
const approve = { operation: 'approveAgentExecution' } as const;
const resume = { operation: 'resumeAgentExecution' } as const;

/** Mutants for the pack `approvals`. */
export const approvalMutants: readonly Mutant[] = [
  {
    id: 'pause-as-completed',
    check: 'APPR01',
    subject: 'pack:approvals',
    says: 'calls a run completed that waits for an approval',
    lie: editJson(execute, (result) => {
      if (result['status'] === 'paused') result['status'] = 'completed';
    }),
  },
  {
    id: 'approved-told-as-denied',
    check: 'APPR02',
    subject: 'pack:approvals',
    says: 'tells an approval as a refusal',
    lie: retellDecision('approved', 'denied'),
  },
  {
    id: 'denied-told-as-approved',
    check: 'APPR03',
    subject: 'pack:approvals',
    says: 'tells a refusal as an approval',
    lie: retellDecision('denied', 'approved'),
  },
  {
    id: 'answer-of-other-run',
    check: 'APPR04',
    subject: 'pack:approvals',
    says: 'answers an approval with the result of another run',
    lie: editJson({ ...approve, status: 200 }, (result) => {
      result['executionId'] = 'exec_of_somebody_else';
    }),
  },
  {
    id: 'any-approval-taken',
    check: 'APPR05',
    subject: 'pack:approvals',
    says: 'takes an answer to an approval that is not pending',
    lie: changeResponse({ ...approve, status: 4 }, taken),
  },
  {
    id: 'approval-taken-twice',
    check: 'APPR06',
    subject: 'pack:approvals',
    says: 'answers the second answer to an approval like the first one',
    lie: repeatResponse({ ...approve, status: 200 }, ({ path }) => path),
  },
  {
    id: 'approvals-raced',
    check: 'APPR07',
    subject: 'pack:approvals',
    says: 'takes every answer to an approval that comes while another one is under way',
    lie: editWhileBusy(approve, ({ path }) => path, taken),
  },
  {
    id: 'unknown-run-forbidden',
    check: 'APPR08',
    subject: 'pack:approvals',
    says: 'answers 403 for a run that is not there',
    lie: changeStatus({ ...approve, status: 404 }, 403),
  },
  {
    id: 'timeout-told-as-denied',
    check: 'APPR09',
    subject: 'pack:approvals',
    says: 'tells an approval that ran out as a refusal',
    lie: editEventsOf({ operation: 'followExecutionEvents' }, 'approval_complete', (event) => {
      if (event['decision'] === 'timeout') event['decision'] = 'denied';
    }),
  },
];

/** Mutants for the pack `local-tools`. */
export const localToolMutants: readonly Mutant[] = [
  {
    id: 'wait-as-completed',
    check: 'LOCAL01',
    subject: 'pack:local-tools',
    says: 'calls a run completed that waits for a local tool',
    lie: editJson(execute, (result) => {
      if (fieldsOf(result['pausedReason'])['type'] === 'local_action') result['status'] = 'completed';
    }),
  },
  {
    id: 'tool-not-named',
    check: 'LOCAL02',
    subject: 'pack:local-tools',
    says: 'does not name the tool that a run waits for',
    lie: editJson(execute, (result) => {
      delete fieldsOf(result['pausedReason'])['toolName'];
    }),
  },
  {
    id: 'resumed-without-stream',
    check: 'LOCAL03',
    subject: 'pack:local-tools',
    says: 'resumes a run without a stream',
    lie: editRequest(resume, (body) => {
      body['streamResponse'] = false;
    }),
  },
  {
    id: 'resumed-with-stream',
    check: 'LOCAL04',
    subject: 'pack:local-tools',
    says: 'resumes a run with a stream that nobody wants',
    lie: editRequest(resume, (body) => {
      body['streamResponse'] = true;
    }),
  },
  {
    id: 'output-taken-twice',
    check: 'LOCAL05',
    subject: 'pack:local-tools',
    says: 'takes an output that nobody waits for',
    lie: changeResponse({ ...resume, status: 4 }, taken),
  },
  {
    id: 'output-for-unknown-run',
    check: 'LOCAL06',
    subject: 'pack:local-tools',
    says: 'answers 409 for an output for a run that is not there',
    lie: changeStatus({ ...resume, status: 404 }, 409),
  },
  {
    id: 'question-without-message',
    check: 'LOCAL07',
    subject: 'pack:local-tools',
    says: 'asks the user nothing when it waits for an answer',
    lie: editEventsOf(execute, 'await', (event) => {
      delete fieldsOf(event['elicitation'])['message'];
    }),
  },
  {
    id: 'call-not-repeated',
    check: 'LOCAL08',
    subject: 'pack:local-tools',
    says: 'completes a call without its start in the stream of the answer',
    lie: dropEventsOf({ ...resume, status: 200 }, 'tool_start'),
  },
  {
    id: 'turn-not-opened',
    check: 'LOCAL08',
    subject: 'pack:local-tools',
    says: 'goes on in the same iteration after the output of a local tool',
    lie: editEventsOf({ ...resume, status: 200 }, 'turn_start', (event) => {
      event['iteration'] = 1;
    }),
  },
  {
    id: 'turn-completed-at-await',
    check: 'LOCAL08',
    subject: 'pack:local-tools',
    says: 'completes a turn in which a call still waits',
    lie: completeBeforeAwait,
  },
];

function completeBeforeAwait(serve: Parameters<Lie>[0]): ReturnType<Lie> {
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

function retellDecision(from: string, to: string): Mutant['lie'] {
  return editEventsOf({ ...approve, status: 200 }, 'approval_complete', (event) => {
    if (event['decision'] === from) event['decision'] = to;
  });
}

/** The result of a run that went on, whatever was answered. */
function taken(): HttpResponse {
  return jsonResponse(200, { executionId: 'exec_taken', status: 'completed', success: true });
}
