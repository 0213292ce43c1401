/**
 * What a handler is given beside its typed request. Interfaces only: the pipeline fills them in, the handlers of both
 * contracts read them, and the credentials behind a caller are the domain's.
 */
import type { Pace } from '../../generated/control/types.ts';
import type { EpochMs } from '../kernel/time/time.ts';
import type { View } from '../kernel/store/view.ts';
import type { World } from '../kernel/world/world.ts';

/**
 * The second argument of every handler.
 *
 * Shape: `baseUrl` is the address of this world and `rootUrl` that of the server, both without a trailing slash;
 * `origin` and `remoteAddress` are `null` where the client or the host did not tell.
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

/** Who calls: a key, a signed-in user, or someone an operation without credentials let in. */
export type Caller =
  | { readonly kind: 'apiKey'; readonly key: ApiKeyRecord }
  | { readonly kind: 'session'; readonly session: SessionRecord }
  | { readonly kind: 'none' };

/** What `Prefer` chose for the run of this request; `null` where it chose nothing. */
export interface RunChoice {
  readonly scenario: string | null;
  readonly pace: Pace | null;
}

/** What the pipeline needs to know of a stored key; the domain's record may hold more. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly environment: 'live' | 'test';
  readonly plan: 'standard' | 'burst';
  readonly workspace: 'organization' | 'personal';
  readonly organizationId: string | null;
  /** `null` for a key that belongs to nobody yet, as before a claim. */
  readonly userId: string | null;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
}

/** What the pipeline needs to know of a stored session token; the domain's record may hold more. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly organizationRole: string | null;
  readonly expiresAt: EpochMs | null;
}

/**
 * The domain's answer to a bearer credential.
 *
 * Shape: `null` for a token nobody was given. Expired and revoked ones are found: the pipeline refuses them.
 */
export interface Credentials {
  findApiKey(view: View, token: string): ApiKeyRecord | null;
  findSession(view: View, token: string): SessionRecord | null;
}
