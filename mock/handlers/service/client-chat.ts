/**
 * A message of a visitor: who may send it, and the run that answers it.
 */
import type { ClientChatRequest } from '../../../generated/service/types.ts';
import { agents } from '../../domain/agent.ts';
import { isAvailable } from '../../domain/client-approval.ts';
import { chooseScenario } from '../../domain/choose-scenario.ts';
import {
  findMessage,
  findSession,
  keepMessage,
  messagesPerSession,
  noteMessage,
  offeredBy,
} from '../../domain/client-session.ts';
import type { ClientSessionRecord } from '../../domain/client-session.ts';
import type { ClientRefusal, SessionRefusal } from '../../domain/errors-client.ts';
import type { Refusal } from '../../domain/errors.ts';
import { startRun } from '../../domain/run/start.ts';
import type { RunStart, Segment } from '../../domain/run/start.ts';
import type { JsonMap, Scenario } from '../../domain/scenario.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Draft } from '../../kernel/draft.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { startOfAgent, startOfFlow } from './admit-run.ts';
import type { RunOptions } from './admit-run.ts';

/** Why a message is not taken, in the order in which it is found out. */
export type ChatRefusal =
  | SessionRefusal
  | ClientRefusal<'CLIENT_TOOLS_FORGOTTEN' | 'SESSION_USED_UP' | 'CLIENT_UNAVAILABLE'>
  | Refusal<'SCENARIO_UNKNOWN'>;

/**
 * Starts the run that answers a message; a message that is sent again gets the run that it has already.
 *
 * Errors: see `ChatRefusal`; nothing is changed then.
 */
export function startChat(
  draft: Draft,
  context: ServiceContext,
  body: ClientChatRequest,
  { scenarios, pace }: RunOptions,
): Result<Segment, ChatRefusal> {
  const { sessionId, assistantMessageId } = body;
  const found = findSession(draft, sessionId, context.origin, draft.at);
  if (!found.ok) return found;
  const written = findMessage(draft, sessionId, assistantMessageId);
  if (written !== undefined) return ok(written);
  const session = found.value;
  const offered = offeredBy(draft, session, body);
  if (!offered.ok) return offered;
  if (session.messageCount >= messagesPerSession)
    return refuse({ code: 'SESSION_USED_UP', at: draft.at, until: session.expiresAt });
  const target = isAvailable(draft) ? startOf(draft, session) : null;
  if (target === null) return refuse({ code: 'CLIENT_UNAVAILABLE' });

  const messages: readonly JsonMap[] = body.messages;
  const { usual, ...start } = target;
  const { scenario: preferred, pace: preferredPace } = context.run;
  const wish = { agentId: start.agentId, messages, usual, scenario: preferred, pace: preferredPace };
  const chosen = chooseScenario(draft, wish, scenarios, pace);
  if (!chosen.ok) return chosen;
  noteMessage(draft, sessionId);
  const segment = startRun(draft, {
    ...start,
    ...chosen.value,
    messages,
    inputs: body.inputs,
    offeredTools: offered.value,
    sessionId,
    surfaceType: 'client',
  });
  keepMessage(draft, sessionId, assistantMessageId, segment);
  return ok(segment);
}

type ChatTarget = Omit<
  RunStart,
  'messages' | 'sessionId' | 'surfaceType' | 'scenario' | 'pace' | 'inputs' | 'offeredTools'
> & { readonly usual?: Scenario };

/** What a session talks to; null when its agent is gone. */
function startOf(draft: Draft, { target, workspaceId }: ClientSessionRecord): ChatTarget | null {
  if (target.kind === 'flow') return startOfFlow(workspaceId, { id: target.id, name: target.id });
  const agent = draft.get(agents, target.id);
  return agent === undefined ? null : startOfAgent(draft, agent);
}
