/**
 * Browser sessions: the client tokens that pages start them with, the sessions themselves, and the responses that a
 * session stores so that a repeated message does not start another run.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { after, minutes, type EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { OfferedTool } from '../executions/playback/pending-action.ts';
import type { Segment } from '../executions/playback/event-body.ts';

/** The target of a session: a stored agent, or a flow by the id that was given. */
export type ClientTarget =
  { readonly kind: 'agent'; readonly id: string } | { readonly kind: 'flow'; readonly id: string };

/**
 * A client token, the credential embedded in a page.
 *
 * Shape: `target` is the default target of its sessions, null for the workspace's first agent;
 * `origins` are the pages that may use it, null for all.
 */
export interface ClientTokenRecord {
  readonly id: string;
  readonly token: string;
  readonly workspaceId: string;
  readonly target: ClientTarget | null;
  readonly origins: readonly string[] | null;
  readonly active: boolean;
  readonly createdAt: EpochMs;
}

/**
 * A session. Its id is its credential.
 *
 * Shape: `tokenId` is the client token that started it, null for a session created directly; `origin` is the page
 * that it is bound to, null for any; `active` is whether its client token is enabled; `isIdleLimited` when every
 * message extends it by half an hour; `tools` are those that the page offered last, with their fingerprint.
 */
export interface ClientSessionRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly tokenId: string | null;
  readonly target: ClientTarget;
  readonly origin: string | null;
  readonly active: boolean;
  readonly expiresAt: EpochMs;
  readonly isIdleLimited: boolean;
  readonly conversationId: string;
  readonly messageCount: number;
  readonly tools: { readonly fingerprint: string; readonly offered: readonly OfferedTool[] } | null;
  readonly createdAt: EpochMs;
}

/** A call that a page may repeat, identified by its session, its subject, and the page's id for its message. */
export interface ClientCall {
  readonly sessionId: string;
  readonly assistantMessageId?: string | undefined;
  /** The subject of the call: a turn of the visitor, the pause of an execution, or an approval. */
  readonly subject: 'turn' | `execution/${string}` | `approval/${string}`;
}

/** The first response to a call of a page: the segment of a run's stream. */
export interface ClientMessageRecord extends Segment {
  readonly id: string;
}

export const clientTokens = defineCollection<ClientTokenRecord>('clientToken');
export const clientSessions = defineCollection<ClientSessionRecord>('clientSession');
export const clientMessages = defineCollection<ClientMessageRecord>('clientMessage');

/** Client tokens by their credential. */
export const clientTokensByToken = defineIndex(clientTokens, 'byToken', ({ token }) => token);

/** How long a session lasts without a message. */
export const sessionIdleTime = minutes(30);

export const messagesPerSession = 50;

/** The input for a new session. Shape: `expiresAt` defaults to half an hour after the last message. */
export interface SessionStart {
  readonly workspaceId: string;
  readonly tokenId: string | null;
  readonly target: ClientTarget;
  readonly origin: string | null;
  readonly active: boolean;
  readonly expiresAt?: EpochMs | undefined;
}

export function startSession(tx: Transaction, start: SessionStart): ClientSessionRecord {
  const { expiresAt, ...fields } = start;
  return tx.put(clientSessions, {
    id: tx.nextId('cs'),
    ...fields,
    expiresAt: expiresAt ?? after(tx.at, sessionIdleTime),
    isIdleLimited: expiresAt === undefined,
    conversationId: tx.nextId('conv'),
    messageCount: 0,
    tools: null,
    createdAt: tx.at,
  });
}

/**
 * Finds the session of a call.
 *
 * Shape: a session that is bound to an origin only accepts calls from it; an unbound one accepts any.
 * Errors: CLIENT_SESSION_INVALID when it is missing or expired; CLIENT_TOKEN_INACTIVE; ORIGIN_MISMATCH.
 * Source: F-5-084, F-5-085, F-5-086; assumption A-076.
 */
