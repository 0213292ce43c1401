/** Mutants that go wrong about approvals which a visitor answers. */
import type { HttpResponse } from '../../../generated/runtime/http.ts';
import { sessionOrigin } from '../../../conformance/driver/mock-fixtures.ts';
import { editWhileInFlight, repeatResponse } from './stateful-mutations.ts';
import type { Mutation, Mutant } from './mutant.ts';
import { mapResponse, changeStatus, editJson, jsonResponse } from './response-mutations.ts';
import { replaceHeader, editRequest } from './request-mutations.ts';
import { editEvents, editListed, isOfType, withMembers } from './stream-mutations.ts';
import { testKeyOf } from './scenario-mutations.ts';
import { matchesRequest } from './request-matcher.ts';

const subject = 'pack:client-approval';
const approve = { operation: 'approveClientExecution' } as const;
const execute = { operation: 'executeAgent' } as const;

/** Mutants for the pack `client-approval`. */
export const clientApprovalMutants: readonly Mutant[] = [
  {
    id: 'visitors-yes-as-no',
    check: 'CLIENT01',
    subject,
    description: 'reports the approval of a visitor as a denial',
    mutation: editDecision('approved', 'denied'),
  },
  {
    id: 'visitors-no-as-yes',
    check: 'CLIENT02',
    subject,
    description: 'reports the denial of a visitor as an approval',
    mutation: editDecision('denied', 'approved'),
  },
  {
    id: 'decisions-raced',
    check: 'CLIENT03',
    subject,
    description: 'accepts every concurrent decision',
    mutation: editWhileInFlight(approve, ({ path }) => path, taken),
  },
  {
    id: 'decision-taken-twice',
    check: 'CLIENT04',
    subject,
    description: 'accepts a second decision',
    mutation: repeatResponse({ ...approve, status: 200 }, ({ path }) => path),
  },
  {
    id: 'second-decision-without-code',
    check: 'CLIENT04',
    subject,
    description: 'refuses a second decision without a code',
    mutation: editJson({ ...approve, status: 409 }, (body) => {
      delete body['code'];
    }),
  },
  {
    id: 'message-id-ignored',
    check: 'CLIENT05',
    subject,
    description: 'ignores the message id of a decision',
    mutation: editRequest(approve, (body) => {
      delete body['assistantMessageId'];
    }),
  },
  {
    id: 'other-message-id-taken',
    check: 'CLIENT05',
    subject,
    description: 'treats every message id as the first one',
    mutation: repeatResponse({ ...approve, status: 200 }, ({ path }, body) =>
      body.includes('assistantMessageId') ? path : null,
    ),
  },
  {
    id: 'missing-origin-overlooked',
    check: 'CLIENT21',
    subject,
    description: 'accepts decisions without an Origin',
    mutation: replaceHeader({ ...approve, without: 'origin' }, 'origin', sessionOrigin),
  },
  {
    id: 'decision-streamed',
    check: 'CLIENT06',
    subject,
    description: 'accepts a decision with streamResponse true',
    mutation: editRequest(approve, (body) => {
      body['streamResponse'] = false;
    }),
  },
  {
    id: 'other-approval-as-unknown',
    check: 'CLIENT07',
    subject,
    description: 'answers a decision on another approval with 404',
    mutation: changeStatus({ ...approve, status: 400 }, 404),
  },
  {
    id: 'unknown-session-as-forbidden',
    check: 'CLIENT08',
    subject,
    description: 'answers the decision of an unknown session with 403',
    mutation: changeStatus({ ...approve, status: 401 }, 403),
  },
  {
    id: 'expired-session-decides',
    check: 'CLIENT09',
    subject,
    description: 'lets a session decide that has expired',
    mutation: mapResponse({ ...approve, status: 401 }, taken),
  },
  {
    id: 'token-off-as-unknown',
    check: 'CLIENT10',
    subject,
    description: 'answers 401 when the client token is switched off',
    mutation: changeStatus({ ...approve, status: 403 }, 401),
  },
  {
    id: 'origin-overlooked',
    check: 'CLIENT11',
    subject,
    description: 'accepts decisions from every origin',
    mutation: replaceHeader(approve, 'origin', sessionOrigin),
  },
  {
    id: 'other-session-as-unknown',
    check: 'CLIENT12',
    subject,
    description: 'answers the decision of another session with 404',
    mutation: changeStatus({ ...approve, status: 403 }, 404),
  },
  {
    id: 'owners-gate-without-code',
    check: 'CLIENT13',
    subject,
    description: 'does not say that a gate is the owner’s to answer',
    mutation: editJson({ ...approve, status: 403 }, (body) => {
      delete body['code'];
    }),
  },
  {
    id: 'unasked-as-conflict',
    check: 'CLIENT14',
    subject,
    description: 'answers a decision that nobody waits for with 409',
    mutation: changeStatus({ ...approve, status: 404 }, 409),
  },
  {
    id: 'late-as-gone',
    check: 'CLIENT15',
    subject,
    description: 'answers a decision that comes too late with 410',
    mutation: changeStatus({ ...approve, status: 404 }, 410),
  },
  {
    id: 'unavailable-as-too-many',
    check: 'CLIENT16',
    subject,
    description: 'answers 429 when the platform key of the owner is used up',
    mutation: changeStatus({ ...approve, status: 503 }, 429),
  },
  {
    id: 'runs-given-away',
    check: 'CLIENT17',
    subject,
    description: 'discloses to a stranger whether a run exists',
    mutation: changeStatus({ ...approve, status: [401, 403] }, 404),
  },
  {
    id: 'decision-counted',
    check: 'CLIENT18',
    subject,
    description: 'counts a decision like a run',
    mutation: countDecisions,
  },
  {
    id: 'parameters-swapped',
    check: 'CLIENT19',
    subject,
    description: 'runs a tool with other parameters than those that were shown',
    mutation: editListed({ ...approve, status: 200 }, (events) =>
      events.map((event) =>
        event['type'] === 'tool_start' ? { ...event, parameters: { amount: 1 } } : event,
      ),
    ),
  },
  {
    id: 'yes-for-ever',
    check: 'CLIENT20',
    subject,
    description: 'asks a visitor only once',
    mutation: askOnce,
  },
];

function editDecision(from: string, to: string): Mutation {
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
export function countDecisions(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let used = 0;
  return async (request) => {
    const isRun = matchesRequest(execute, request) && testKeyOf(request) !== null;
    if (isRun || matchesRequest(approve, request)) used += 1;
    if (used <= DAILY || !isRun) return serve(request);
    const refusal = jsonResponse(429, { error: 'The limit of the day is reached' });
    return { ...refusal, headers: { ...refusal.headers, 'retry-after': '86400' } };
  };
}

/** Runs the tool at once where it should ask, once somebody has decided. */
function askOnce(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let isDecided = false;
  const rash = editEvents(execute, (frame) => [
    isDecided && isOfType(frame, 'approval_start') ? withMembers(frame, { type: 'tool_start' }) : frame,
  ])(serve);
  return async (request) => {
    const response = await rash(request);
    if (matchesRequest(approve, request) && response.status === 200) isDecided = true;
    return response;
  };
}
