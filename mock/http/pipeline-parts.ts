/** What a mock server is made from; nothing here has a default. */
import type { World } from '../kernel/world/world.ts';
import type { AuthSource } from './auth.ts';
import type { FaultMatcher } from './faults.ts';
import type { Call, Journal } from './journal.ts';
import type { PageParts } from './mock-pages.ts';
import type { ContractParts } from './operation.ts';
import type { WorldFinder } from './addresses.ts';

/** Everything that is not the pipeline's own. */
export interface PipelineParts extends AuthSource, PageParts {
  readonly worlds: WorldFinder;
  readonly service: ContractParts;
  readonly control: ContractParts;
  /** Names the scenarios that a run in this world may follow. */
  readonly scenarios: (world: World) => Iterable<string>;
  readonly faults: FaultMatcher;
  readonly journals: Journals;
  readonly observer: RequestObserver | null;
  /** Origins beside those of this computer whose pages may call; `*` for every one. */
  readonly allowOrigins: readonly string[];
  /** Hosts beside the loopback names that the server may be called by; see `createHostGuard`. */
  readonly allowHosts: readonly string[];
  /** What opens the control API on an address that others can reach; `null` keeps it closed there. */
  readonly controlToken: string | null;
  /** Units: milliseconds from any start, with fractions. */
  readonly stopwatch: () => number;
  readonly log: Log;
}

/** Finds the journal of a world. */
export interface Journals {
  of(world: World): Journal;
}

/** Reports to the person who runs the mock about a bug of the mock. Clients never see it. */
export type Log = (message: string, error?: unknown) => void;

/** A request of the service that was answered. Shape: of a stream, when its head was sent. */
export interface ObservedRequest extends Call {
  readonly world: string;
  readonly isStream: boolean;
}

/** Called about requests, for whoever watches the mock in a terminal. */
export interface RequestObserver {
  requested(request: ObservedRequest): void;
  /** A page of an origin that is not allowed has sent a request; its browser keeps the response from it. */
  originRefused(origin: string): void;
}
