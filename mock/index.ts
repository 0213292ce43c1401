/**
 * The mock as a library: opens its worlds and returns what tests and hosts use. Does not listen on a port; see
 * `hosts/node.ts`.
 */
import { createHostTimer } from './adapters/host-timer.ts';
import { machines, storeSchema } from './agent-platform/domain/store.ts';
import { createScenarioLibrary } from './agent-platform/domain/scenarios/catalogue.ts';
import type { ScenarioFiles } from './agent-platform/domain/scenarios/catalogue.ts';
import type { Scenario } from './agent-platform/domain/scenarios/scenario.ts';
import { createCardFetcher } from './agent-platform/cards/card-fetcher.ts';
import { createHostFetch } from './host-modules.ts';
import { createFetch, type Fetch } from './hosts/fetch.ts';
import type { Serve } from './http/pipeline.ts';
import type { World } from './kernel/world/world.ts';
import { assertScenarios } from './scenario-check.ts';
import { builtInScenarios } from './agent-platform/scenarios/built-in.ts';
import { createMockWorlds, type MockWorld, type MockWorlds } from './mock-world.ts';
import { readExpiry, startClock, type MockOptions } from './mock-options.ts';
import { createLogHost, fixtures } from './sample-data.ts';
import { defaultWorldId, openWorlds, type Worlds } from './worlds/worlds.ts';
import { createMockPipeline } from './mock-pipeline.ts';

export type { MockOptions, StartClock } from './mock-options.ts';

export type { Fetch } from './hosts/fetch.ts';
export type { Exposure } from './http/access/access.ts';
export type { CardFetcher } from './agent-platform/cards/card-fetcher.ts';
export type { Log, ObservedRequest, RequestObserver } from './http/pipeline-parts.ts';
export type { Serve } from './http/pipeline.ts';
export type { WorldLog } from './kernel/ports.ts';
export type { World } from './kernel/world/world.ts';
export { ControlRefused } from './world-control.ts';
export type { WorldControl } from './world-control.ts';
export type { Advance, MockClock, MockWorld, RequestQuery } from './mock-world.ts';
export type {
  Fault,
  FaultRequest,
  FeatureGates,
  FeatureGatesRequest,
  JournalEntry,
  Snapshot,
} from '../generated/control/types.ts';
export type { Scenario } from './agent-platform/domain/scenarios/scenario.ts';
export type { Pace } from '../generated/control/types.ts';
export type { WorldRequest } from './worlds/world-states.ts';
export type { Worlds } from './worlds/worlds.ts';

/** A mock in this process. */
export interface Mock {
  /** Handles host-neutral requests; called by host adapters. */
  readonly handle: Serve;
  /** Calls like the global `fetch` and never leaves the process. */
  readonly fetch: Fetch;
  /** Address of the default world, without a trailing slash. */
  readonly baseUrl: string;
  /** Sets the base address to the one that a host listens on, unless the options specify one. */
  useAddress(url: string): void;
  readonly worlds: Worlds;
  /**
   * Returns a world by its id, by default `default`.
   *
   * Errors: throws for a world that does not exist.
   */
  world(id?: string): MockWorld;
  /**
   * Creates a world from a fixture, or as a fork of another world.
   *
   * Errors: throws a `ControlRefused` when the id is taken or the request is invalid.
   */
  createWorld: MockWorlds['create'];
  /**
   * Replaces the scenarios that were given before; started runs are not affected.
   *
   * Errors: throws for a scenario that does not fit the schema.
   */
  useScenarios(scenarios: readonly Scenario[]): void;
  /** Ends every reader and every wait. */
  close(): Promise<void>;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:4010';

/**
 * Starts a mock.
 *
 * Errors: rejects when the log cannot be opened, with a message that says why and what to do.
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const report = options.report ?? (typeof options.log === 'function' ? options.log : () => undefined);
  const { seed, fixture, clock } = options;
  const timer = createHostTimer();
  const log =
    typeof options.log === 'object' ? await options.log.open(createLogHost(timer, report)) : undefined;
  const worlds = await openWorlds({
    schema: storeSchema,
    fixtures,
    fire: (tx, due) => machines.fire(tx, due),
    report: (error, doing) => report(`${doing} failed`, error),
    host: log?.now === undefined ? timer : { ...timer, now: log.now },
    log,
    mostWorlds: options.maxWorlds,
    start: { seed, fixture, clock: clock && startClock(clock) },
    expiresAfter: options.expiresAfter === undefined ? undefined : readExpiry(options.expiresAfter),
  });
  const cards = options.cards ?? createCardFetcher(await createHostFetch(options.allowCards ?? []));
  const scenarios = createScenarioLibrary(builtInScenarios);
  const useScenarios = (given: readonly Scenario[]): void => {
    assertScenarios(given);
    scenarios.useFiles(given);
  };
  useScenarios(options.scenarios ?? []);
  assertScenario(options.scenario, worlds, scenarios);
  const handle = createMockPipeline({ options, worlds, scenarios, cards, report, calls: log?.calls });
  let rootUrl = (options.baseUrl ?? DEFAULT_ADDRESS).replace(/\/$/, '');
  let isClosed = false;
  const fetch: Fetch = async (input, init) => {
    if (isClosed) throw new Error('The mock is closed.');
    return createFetch(handle, rootUrl)(input, init);
  };
  const find = (id: string): World => {
    const world = worlds.find(id);
    if (world === undefined) throw new Error(`World ${id} does not exist`);
    return world;
  };
  const mockWorlds = createMockWorlds({ fetch, rootUrl: () => rootUrl, find });
  return {
    handle,
    fetch,
    get baseUrl() {
      return rootUrl;
    },
    useAddress(url) {
      if (options.baseUrl === undefined) rootUrl = url;
    },
    worlds,
    world: (id = defaultWorldId) => mockWorlds.open(find(id)),
    createWorld: (request) => mockWorlds.create(request),
    useScenarios,
    close: async () => {
      isClosed = true;
      await worlds.close();
    },
  };
}

function assertScenario(name: string | undefined, worlds: Worlds, scenarios: ScenarioFiles): void {
  const known = worlds.find(defaultWorldId)?.query((view) => [...scenarios.names(view)]) ?? [];
  if (name !== undefined && !known.includes(name))
    throw new Error(`There is no scenario ${name}. Known scenarios: ${known.join(', ')}.`);
}
