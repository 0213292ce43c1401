/**
 * Who is calling.
 */
import type { Handlers } from '../../../generated/service/server.ts';
import { organizations } from '../../domain/identity/identity.ts';
import type { ServiceContext } from '../../http/context.ts';

/** Handles the question after the caller's identity. */
export const identityHandlers: Pick<Handlers<ServiceContext>, 'getCurrentIdentity'> = {
  getCurrentIdentity(_, { world, caller }) {
    if (caller.kind !== 'session') throw new Error('Only a session gets here.');
    const { id, userId, organizationId, organizationRole } = caller.session;
    const organization = world.query((view) =>
      organizationId === null ? undefined : view.get(organizations, organizationId),
    );
    return {
      status: 200,
      body: {
        userId,
        sessionId: id,
        hasOrganization: organizationId !== null,
        orgId: organizationId,
        orgRole: organizationRole,
        orgSlug: organization?.slug ?? null,
      },
    };
  },
};
