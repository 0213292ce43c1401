/** Turns of visitors: a session, a run that belongs to it and waits for an approval, and the visitor's answer. */
import type { Abilities, ClientSession } from '../../../driver/driver.ts';
import type { CheckContext } from '../scenario-check.ts';
import { readRun, type PlayedRun } from '../play-run.ts';
import { describeResponse, pauseForApproval, type PendingApproval } from '../paused-run.ts';
import { mentions } from '../read-value.ts';

/** A visitor's run that waits for an approval. */
export interface Turn extends PendingApproval {
  readonly session: ClientSession;
}

/** As much of a turn as a decision needs. */
export type Question = Pick<Turn, 'session' | 'executionId' | 'approvalId'>;

/**
 * What a visitor sends.
 *
 * Shape: what is absent is that of the turn, `approved`, and `streamResponse` false; `origin` null sends none; `more` is
 * sent besides.
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

/** The page that a session is bound to where the test environment name none. */
const PAGE = 'https://shop.test';

/** A page that no session belongs to. */
export const elsewhere = 'https://elsewhere.test';

/** Opens a session of an agent that asks its visitors: a new one if possible, else that of the test environment. */
export async function openSession(context: CheckContext): Promise<ClientSession> {
  return freshOr(context, context.environment.clientSession, 'clientSession');
}

/** Opens another session than `openSession`. */
export async function openOtherSession(context: CheckContext): Promise<ClientSession> {
  return freshOr(context, context.environment.otherClientSession, 'otherClientSession');
}

/** Creates a session with these fields. */
export async function makeSessionWith(
  context: CheckContext,
  fields: { readonly active?: boolean; readonly expiresAt?: string },
): Promise<ClientSession> {
  const { agentId } = context.runTemplate('endUserGate');
  const origin = context.environment.clientSession?.origin ?? PAGE;
  return kept(context, await context.abilities.makeClientSession({ agentId, origin, ...fields }));
}

/** Plays a run of a session until it waits for an approval. Skips the check where it does not. */
export async function startTurn(
  context: CheckContext,
  session: ClientSession,
  kind = 'endUserGate',
): Promise<Turn> {
  const { sessionId } = session;
  const options = { body: { sessionId }, headers: originOf(session.origin) };
  return { ...(await pauseForApproval(context, kind, options)), session };
}

/** Creates a session and starts a turn in it. */
export async function openTurn(context: CheckContext): Promise<Turn> {
  return startTurn(context, await openSession(context));
}

/** Answers an approval as a visitor. */
export async function decide(context: CheckContext, turn: Question, wish: Decision = {}): Promise<PlayedRun> {
  const { origin = turn.session.origin, more = {}, ...said } = wish;
  const { executionId, approvalId, session } = turn;
  const initial = { decision: 'approved', streamResponse: false, sessionId: session.sessionId };
  return readRun(
    await context.send({
      method: 'POST',
      path: '/v1/client/approve',
      headers: Object.entries({ 'content-type': 'application/json', ...originOf(origin) }),
      body: JSON.stringify({ ...initial, executionId, approvalId, ...said, ...more }),
      profile: null,
    }),
  );
}

/**
 * Answers a turn rightly, where a scenario check needs that to work. Skips the check where it does not:
 * that is another scenario check.
 */
export async function decideRightly(
  context: CheckContext,
  turn: Question,
  wish: Decision = {},
): Promise<PlayedRun> {
  const response = await decide(context, turn, wish);
  return response.status === 200
    ? response
    : context.skip(`The session can't answer the approval of its own run: ${describeResponse(response)}.`);
}

/**
 * Fails the check unless an answer has this status. Whether the session can answer at all is seen afterwards
 * by a right answer to the turn; where it can't, the scenario check can't be told.
 */
export async function expectError(
  context: CheckContext,
  turn: Turn,
  { response, what, status, code }: ExpectedError,
): Promise<void> {
  const problem = {
    message: `${what} returned ${describeResponse(response)} instead of ${status}.`,
    at: 'status',
  };
  context.expect(response.status < 200 || response.status > 299, problem);
  await decideRightly(context, turn);
  context.expect(response.status === status, problem);
  context.expect(
    code === undefined || mentions(response.json, code),
    `${what} is refused without the code ${code ?? ''}.`,
    'body.code',
  );
}

/** How an answer should have been refused. */
export interface ExpectedError {
  readonly response: PlayedRun;
  /** What was sent, as the beginning of a sentence. */
  readonly what: string;
  readonly status: number;
  readonly code?: string;
}

async function freshOr(
  context: CheckContext,
  known: ClientSession | null,
  name: string,
): Promise<ClientSession> {
  const abilities: Abilities = context.abilities;
  if (abilities.makeClientSession !== undefined) return makeSessionWith(context, {});
  return kept(context, known ?? context.skip(`It needs a session: give one as ${name}.`));
}

/** Why: the id of a session is its credential. */
function kept(context: CheckContext, session: ClientSession): ClientSession {
  context.keepSecret('clientSession', session.sessionId);
  return session;
}

function originOf(origin: string | null): Readonly<Record<string, string>> {
  return origin === null ? {} : { origin };
}
