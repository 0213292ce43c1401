/**
 * Client sessions made by hand, good ones and such as are wrong on purpose.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import { agents } from '../../domain/agents/agent.ts';
import { startSession } from '../../domain/client/session.ts';
import type { ClientSessionRecord } from '../../domain/client/session.ts';
import type { DomainErrorOf } from '../../domain/errors.ts';
import { isoTime } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { after, days } from '../../kernel/time/time.ts';
import { readInstant } from './instants.ts';

/** Handles client sessions made by hand. */
export const clientSessionHandlers: Pick<Handlers<ServiceContext>, 'createClientSession'> = {
  async createClientSession({ body }, { world }) {
    const { agentId, origin = null, active = true } = body;
    const created = await world.dispatch(
      (tx): Result<ClientSessionRecord, DomainErrorOf<'AGENT_NOT_FOUND'>> => {
        const agent = tx.get(agents, agentId);
        if (agent === undefined) return err({ code: 'AGENT_NOT_FOUND', agentId });
        const expiresAt = body.expiresAt === undefined ? null : readInstant(body.expiresAt, 'expiresAt');
        const session = startSession(tx, {
          workspaceId: agent.workspaceId,
          tokenId: null,
          target: { kind: 'agent', id: agentId },
          origin,
          active,
          expiresAt: expiresAt ?? after(tx.at, days(1)),
        });
        return ok(session);
      },
    );
    if (!created.ok) return { status: 404, body: { error: 'Agent not found' } };
    const { id, expiresAt } = created.value;
    return { status: 201, body: { sessionId: id, agentId, origin, active, expiresAt: isoTime(expiresAt) } };
  },
};
