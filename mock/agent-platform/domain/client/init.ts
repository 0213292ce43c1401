/** Opens sessions for the client tokens of pages. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { agents, agentsOfWorkspace, workspacePrefix } from '../agents/agent.ts';
import { clientSessions, clientTokensByToken, startSession } from './session.ts';
import type { ClientSessionRecord, ClientTarget, ClientTokenRecord, ClientErrorOf } from './session.ts';

/** The request of a page. Shape: `targetId` is an agent or a flow; `sessionId` is a session to continue. */
export interface SessionRequest {
  readonly token: string;
  readonly targetId: string | undefined;
  readonly sessionId: string | undefined;
  readonly origin: string | null;
}

type InitError = ClientErrorOf<
  'CLIENT_TOKEN_UNKNOWN' | 'CLIENT_TOKEN_INACTIVE' | 'ORIGIN_MISMATCH' | 'CLIENT_TARGET_MISSING'
>;

/**
 * Opens a session for a page: its previous one while that is valid, else a new one, bound to the page.
 *
 * Errors: CLIENT_TOKEN_UNKNOWN, CLIENT_TOKEN_INACTIVE, ORIGIN_MISMATCH; CLIENT_TARGET_MISSING when neither the token
 * nor the page specifies a target.
 */
export function openClientSession(
  tx: Transaction,
  { token, targetId, sessionId, origin }: SessionRequest,
): Result<ClientSessionRecord, InitError> {
  const issued = tx.find(clientTokensByToken, token);
  if (issued === undefined) return err({ code: 'CLIENT_TOKEN_UNKNOWN' });
  if (!issued.active) return err({ code: 'CLIENT_TOKEN_INACTIVE' });
  if (issued.origins !== null && (origin === null || !issued.origins.includes(origin)))
    return err({ code: 'ORIGIN_MISMATCH', origin });
  const existing = sessionId === undefined ? undefined : tx.get(clientSessions, sessionId);
  if (existing?.tokenId === issued.id && existing.expiresAt > tx.at) return ok(existing);
  const target = targetOf(tx, issued, targetId);
  if (target === null) return err({ code: 'CLIENT_TARGET_MISSING' });
  const { id: tokenId, workspaceId, active } = issued;
  return ok(startSession(tx, { workspaceId, tokenId, target, origin, active }));
}

/**
 * Returns the target for an id; one that is not an agent of the workspace counts as a flow, since unknown flows are
 * accepted.
 */
function targetOf(
  tx: Transaction,
  { workspaceId, target }: ClientTokenRecord,
  id: string | undefined,
): ClientTarget | null {
  if (id !== undefined) {
    const isAgent = tx.get(agents, id)?.workspaceId === workspaceId;
    return { kind: isAgent ? 'agent' : 'flow', id };
  }
  if (target !== null) return target;
  const [first] = tx.scan(agentsOfWorkspace, { prefix: workspacePrefix(workspaceId), limit: 1 });
  return first === undefined ? null : { kind: 'agent', id: first.id };
}
