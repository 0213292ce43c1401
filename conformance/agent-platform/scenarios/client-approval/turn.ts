/** Turns of visitors: a session, a run that belongs to it and waits for an approval, and the visitor's decision. */
import type { ClientSession } from '../../../model/test-environment.ts';
import type { Abilities } from '../../driver/abilities.ts';
import { describeResponse } from '../call-response.ts';
import { pendingApproval, type PendingApproval } from '../paused-run.ts';
import { callForRun, readResult } from '../play-run.ts';
import type { PlayedRun } from '../played-run.ts';
import type { CheckContext, PlayOptions } from '../scenario-check.ts';

/** A visitor's run that waits for an approval. */
export interface Turn extends PendingApproval {
  readonly session: ClientSession;
}

/** The part of a turn that a decision requires. */
export type Question = Pick<Turn, 'session' | 'executionId' | 'approvalId'>;

/**
 * The decision of a visitor.
 *
 * Shape: defaults are the ids and the origin of the turn, `approved`, and false for `streamResponse`; `origin` null
 * omits the header; `more` are additional properties.
 */
export interface Decision {
  readonly sessionId?: string;
  readonly executionId?: string;
  readonly approvalId?: string;
  readonly decision?: string;
  readonly streamResponse?: boolean;
  readonly origin?: string | null;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The origin of a session if the test environment has none. */
const PAGE = 'https://shop.test';

/** An origin that no session is bound to. */
export const OTHER_ORIGIN = 'https://elsewhere.test';

/** Ids of a run and an approval that do not exist. */
export const unknownIds = { executionId: 'exec_of_a_check', approvalId: 'appr_of_a_check' };

/** Opens a session of an agent with end-user approvals: a new one if possible, else that of the test environment. */
export async function openSession(context: CheckContext): Promise<ClientSession> {
  return newOrConfigured(context, context.environment.clientSession, 'clientSession');
}

/** Opens another session than `openSession`. */
export async function openOtherSession(context: CheckContext): Promise<ClientSession> {
  return newOrConfigured(context, context.environment.otherClientSession, 'otherClientSession');
}

/** Creates a session with these fields. */
export async function makeSessionWith(
  context: CheckContext,
  fields: { readonly active?: boolean; readonly expiresAt?: string },
): Promise<ClientSession> {
  const agentId = agentOf(context);
  const origin = context.environment.clientSession?.origin ?? PAGE;
  return redacted(context, await context.abilities.makeClientSession({ agentId, origin, ...fields }));
}

/** Returns the agent of new sessions. */
function agentOf(context: CheckContext): string {
  const { runs, parameters } = context.environment;
  const id = (runs['endUserGate'] ?? runs['ownerGate'])?.agentId ?? parameters['any']?.['id'];
  return id ?? context.skip('It needs an agent: set parameters.any.id.');
}

/** Returns whether a session starts its runs with the contract's operations; else the driver starts them. */
export function startsByContract({ abilities, environment }: CheckContext): boolean {
  return !('startClientTurn' in abilities) && environment.runs['endUserGate'] !== undefined;
}

/** Plays a run of a session until it waits for an approval. Skips the check if it does not. */
export async function startTurn(
  context: CheckContext,
  session: ClientSession,
  kind: 'endUserGate' | 'ownerGate' = 'endUserGate',
): Promise<Turn> {
  const run = await playTurn(context, session, kind);
  return { ...pendingApproval(context, { agentId: agentOf(context), kind, run }), session };
}

/** Plays a run of a session to its end or pause. */
export async function playTurn(
  context: CheckContext,
  session: ClientSession,
  kind: 'endUserGate' | 'ownerGate' = 'endUserGate',
): Promise<PlayedRun> {
  if (startsByContract(context)) return context.play(kind, inSession(session));
  const approver = kind === 'ownerGate' ? 'owner' : 'end-user';
  return readResult(await context.abilities.startClientTurn({ session, approver }));
}

/** Returns how a run of a session is played. */
export function inSession({
  sessionId,
  origin,
}: ClientSession): Required<Pick<PlayOptions, 'body' | 'headers'>> {
  return { body: { sessionId }, headers: originOf(origin) };
}

/** Creates a session and starts a turn in it. */
export async function openTurn(context: CheckContext): Promise<Turn> {
  return startTurn(context, await openSession(context));
}

/** Sends the decision of a visitor. */
export async function decide(
  context: CheckContext,
  { executionId, approvalId, session }: Question,
  { origin = session.origin, more = {}, ...changes }: Decision = {},
): Promise<PlayedRun> {
  const initial = { decision: 'approved', streamResponse: false, sessionId: session.sessionId };
  return callForRun(context, 'approveClientExecution', {
    headers: originOf(origin),
    body: { ...initial, executionId, approvalId, ...changes, ...more },
    profile: null,
  });
}

/** Sends a valid decision. Skips the check if the service does not accept it: another scenario check covers that. */
export async function decideCorrectly(
  context: CheckContext,
  turn: Question,
  decision: Decision = {},
): Promise<PlayedRun> {
  const response = await decide(context, turn, decision);
  return response.status === 200
    ? response
    : context.skip(`The session can't decide the approval of its own run: ${describeResponse(response)}.`);
}

async function newOrConfigured(
  context: CheckContext,
  configured: ClientSession | null,
  name: string,
): Promise<ClientSession> {
  const abilities: Abilities = context.abilities;
  if (abilities.makeClientSession !== undefined) return makeSessionWith(context, {});
  return redacted(context, configured ?? context.skip(`It needs a session: set ${name}.`));
}

/** Redacts the id of a session in reports. Why: it is a credential. */
function redacted(context: CheckContext, session: ClientSession): ClientSession {
  context.keepSecret('clientSession', session.sessionId);
  return session;
}

function originOf(origin: string | null): Readonly<Record<string, string>> {
  return origin === null ? {} : { origin };
}
