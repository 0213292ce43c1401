/** Defects of approvals by visitors. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';
import { sessionOrigin } from '../../../conformance/agent-platform/driver/mock-fixtures.ts';
import { editWhileInFlight, repeatResponse } from '../mutations/stateful-mutations.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import { mapResponse, changeStatus, editJson, jsonResponse } from '../mutations/response-mutations.ts';
import { replaceHeader, editRequest } from '../mutations/request-mutations.ts';
import { editEvents, editListed, isOfType, withProperties } from '../mutations/stream-mutations.ts';
import { testKeyOf } from '../mutations/scenario-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';

const approve = { operation: 'approveClientExecution' } as const;
const execute = { operation: 'executeAgent' } as const;

/** Mutants for the group `client-approval`. */
export const clientApprovalMutants: readonly MutantRow[] = [
  {
    id: 'visitors-yes-as-no',
    check: 'CLIENT01',
    description: 'reports the approval of a visitor as a denial',
    mutation: editDecision('approved', 'denied'),
  },
  {
    id: 'visitors-no-as-yes',
    check: 'CLIENT02',
    description: 'reports the denial of a visitor as an approval',
    mutation: editDecision('denied', 'approved'),
  },
  {
    id: 'decisions-raced',
    check: 'CLIENT03',
    description: 'accepts every concurrent decision',
    mutation: editWhileInFlight(approve, ({ path }) => path, taken),
  },
  {
    id: 'decision-taken-twice',
    check: 'CLIENT04',
    description: 'accepts a second decision',
    mutation: repeatResponse({ ...approve, status: 200 }, ({ path }) => path),
  },
  {
    id: 'second-decision-without-code',
    check: 'CLIENT04',
    description: 'rejects a second decision without a code',
    mutation: editJson({ ...approve, status: 409 }, (body) => {
      delete body['code'];
    }),
  },
  {
    id: 'message-id-ignored',
    check: 'CLIENT05',
    description: 'ignores the message id of a decision',
    mutation: editRequest(approve, (body) => {
      delete body['assistantMessageId'];
    }),
  },
  {
    id: 'other-message-id-taken',
    check: 'CLIENT05',
    description: 'treats every message id as the first one',
    mutation: repeatResponse({ ...approve, status: 200 }, ({ path }, body) =>
      body.includes('assistantMessageId') ? path : null,
    ),
  },
  {
    id: 'disabled-session-accepted',
    check: 'CLIENT22',
    description: 'looks up the run before it checks whether the session is disabled',
    mutation: changeStatus({ ...approve, status: 403 }, 404),
    expects: 'warn',
  },
  {
    id: 'missing-origin-ignored',
    check: 'CLIENT21',
    description: 'accepts decisions without an Origin',
    mutation: replaceHeader({ ...approve, without: 'origin' }, 'origin', sessionOrigin),
  },
  {
    id: 'decision-streamed',
    check: 'CLIENT06',
    description: 'accepts a decision with streamResponse true',
    mutation: editRequest(approve, (body) => {
      body['streamResponse'] = false;
    }),
  },
  {
    id: 'other-approval-as-unknown',
    check: 'CLIENT07',
    description: 'returns 404 for a decision on another approval',
    mutation: changeStatus({ ...approve, status: 400 }, 404),
  },
  {
    id: 'unknown-session-as-forbidden',
    check: 'CLIENT08',
    description: 'returns 403 for the decision of an unknown session',
    mutation: changeStatus({ ...approve, status: 401 }, 403),
  },
  {
    id: 'expired-session-decides',
    check: 'CLIENT09',
    description: 'accepts the decision of an expired session',
    mutation: mapResponse({ ...approve, status: 401 }, taken),
  },
  {
    id: 'token-off-as-unknown',
    check: 'CLIENT10',
    description: 'returns 401 when the client token is disabled',
    mutation: changeStatus({ ...approve, status: 403 }, 401),
  },
  {
    id: 'origin-ignored',
    check: 'CLIENT11',
    description: 'accepts decisions from every origin',
    mutation: replaceHeader(approve, 'origin', sessionOrigin),
  },
  {
    id: 'other-session-as-unknown',
    check: 'CLIENT12',
    description: 'returns 404 for the decision of another session',
    mutation: changeStatus({ ...approve, status: 403 }, 404),
  },
  {
    id: 'owners-gate-without-code',
    check: 'CLIENT13',
    description: 'omits the code for approvals that only the owner may decide',
    mutation: editJson({ ...approve, status: 403 }, (body) => {
      delete body['code'];
    }),
  },
  {
    id: 'unasked-as-conflict',
    check: 'CLIENT14',
    description: 'returns 409 for an unexpected decision',
    mutation: changeStatus({ ...approve, status: 404 }, 409),
  },
  {
    id: 'late-as-gone',
    check: 'CLIENT15',
    description: 'returns 410 for a late decision',
    mutation: changeStatus({ ...approve, status: 404 }, 410),
  },
  {
    id: 'unavailable-as-too-many',
    check: 'CLIENT16',
    description: 'returns 429 when the platform key of the owner is used up',
    mutation: changeStatus({ ...approve, status: 503 }, 429),
  },
  {
    id: 'runs-given-away',
    check: 'CLIENT17',
    description: 'discloses to unknown sessions whether a run exists',
    mutation: changeStatus({ ...approve, status: [401, 403] }, 404),
  },
  {
    id: 'decision-counted',
    check: 'CLIENT18',
    description: 'counts a decision like a run',
    mutation: countDecisions,
  },
  {
    id: 'parameters-swapped',
    check: 'CLIENT19',
    description: 'runs a tool with parameters other than those shown',
    mutation: editListed({ ...approve, status: 200 }, (events) =>
      events.map((event) =>
        event['type'] === 'tool_start' ? { ...event, parameters: { amount: 1 } } : event,
      ),
    ),
  },
  {
    id: 'yes-for-ever',
    check: 'CLIENT20',
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

/** The daily limit of runs and decisions. */
const DAILY = 20;

/** Counts runs of test keys and decisions of visitors together. */
export function countDecisions(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let used = 0;
  return async (request) => {
    const isRun = matchesRequest(execute, request) && testKeyOf(request) !== null;
    if (isRun || matchesRequest(approve, request)) used += 1;
    if (used <= DAILY || !isRun) return serve(request);
    const rejection = jsonResponse(429, { error: 'The limit of the day is reached' });
    return { ...rejection, headers: { ...rejection.headers, 'retry-after': '86400' } };
  };
}

/** Runs the tool without an approval after the first decision. */
function askOnce(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let isDecided = false;
  const editedServe = editEvents(execute, (frame) => [
    isDecided && isOfType(frame, 'approval_start') ? withProperties(frame, { type: 'tool_start' }) : frame,
  ])(serve);
  return async (request) => {
    const response = await editedServe(request);
    if (matchesRequest(approve, request) && response.status === 200) isDecided = true;
    return response;
  };
}
