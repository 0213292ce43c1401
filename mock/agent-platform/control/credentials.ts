/**
 * Keys, session tokens and client sessions for tests, valid or intentionally invalid, and the emails that the service
 * sent.
 */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import {
  issueKey,
  issueSession,
  openAccount,
  openOrganization,
  ownerOfOrganization,
  worldOrganization,
} from '../domain/identity/identity.ts';
import { listMail } from '../domain/registration/claim.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { readInstant } from '../../control/clock.ts';
import { agents } from '../domain/agents/agent.ts';
import { startSession, type ClientSessionRecord } from '../domain/client/session.ts';
import type { DomainErrorOf } from '../domain/errors.ts';
import { RequestProblem } from '../../http/error-responses.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { after, days } from '../../kernel/time/time.ts';

type CredentialOperation = 'createKey' | 'createSessionToken' | 'listOutbox';

export const credentialHandlers: Pick<Handlers<ServiceContext>, CredentialOperation> = {
  async createKey({ body }, { world }) {
    const { workspace = 'organization', newOrganization = false, expiresAt, ...fields } = body;
    if (newOrganization && workspace === 'personal')
      throw new RequestProblem({
        message: 'A key of a new organization has no personal workspace',
        code: 'INVALID_VALUE',
        path: 'newOrganization',
      });
    const key = await world.run((tx) => {
      const organizationId = (newOrganization ? openOrganization(tx) : worldOrganization(tx)).id;
      const owner = newOrganization
        ? openAccount(tx, `owner@${organizationId.replace('_', '-')}.test`, organizationId)
        : ownerOfOrganization(tx, organizationId);
      return issueKey(tx, {
        ...fields,
        name: 'Made for a test',
        organizationId: workspace === 'organization' ? organizationId : null,
        userId: owner.id,
        expiresAt: expiresAt === undefined ? null : readInstant(expiresAt, 'expiresAt'),
      });
    });
    return {
      status: 201,
      body: {
        key: key.token,
        keyId: key.id,
        environment: key.environment,
        scopes: [...key.scopes],
        plan: key.plan,
        workspace: key.workspace,
        expiresAt: isoTimeOrNull(key.expiresAt),
      },
    };
  },

  async createSessionToken({ body }, { world }) {
    const session = await world.run((tx) => issueSession(tx, body?.userId));
    return { status: 201, body: { token: session.token } };
  },

  listOutbox({ query }, { world }) {
    const messages = world.query((view) => listMail(view, query.email));
    return {
      status: 200,
      body: {
        messages: messages.map(({ to, subject, otp, sentAt }) => ({
          to,
          subject,
          otp,
          sentAt: isoTime(sentAt),
        })),
      },
    };
  },
};

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
