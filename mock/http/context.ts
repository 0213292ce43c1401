/** The context that handlers get in addition to the typed request. */
import type { Pace } from '../../generated/control/types.ts';
import type { ApiKeyRecord, SessionRecord } from '../agent-platform/domain/identity/identity.ts';
import type { HandlerNotes } from './journal/call-trace.ts';
import type { World } from '../kernel/world/world.ts';

/**
 * The second argument of every handler.
 *
 * Shape: `baseUrl` is the address of this world and `rootUrl` that of the server, both without a trailing slash;
 * `origin` and `remoteAddress` are `null` when unknown.
 */
export interface ServiceContext {
  readonly world: World;
  readonly caller: Caller;
  readonly run: RunChoice;
  readonly baseUrl: string;
  readonly rootUrl: string;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  readonly remoteAddress: string | null;
  readonly origin: string | null;
  /** What the handler notes for the explanation of its response. */
  readonly handlerNotes: HandlerNotes;
}

/** The caller: a key, a signed-in user, or anonymous where an operation needs no credential. */
export type Caller =
  | { readonly kind: 'apiKey'; readonly key: ApiKeyRecord }
  | { readonly kind: 'session'; readonly session: SessionRecord }
  | { readonly kind: 'none' };

/** The preferences for the run of this request, from `Prefer`; `null` where none is given. */
export interface RunChoice {
  readonly scenario: string | null;
  readonly pace: Pace | null;
}
