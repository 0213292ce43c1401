/**
 * The client runtime: the calls of a page for its visitor. Every call is authenticated by the session in its body. The
 * part of an error for visitors is in `hint`; nothing here reveals the owner's account.
 */
import type { ClientInitResponse } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { agents } from '../domain/agents/agent.ts';
import { decideAsVisitor, supplyAsVisitor, type Visitor } from '../domain/client/approval.ts';
import { openClientSession } from '../domain/client/init.ts';
import type { ClientSessionRecord, ClientError } from '../domain/client/session.ts';
import type { Segment } from '../domain/executions/playback/event-body.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import { challengeOf } from '../credentials.ts';
import type { ServiceContext } from './context.ts';
import { seq } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';
import { paceOptions, type AdmissionOptions } from './admit-run.ts';
import { startChat, waitForTurn } from './client-chat.ts';
import { responseWithResult, responseWithRun } from './run-stream.ts';
import type { DomainErrorOf } from '../domain/errors.ts';
import {
  createErrorResponses,
  invalid,
  type Addresses,
  type ErrorTable,
} from '../../http/error-responses.ts';
import { domainRows } from './errors.ts';

type ClientOperation =
  'initClientSession' | 'chatClientSession' | 'resumeClientExecution' | 'approveClientExecution';

export function createClientHandlers(
  options: AdmissionOptions,
): Pick<Handlers<ServiceContext>, ClientOperation> {
  return {
    async initClientSession({ body }, context) {
      const { token, flowId, sessionId } = body;
      const request = { token, targetId: flowId, sessionId, origin: context.origin };
      const opened = await context.world.dispatch((tx) => openClientSession(tx, request));
      return opened.ok
        ? { status: 200, body: context.world.query((view) => sessionBody(view, opened.value)) }
        : clientErrorResponse(opened.error);
    },

    async chatClientSession({ body }, context) {
      await waitForTurn(context, body);
      const chat = await context.world.dispatch((tx) => startChat(tx, context, body, options));
      return chat.ok
        ? responseWithRun(context, unlimited(chat.value), body)
        : withChallenge(context, clientErrorResponse(chat.error));
    },

    async resumeClientExecution({ body }, context) {
      const resumed = await context.world.dispatch((tx) =>
        supplyAsVisitor(tx, visitorOf(context, body), body, paceOptions(context, options)),
      );
      if (!resumed.ok) return withChallenge(context, clientErrorResponse(resumed.error));
      const after = body.after === undefined ? null : seq(Number(body.after));
      return responseWithRun(context, unlimited(resumed.value), body, after);
    },

    async approveClientExecution({ body }, context) {
      const { executionId, approvalId, decision, reason } = body;
      const response = { executionId, approvalId, decision, note: reason ?? null };
      const decided = await context.world.dispatch((tx) =>
        decideAsVisitor(tx, visitorOf(context, body), response, paceOptions(context, options)),
      );
      return decided.ok
        ? responseWithResult(context, unlimited(decided.value))
        : withChallenge(context, clientErrorResponse(decided.error));
    },
  };
}

function visitorOf(
  { origin }: ServiceContext,
  { sessionId, assistantMessageId }: Pick<Visitor, 'sessionId'> & { assistantMessageId?: string },
): Visitor {
  return { sessionId, origin, assistantMessageId };
}

/** Returns a segment without a burst window: calls of visitors count against no key's limits. Source: F-4.6-037. */
function unlimited({ executionId, segment }: Segment) {
  return { executionId, segment, window: null };
}

function sessionBody(view: View, session: ClientSessionRecord): ClientInitResponse {
  const { id, target, conversationId, messageCount } = session;
  const agent = target.kind === 'agent' ? view.get(agents, target.id) : undefined;
  return {
    sessionId: id,
    expiresAt: isoTime(session.expiresAt),
    targetId: target.id,
    flow: {
      id: target.id,
      ...(agent && { name: agent.name }),
      ...(agent?.description && { description: agent.description }),
    },
    conversationId,
    conversationRevision: messageCount,
    config: { welcomeMessage: null, placeholder: 'Write a message' },
  };
}

type SharedCode =
  | 'EXECUTION_NOT_FOUND'
  | 'NOT_PAUSED'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_MISMATCH'
  | 'APPROVAL_ALREADY_RESOLVED'
  | 'OUTPUT_MISSING'
  | 'SCENARIO_UNKNOWN';

type Err = ClientError | DomainErrorOf<SharedCode>;

const table = {
  EXECUTION_NOT_FOUND: domainRows.NOT_PAUSED,
  NOT_PAUSED: domainRows.NOT_PAUSED,
  APPROVAL_EXPIRED: domainRows.APPROVAL_EXPIRED,
  APPROVAL_MISMATCH: {
    ...domainRows.APPROVAL_MISMATCH,
    details: () => [
      {
        message: 'approvalId is not the approval that the execution waits for',
        code: 'APPROVAL_MISMATCH',
        path: 'approvalId',
        suggestion: 'Send the approvalId of the approval_start event.',
      },
    ],
  },
  APPROVAL_ALREADY_RESOLVED: domainRows.APPROVAL_ALREADY_RESOLVED,
  OUTPUT_MISSING: domainRows.OUTPUT_MISSING,
  SCENARIO_UNKNOWN: domainRows.SCENARIO_UNKNOWN,
  CLIENT_TOKEN_UNKNOWN: { status: 401, error: 'Invalid client token' },
  CLIENT_SESSION_INVALID: {
    status: 401,
    error: 'Session not found or expired',
    hint: 'This chat has timed out. Please start again.',
  },
  CLIENT_TOKEN_INACTIVE: { status: 403, error: 'Client token is not active' },
  ORIGIN_MISMATCH: { status: 403, error: 'Origin not allowed' },
  CLIENT_TARGET_MISSING: invalid(() => ({
    message: 'flowId must be the id of a flow or an agent, because the client token has no default',
    code: 'MISSING_REQUIRED_FIELD',
    path: 'flowId',
  })),
  EXECUTION_OF_OTHER_SESSION: { status: 403, error: 'This execution belongs to another session' },
  APPROVER_NOT_END_USER: {
    status: 403,
    error: 'Only the owner of the agent can decide this approval',
    code: 'APPROVAL_APPROVER_NOT_END_USER',
  },
  CLIENT_TOOLS_FORGOTTEN: { status: 409, error: 'client_tools_resend_required' },
  SESSION_USED_UP: {
    status: 429,
    error: 'Rate limit exceeded',
    hint: 'Session message limit reached',
    headers: ({ until, at }) => ({ 'Retry-After': Math.max(1, Math.ceil((until - at) / 1000)) }),
  },
  CLIENT_UNAVAILABLE: { status: 503, error: 'This assistant is not available right now' },
} as const satisfies ErrorTable<Err>;

export const clientErrorResponse = createErrorResponses<Err, typeof table>(table);

/** Adds the URL of the resource metadata to a response for an invalid session. Source: assumption A-079. */
export function withChallenge<RecordedResponse extends { readonly status: number }>(
  addresses: Addresses,
  response: RecordedResponse,
): RecordedResponse {
  return response.status === 401
    ? { ...response, headers: { 'WWW-Authenticate': challengeOf(addresses) } }
    : response;
}
