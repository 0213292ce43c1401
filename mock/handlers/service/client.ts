/**
 * The client runtime: what a page does for its visitor. Every call is authenticated by the session in its body.
 */
import type { ClientInitResponse } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { agents } from '../../domain/agents/agent.ts';
import { answerAsVisitor, supplyAsVisitor } from '../../domain/client/approval.ts';
import type { Visitor } from '../../domain/client/approval.ts';
import { openClientSession } from '../../domain/client/init.ts';
import type { ClientSessionRecord } from '../../domain/client/session.ts';
import type { Segment } from '../../domain/executions/playback/run.ts';
import { isoTime } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import { seq } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';
import { paceOptions } from './admit-run.ts';
import type { RunOptions } from './admit-run.ts';
import { startChat, waitForTurn } from './client-chat.ts';
import { clientErrorResponse, withChallenge } from './client-errors.ts';
import { responseWithResult, responseWithRun } from './run-stream.ts';

type ClientOperation =
  'initClientSession' | 'chatClientSession' | 'resumeClientExecution' | 'approveClientExecution';

/** Handles the operations of the client runtime. */
export function createClientHandlers(options: RunOptions): Pick<Handlers<ServiceContext>, ClientOperation> {
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
      const answered = await context.world.dispatch((tx) =>
        answerAsVisitor(tx, visitorOf(context, body), response, paceOptions(context, options)),
      );
      return answered.ok
        ? responseWithResult(context, unlimited(answered.value))
        : withChallenge(context, clientErrorResponse(answered.error));
    },
  };
}

function visitorOf(
  { origin }: ServiceContext,
  { sessionId, assistantMessageId }: Pick<Visitor, 'sessionId'> & { assistantMessageId?: string },
): Visitor {
  return { sessionId, origin, assistantMessageId };
}

/** What a visitor does counts against no key's limits. Source: F-4.6-037. */
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
