/**
 * Keys and session tokens for tests, and the mail that the service sent.
 */
import type { Handlers } from '../../../generated/control/server.ts';
import {
  issueKey,
  issueSession,
  ownerOfOrganization,
  worldOrganization,
} from '../../domain/identity/account.ts';
import { listMail } from '../../domain/registration/outbox.ts';
import { isoTime, isoTimeOrNull } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import { readInstant } from './instants.ts';

type CredentialOperation = 'createKey' | 'createSessionToken' | 'listOutbox';

/** Handles the operations on credentials. */
export const credentialHandlers: Pick<Handlers<ServiceContext>, CredentialOperation> = {
  async createKey({ body }, { world }) {
    const { workspace = 'organization', expiresAt, ...given } = body;
    const key = await world.run((tx) => {
      const organization = worldOrganization(tx);
      return issueKey(tx, {
        ...given,
        name: 'Made for a test',
        organizationId: workspace === 'organization' ? organization.id : null,
        userId: ownerOfOrganization(tx, organization.id).id,
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
