/** The context of the handlers of the Agent Platform: the caller, the owner it acts for, and its read permissions. */
import type { Pace } from '../../../generated/control/types.ts';
import type { HandlerContext, Preferences } from '../../http/context.ts';
import type { Owner } from '../domain/agents/agent.ts';
import type { ApiKeyRecord, SessionRecord } from '../domain/identity/identity.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';

/** The second argument of every handler. */
export interface ServiceContext extends HandlerContext {
  readonly caller: PlatformCaller;
  readonly preferences: RunPreferences;
}

/** The caller: a key, a signed-in user, or anonymous where an operation needs no credential. */
export type PlatformCaller =
  | { readonly scheme: 'apiKey'; readonly identity: ApiKeyRecord }
  | { readonly scheme: 'sessionToken'; readonly identity: SessionRecord }
  | { readonly scheme: null; readonly identity: null };

/** The preferences of a request, with those for its run; `null` or absent where none is given. */
export interface RunPreferences extends Preferences {
  readonly own: { readonly scenario?: string | null; readonly pace?: Pace | null };
}

/**
 * Returns the workspace in which a caller acts: the organization of its key or session, or else a personal workspace.
 *
 * Shape: operations without credentials have no owner and must not call this.
 */
export function ownerOf(caller: PlatformCaller): Owner {
  switch (caller.scheme) {
    case 'apiKey': {
      const { id, organizationId, userId } = caller.identity;
      const personal = userId ?? id;
      return { workspaceId: organizationId ?? `personal/${personal}`, organizationId, userId: personal };
    }
    case 'sessionToken': {
      const { userId, organizationId } = caller.identity;
      return { workspaceId: organizationId ?? `personal/${userId}`, organizationId, userId };
    }
    case null:
      throw new Error('An operation without credentials has no owner.');
  }
}

/** Returns the id of the API key of a caller, undefined for a caller without one. */
export function keyIdOf(caller: PlatformCaller): string | undefined {
  return caller.scheme === 'apiKey' ? caller.identity.id : undefined;
}

/**
 * Returns whether a caller may read a run or batch: with the read permission, or because its key started it.
 *
 * Source: assumption A-OWN-RUN.
 */
export function mayRead(
  scopes: ScopeLattice,
  caller: PlatformCaller,
  permission: string,
  { keyId }: { readonly keyId: string | null },
): boolean {
  if (caller.scheme !== 'apiKey') return true;
  return caller.identity.id === keyId || scopes.covers(caller.identity.scopes, [permission]);
}
