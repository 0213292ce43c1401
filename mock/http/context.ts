/** What a handler gets beside its typed request. */
import type { Pace } from '../../generated/control/types.ts';
import type { ApiKeyRecord, SessionRecord } from '../domain/identity/identity.ts';
import type { World } from '../kernel/world/world.ts';

/**
 * The second argument of every handler.
 *
 * Shape: `baseUrl` is the address of this world and `rootUrl` that of the server, both without a trailing slash;
 * `origin` and `remoteAddress` are `null` where they are not known.
 */
export interface ServiceContext {
  readonly world: World;
  readonly caller: Caller;
  readonly run: RunChoice;
  readonly baseUrl: string;
  readonly rootUrl: string;
  /** Fires when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  readonly remoteAddress: string | null;
  readonly origin: string | null;
}

/** The caller: a key, a signed-in user, or nobody where an operation needs no credential. */
export type Caller =
  | { readonly kind: 'apiKey'; readonly key: ApiKeyRecord }
  | { readonly kind: 'session'; readonly session: SessionRecord }
  | { readonly kind: 'none' };

/** What `Prefer` chose for the run of this request; `null` where it chose nothing. */
export interface RunChoice {
  readonly scenario: string | null;
  readonly pace: Pace | null;
}
