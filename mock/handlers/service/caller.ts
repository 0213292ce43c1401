/**
 * Whom a request speaks for.
 */
import type { Owner } from '../../domain/agent.ts';
import type { Caller } from '../../http/context.ts';

/**
 * Returns in whose workspace a caller acts: the organization of its key or session, else a personal one.
 *
 * Shape: operations without credentials have no owner and must not ask.
 */
export function ownerOf(caller: Caller): Owner {
  switch (caller.kind) {
    case 'apiKey': {
      const { id, organizationId, userId } = caller.key;
      const personal = userId ?? id;
      return { workspaceId: organizationId ?? `personal/${personal}`, organizationId, userId: personal };
    }
    case 'session': {
      const { userId, organizationId } = caller.session;
      return { workspaceId: organizationId ?? `personal/${userId}`, organizationId, userId };
    }
    case 'none':
      throw new Error('An operation without credentials acts for nobody.');
  }
}
