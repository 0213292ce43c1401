/** Mutants that go wrong about approvals which a visitor answers. */
import type { HttpResponse } from '../../../generated/runtime/http.ts';
import { sessionOrigin } from '../../../conformance/driver/mock-surroundings.ts';
import { editWhileBusy, repeatResponse } from './memory-lies.ts';
import type { Lie, Mutant } from './mutant.ts';
import { changeResponse, changeStatus, editJson, jsonResponse } from './response-mutations.ts';
import { assumeHeader, editRequest } from './request-lies.ts';
import { editEvents, editListed, isOfType, withMembers } from './stream-lies.ts';
import { testKeyOf } from './story-lies.ts';
import { concernsRequest } from './where.ts';

const subject = 'pack:client-approval';
const approve = { operation: 'approveClientExecution' } as const;
const execute = { operation: 'executeAgent' } as const;

/** Mutants for the pack `client-approval`. */
export const clientApprovalMutants: readonly Mutant[] = [
  {
    id: 'visitors-yes-as-no',
    check: 'CLIENT01',
    subject,
    says: 'tells the approval of a visitor as a refusal',
    lie: retellDecision('approved', 'denied'),
  },
  {
    id: 'visitors-no-as-yes',
    check: 'CLIENT02',
    subject,
    says: 'tells the refusal of a visitor as an approval',
    lie: retellDecision('denied', 'approved'),
  },
  {
    id: 'decisions-raced',
    check: 'CLIENT03',
    subject,
    says: 'takes every decision that comes while another one is under way',
    lie: editWhileBusy(approve, ({ path }) => path, taken),
  },
  {
    id: 'decision-taken-twice',
    check: 'CLIENT04',
    subject,
    says: 'answers the second decision like the first one',
    lie: repeatResponse({ ...approve, status: 200 }, ({ path }) => path),
  },
  {
    id: 'second-decision-without-code',
    check: 'CLIENT04',
    subject,
    says: 'refuses a second decision without a code',
    lie: editJson({ ...approve, status: 409 }, (body) => {
      delete body['code'];
    }),
  },
  {
    id: 'message-id-ignored',
    check: 'CLIENT05',
    subject,
    says: 'ignores the message id of a decision',
    lie: editRequest(approve, (body) => {
      delete body['assistantMessageId'];
    }),
  },
  {
    id: 'other-message-id-taken',
    check: 'CLIENT05',
    subject,
    says: 'takes every message id for the first one',
    lie: repeatResponse({ ...approve, status: 200 }, ({ path }, body) =>
      body.includes('assistantMessageId') ? path : null,
    ),
  },
  {
    id: 'missing-origin-overlooked',
    check: 'CLIENT21',
    subject,
    says: 'takes decisions without an Origin',
    lie: assumeHeader({ ...approve, without: 'origin' }, 'origin', sessionOrigin),
  },
  {
    id: 'decision-streamed',
    check: 'CLIENT06',
    subject,
    says: 'overlooks that a decision can not be streamed',
    lie: editRequest(approve, (body) => {
      body['streamResponse'] = false;
    }),
  },
  {
    id: 'other-approval-as-unknown',
    check: 'CLIENT07',
    subject,
    says: 'answers a decision on another approval with 404',
    lie: changeStatus({ ...approve, status: 400 }, 404),
  },
  {
    id: 'unknown-session-as-forbidden',
    check: 'CLIENT08',
    subject,
    says: 'answers the decision of an unknown session with 403',
    lie: changeStatus({ ...approve, status: 401 }, 403),
  },
  {
    id: 'expired-session-decides',
    check: 'CLIENT09',
    subject,
    says: 'lets a session decide that has expired',
    lie: changeResponse({ ...approve, status: 401 }, taken),
  },
  {
    id: 'token-off-as-unknown',
    check: 'CLIENT10',
    subject,
    says: 'answers 401 when the client token is switched off',
    lie: changeStatus({ ...approve, status: 403 }, 401),
  },
  {
    id: 'origin-overlooked',
    check: 'CLIENT11',
    subject,
    says: 'takes decisions from every page',
    lie: assumeHeader(approve, 'origin', sessionOrigin),
  },
  {
    id: 'other-session-as-unknown',
    check: 'CLIENT12',
    subject,
    says: 'answers the decision of another session with 404',
    lie: changeStatus({ ...approve, status: 403 }, 404),
  },
  {
    id: 'owners-gate-without-code',
    check: 'CLIENT13',
    subject,
    says: 'does not say that a gate is the owner’s to answer',
    lie: editJson({ ...approve, status: 403 }, (body) => {
      delete body['code'];
    }),
  },
  {
    id: 'unasked-as-conflict',
    check: 'CLIENT14',
    subject,
    says: 'answers a decision that nobody waits for with 409',
    lie: changeStatus({ ...approve, status: 404 }, 409),
  },
  {
    id: 'late-as-gone',
    check: 'CLIENT15',
    subject,
    says: 'answers a decision that comes too late with 410',
    lie: changeStatus({ ...approve, status: 404 }, 410),
  },
  {
    id: 'unavailable-as-too-many',
    check: 'CLIENT16',
    subject,
    says: 'answers 429 when the platform key of the owner is used up',
    lie: changeStatus({ ...approve, status: 503 }, 429),
  },
  {
    id: 'runs-given-away',
    check: 'CLIENT17',
    subject,
    says: 'tells a stranger first whether there is such a run',
    lie: changeStatus({ ...approve, status: [401, 403] }, 404),
  },
  {
    id: 'decision-counted',
    check: 'CLIENT18',
    subject,
    says: 'counts a decision like a run',
    lie: countDecisions,
  },
  {
    id: 'parameters-swapped',
    check: 'CLIENT19',
    subject,
    says: 'runs a tool with other parameters than those that were shown',
    lie: editListed({ ...approve, status: 200 }, (events) =>
      events.map((event) =>
        event['type'] === 'tool_start' ? { ...event, parameters: { amount: 1 } } : event,
      ),
    ),
  },
  {
    id: 'yes-for-ever',
    check: 'CLIENT20',
    subject,
    says: 'asks a visitor once and never again',
    lie: askOnce,
  },
];

