/** The dependencies of a mock server; none has a default. */
import type { DurationMs } from '../kernel/time/time.ts';
import type { World } from '../kernel/world/world.ts';
import type { CredentialPolicy } from './access/credentials.ts';
import type { FaultMatcher } from './faults.ts';
import type { CallRecord, Journal } from './journal/journal.ts';
import type { PageParts } from './mock-pages.ts';
import type { ContractParts } from './operation.ts';
import type { PreferenceRule } from './prefer.ts';
import type { WorldFinder } from './addresses.ts';

export interface PipelineParts extends PageParts {
  readonly worlds: WorldFinder;
  readonly service: ContractParts;
  /** The URLs of the service in its description. */
  readonly servers: readonly string[];
  readonly control: ContractParts;
  readonly credentials: CredentialPolicy;
  /** The preferences that the API adds. */
  readonly preferences: readonly PreferenceRule[];
  /** Returns the state of the world that explains a response; absent for none. */
  readonly traceWorld?: ((world: World) => unknown) | undefined;
  readonly faults: FaultMatcher;
  readonly journals: Journals;
  readonly observer: RequestObserver | null;
  /** Allowed origins of pages besides those of this computer; `*` for every origin. */
  readonly allowOrigins: readonly string[];
  /** Accepted hosts besides the loopback names; see `createHostGuard`. */
  readonly allowHosts: readonly string[];
  /** The token for the control API on network addresses; `null` keeps the API closed there. */
  readonly controlToken: string | null;
  /** Returns the time in milliseconds, with fractions, from an arbitrary start. */
  readonly stopwatch: () => number;
  /** Resolves after a span of real time, whatever the clock of the world. */
  readonly pause: (span: DurationMs) => Promise<void>;
  readonly log: Log;
}

/** Returns the journal of a world. */
export interface Journals {
  of(world: World): Journal;
}

/** Logs a bug of the mock for the person who runs it. Clients never see the message. */
export type Log = (message: string, error?: unknown) => void;

/** A completed request of the service. Shape: a streaming request counts as completed when its head is sent. */
export interface ObservedRequest extends CallRecord {
  readonly world: string;
  readonly isStream: boolean;
}

/** Receives requests, for showing them in a terminal. */
export interface RequestObserver {
  requested(request: ObservedRequest): void;
  /** Called when a page of a disallowed origin has sent a request; its browser hides the response from it. */
  originRefused(origin: string): void;
}
