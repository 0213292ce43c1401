/** The context that handlers get in addition to the typed request. */
import type { RequestHeaders } from '../../templates/runtime/http.ts';
import type { World } from '../kernel/world/world.ts';
import type { HandlerNotes } from './journal/notes.ts';
import type { StreamFraming } from './streams/stream-framing.ts';

/**
 * The second argument of every handler.
 *
 * Shape: `baseUrl` is the URL of this world and `rootUrl` that of the server, both without a trailing slash; `origin`
 * and `remoteAddress` are `null` when unknown.
 */
export interface HandlerContext {
  readonly world: World;
  readonly caller: Caller;
  readonly preferences: Preferences;
  readonly baseUrl: string;
  readonly rootUrl: string;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  readonly remoteAddress: string | null;
  readonly origin: string | null;
  /** All headers of the request, declared or not. */
  readonly headers: RequestHeaders;
  /** Additions to the frames of its stream. */
  readonly framing: StreamFraming;
  /** Notes of the handler for the explanation of its response. */
  readonly handlerNotes: HandlerNotes;
}

/** The caller: a security scheme and the identity of its credential, or anonymous where no credential is needed. */
export type Caller =
  | { readonly scheme: string; readonly identity: unknown }
  | { readonly scheme: null; readonly identity: null };

/** The caller of a request without a credential. */
export const ANONYMOUS: Extract<Caller, { readonly scheme: null }> = Object.freeze({
  scheme: null,
  identity: null,
});

/** The preferences of a request; `null` and `false` where none is given. */
export interface Preferences {
  /** Status of the declared response to return. */
  readonly code: number | null;
  readonly example: string | null;
  readonly dynamic: boolean;
  /** Units: milliseconds of the world's time; 0 for none. */
  readonly delay: number;
  /** The preferences that the API adds, by name; empty for a request without `Prefer`. */
  readonly own: Readonly<Record<string, string | null>>;
}

export const NO_PREFERENCES: Preferences = Object.freeze({
  code: null,
  example: null,
  dynamic: false,
  delay: 0,
  own: Object.freeze({}),
});