function retellDecision(from: string, to: string): Lie {
  return editListed({ ...approve, status: 200 }, (events) =>
    events.map((event) =>
      event['type'] === 'approval_complete' && event['decision'] === from
        ? { ...event, decision: to }
        : event,
    ),
  );
}

function taken(): HttpResponse {
  return jsonResponse(200, { executionId: 'exec_taken', status: 'completed', success: true });
}

/** Runs and decisions that a day has room for. */
const DAILY = 20;

/** Counts runs of keys for tests and decisions of visitors in one number. */
export function countDecisions(serve: Parameters<Lie>[0]): ReturnType<Lie> {
  let used = 0;
  return async (request) => {
    const isRun = concernsRequest(execute, request) && testKeyOf(request) !== null;
    if (isRun || concernsRequest(approve, request)) used += 1;
    if (used <= DAILY || !isRun) return serve(request);
    const refusal = jsonResponse(429, { error: 'The limit of the day is reached' });
    return { ...refusal, headers: { ...refusal.headers, 'retry-after': '86400' } };
  };
}

/** Runs the tool at once where it should ask, once somebody has decided. */
function askOnce(serve: Parameters<Lie>[0]): ReturnType<Lie> {
  let isDecided = false;
  const rash = editEvents(execute, (frame) => [
    isDecided && isOfType(frame, 'approval_start') ? withMembers(frame, { type: 'tool_start' }) : frame,
  ])(serve);
  return async (request) => {
    const response = await rash(request);
    if (concernsRequest(approve, request) && response.status === 200) isDecided = true;
    return response;
  };
}
