/**
 * The owner a request acts for, and what it may read.
 */
import type { Owner } from '../domain/agents/agent.ts';
import type { Caller } from '../../http/context.ts';
import type { ScopeLattice } from '../../http/access/scopes.ts';

/**
 * Returns the workspace in which a caller acts: the organization of its key or session, or else a personal workspace.
 *
 * Shape: operations without credentials have no owner and must not call this.
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
      throw new Error('An operation without credentials has no owner.');
  }
}

/** Returns the id of the API key of a caller, undefined for a caller without one. */
export function keyIdOf(caller: Caller): string | undefined {
  return caller.kind === 'apiKey' ? caller.key.id : undefined;
}

/**
 * Returns whether a caller may read a run or batch: with the read permission, or because its key started it.
 *
 * Source: assumption A-OWN-RUN.
 */
export function mayRead(
  scopes: ScopeLattice,
  caller: Caller,
  permission: string,
  { keyId }: { readonly keyId: string | null },
): boolean {
  if (caller.kind !== 'apiKey') return true;
  return caller.key.id === keyId || scopes.covers(caller.key.scopes, [permission]);
}
