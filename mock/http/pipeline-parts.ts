/** What the pipeline is put together from. The domain and the hosts give these; nothing here has a default. */
import type { World } from '../kernel/world.ts';
import type { Credentials } from './context.ts';
import type { FaultSource } from './faults.ts';
import type { Journal } from './journal.ts';
import type { ContractParts } from './operation.ts';
import type { ScopeLattice } from './scopes.ts';
import type { WorldFinder } from './world-route.ts';

/** Everything that is not the pipeline's own. */
export interface PipelineParts {
  readonly worlds: WorldFinder;
  readonly service: ContractParts;
  readonly control: ContractParts;
  readonly credentials: Credentials;
  readonly scopes: ScopeLattice;
  /** Names the scenarios that a run in this world may follow. */
  readonly scenarios: (world: World) => Iterable<string>;
  readonly faults: FaultSource;
  readonly journals: Journals;
  /** Origins beside those of this computer whose pages may call; `*` for every one. */
  readonly allowOrigins: readonly string[];
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

/** Tells the person who runs the mock about a bug of the mock. Clients never see it. */
export type Log = (message: string, error?: unknown) => void;