export function findSession(
  view: View,
  sessionId: string,
  origin: string | null,
  at: EpochMs,
): Result<ClientSessionRecord, SessionError> {
  const session = view.get(clientSessions, sessionId);
  if (session === undefined || session.expiresAt <= at) return err({ code: 'CLIENT_SESSION_INVALID' });
  if (!session.active || !isTokenActive(view, session)) return err({ code: 'CLIENT_TOKEN_INACTIVE' });
  if (session.origin !== null && session.origin !== origin) return err({ code: 'ORIGIN_MISMATCH', origin });
  return ok(session);
}

/** Records a message of a session. Shape: a session with a fixed end keeps it. */
export function noteMessage(tx: Transaction, sessionId: string): void {
  const session = tx.get(clientSessions, sessionId);
  if (session === undefined) return;
  tx.put(clientSessions, {
    ...session,
    messageCount: session.messageCount + 1,
    expiresAt: session.isIdleLimited ? after(tx.at, sessionIdleTime) : session.expiresAt,
  });
}

/** Returns the segment of an earlier identical call, undefined for a new call and for one without a message id. */
export function findMessage(view: View, call: ClientCall): ClientMessageRecord | undefined {
  const key = messageKey(call);
  return key === null ? undefined : view.get(clientMessages, key);
}

/** Stores the segment for a call, for when the call is repeated. Source: F-4.6-009; assumption A-075. */
export function keepMessage(tx: Transaction, call: ClientCall, segment: Segment): void {
  const key = messageKey(call);
  if (key !== null) tx.put(clientMessages, { id: key, ...segment });
}

/** The tools that a page offers. */
export interface ToolOffer {
  readonly clientTools?: readonly OfferedTool[] | undefined;
  readonly clientToolsFingerprint?: string | undefined;
}

/**
 * Returns the tools that a page offers, as a list or by the fingerprint of an earlier list; undefined when it
 * offers none.
 *
 * Errors: CLIENT_TOOLS_FORGOTTEN for a fingerprint that is not the last one.
 */
export function offeredBy(
  tx: Transaction,
  session: ClientSessionRecord,
  { clientTools, clientToolsFingerprint }: ToolOffer,
): Result<readonly OfferedTool[] | undefined, ClientErrorOf<'CLIENT_TOOLS_FORGOTTEN'>> {
  if (clientTools !== undefined) {
    const tools =
      clientToolsFingerprint === undefined
        ? null
        : { fingerprint: clientToolsFingerprint, offered: clientTools };
    tx.put(clientSessions, { ...session, tools: tools ?? session.tools });
    return ok(clientTools);
  }
  if (clientToolsFingerprint === undefined) return ok(undefined);
  return session.tools?.fingerprint === clientToolsFingerprint
    ? ok(session.tools.offered)
    : err({ code: 'CLIENT_TOOLS_FORGOTTEN' });
}

function isTokenActive(view: View, { tokenId }: ClientSessionRecord): boolean {
  return tokenId === null || view.get(clientTokens, tokenId)?.active === true;
}

function messageKey({ sessionId, assistantMessageId, subject }: ClientCall): string | null {
  return assistantMessageId === undefined ? null : `${sessionId}/${subject}/${assistantMessageId}`;
}

export type ClientError =
  | { readonly code: 'CLIENT_TOKEN_UNKNOWN' }
  | { readonly code: 'CLIENT_SESSION_INVALID' }
  | { readonly code: 'CLIENT_TOKEN_INACTIVE' }
  | { readonly code: 'ORIGIN_MISMATCH'; readonly origin: string | null }
  | { readonly code: 'CLIENT_TARGET_MISSING' }
  | { readonly code: 'EXECUTION_OF_OTHER_SESSION'; readonly executionId: string }
  | { readonly code: 'APPROVER_NOT_END_USER'; readonly approvalId: string }
  | { readonly code: 'CLIENT_TOOLS_FORGOTTEN' }
  | { readonly code: 'SESSION_USED_UP'; readonly at: EpochMs; readonly until: EpochMs }
  | { readonly code: 'CLIENT_UNAVAILABLE' };

export type ClientErrorOf<Code extends ClientError['code']> = Extract<ClientError, { readonly code: Code }>;

export type SessionError = ClientErrorOf<
  'CLIENT_SESSION_INVALID' | 'CLIENT_TOKEN_INACTIVE' | 'ORIGIN_MISMATCH'
>;
