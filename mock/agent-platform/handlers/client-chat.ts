/** A message of a visitor: who may send it, and the run that it starts. */
import type { ClientChatRequest } from '../../../generated/service/types.ts';
import { agents } from '../domain/agents/agent.ts';
import { isAvailable } from '../domain/client/approval.ts';
import { chooseScenario } from '../domain/scenarios/catalogue.ts';
import {
  findMessage,
  findSession,
  keepMessage,
  messagesPerSession,
  noteMessage,
  offeredBy,
  type ClientCall,
  type ClientSessionRecord,
  type ClientErrorOf,
  type SessionError,
} from '../domain/client/session.ts';
import type { DomainErrorOf } from '../domain/errors.ts';
import { executionsOfSession, executionTopic, type ExecutionRecord } from '../domain/executions/execution.ts';
import { findFlow } from '../domain/flows/flow.ts';
import { abortRun } from '../domain/executions/playback/abort.ts';
import { startRun } from '../domain/executions/playback/play.ts';
import type { RunStart } from '../domain/executions/playback/open-run.ts';
import type { Segment } from '../domain/executions/playback/event-body.ts';
import type { JsonMap } from '../../kernel/json.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';
import type { ServiceContext } from './context.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { sortKey } from '../../kernel/store/collection.ts';
import type { View } from '../../kernel/store/view.ts';
import { startOfAgent, startOfFlow, type AdmissionOptions } from './admit-run.ts';

/** The reason why a message is rejected, in the order of the checks. */
export type ChatError =
  | SessionError
  | ClientErrorOf<'CLIENT_TOOLS_FORGOTTEN' | 'SESSION_USED_UP' | 'CLIENT_UNAVAILABLE'>
  | DomainErrorOf<'SCENARIO_UNKNOWN'>;

/**
 * Starts the run for a message; a message that is sent again returns its existing run.
 *
 * Errors: see `ChatError`; nothing is changed then.
 */
export function startChat(
  tx: Transaction,
  context: ServiceContext,
  body: ClientChatRequest,
  { scenarios, defaults }: AdmissionOptions,
): Result<Segment, ChatError> {
  const { sessionId } = body;
  const result = findSession(tx, sessionId, context.origin, tx.at);
  if (!result.ok) return result;
  const earlier = findMessage(tx, turnOf(body));
  if (earlier !== undefined) return ok(earlier);
  const session = result.value;
  const offered = offeredBy(tx, session, body);
  if (!offered.ok) return offered;
  if (session.messageCount >= messagesPerSession)
    return err({ code: 'SESSION_USED_UP', at: tx.at, until: session.expiresAt });
  const target = isAvailable(tx) ? startOf(tx, session) : null;
  if (target === null) return err({ code: 'CLIENT_UNAVAILABLE' });

  const messages: readonly JsonMap[] = body.messages;
  const { defaultScenario, ...start } = target;
  const { scenario: preferred = null, pace: preferredPace = null } = context.preferences.own;
  const selection = {
    agentId: start.agentId,
    messages,
    defaultScenario,
    scenario: preferred,
    pace: preferredPace,
  };
  const chosen = chooseScenario(tx, selection, scenarios, defaults(context.world));
  if (!chosen.ok) return chosen;
  if (body.submitMode === 'interrupt') for (const { id } of unfinishedRuns(tx, sessionId)) abortRun(tx, id);
  noteMessage(tx, sessionId);
  const { scenario, pace, reason } = chosen.value;
  context.handlerNotes.scenario = { name: scenario.name, reason };
  const segment = startRun(tx, {
    ...start,
    scenario,
    pace,
    baseUrl: context.baseUrl,
    messages,
    inputs: body.inputs,
    offeredTools: offered.value,
    sessionId,
    surfaceType: 'client',
  });
  keepMessage(tx, turnOf(body), segment);
  return ok(segment);
}

function turnOf({ sessionId, assistantMessageId }: ClientChatRequest): ClientCall {
  return { sessionId, assistantMessageId, subject: 'turn' };
}

/**
 * Waits until the unfinished runs of a session have paused or ended. A message that interrupts them, or that was sent
 * before, does not wait.
 */
export async function waitForTurn({ world, signal }: ServiceContext, body: ClientChatRequest): Promise<void> {
  const { sessionId, submitMode } = body;
  if (submitMode === 'interrupt') return;
  while (!signal.aborted) {
    const running = world.query((view) =>
      findMessage(view, turnOf(body)) === undefined ? unfinishedRuns(view, sessionId)[0] : undefined,
    );
    if (running === undefined) return;
    await Array.fromAsync(world.follow(executionTopic(running.id), null, { signal }));
  }
}

function unfinishedRuns(view: View, sessionId: string): readonly ExecutionRecord[] {
  return view
    .scan(executionsOfSession, { prefix: sortKey(sessionId) })
    .filter(({ status, parentExecutionId }) => status === 'running' && parentExecutionId === null);
}

type ChatTarget = Omit<
  RunStart,
  'messages' | 'sessionId' | 'surfaceType' | 'scenario' | 'pace' | 'inputs' | 'offeredTools'
> & { readonly defaultScenario?: Scenario };

/** Returns the start properties for the target of a session; null when its agent was deleted. */
function startOf(tx: Transaction, { target, workspaceId }: ClientSessionRecord): ChatTarget | null {
  if (target.kind === 'flow') return startOfFlow(workspaceId, findFlow(tx, workspaceId, target.id), {});
  const agent = tx.get(agents, target.id);
  const start = agent && startOfAgent(tx, agent, {});
  return start?.ok === true ? start.value : null;
}
