/**
 * The mock as a library: worlds, the two contracts and their handlers, put together. Listens on no port; that is
 * `hosts/node.ts`.
 */
import { manifest } from '../generated/service/manifest.ts';
import { operations as controlOperations } from '../generated/control/operations.ts';
import { validateConsoleEvent } from '../generated/control/validators.ts';
import { operations as serviceOperations } from '../generated/service/operations.ts';
import { validateExecutionStreamEvent } from '../generated/service/validators.ts';
import { createHostTimer } from './adapters/host-timer.ts';
import { createWebJwtIssuer } from './adapters/web-jwt-issuer.ts';
import { createWebSigner } from './adapters/web-signer.ts';
import { credentials } from './domain/identity.ts';
import { layout, machines } from './domain/layout.ts';
import { createScenarioLibrary } from './domain/scenario-catalogue.ts';
import type { ScenarioLibrary } from './domain/scenario-catalogue.ts';
import type { Pace } from './domain/run/run.ts';
import type { Scenario } from './domain/scenario.ts';
import { parseIsoTime } from './domain/time.ts';
import { fillDefault } from './fixtures/default.ts';
import { fillEmpty } from './fixtures/empty.ts';
import { controlMisfits, createControlHandlers } from './handlers/control/all.ts';
import { worldFaults } from './handlers/control/fault-source.ts';
import { createServiceHandlers, serviceMisfits } from './handlers/service/all.ts';
import type { About } from './handlers/control/health.ts';
import { createSignedAddresses } from './handlers/service/signed-addresses.ts';
import { createHostCardFetcher } from './host-card-fetcher.ts';
import { createFetch, type Fetch } from './hosts/fetch.ts';
import type { CardFetcher } from './http/card-fetcher.ts';
import { Journal } from './http/journal.ts';
import { createPipeline, type Serve } from './http/pipeline.ts';
import type { Journals, Log } from './http/pipeline-parts.ts';
import { createScopeLattice } from './http/scopes.ts';
import { epochMs } from './kernel/units.ts';
import type { World } from './kernel/world.ts';
import type { ClockChange } from './kernel/world-time.ts';
import { assertScenarios } from './scenario-check.ts';
import { builtInScenarios } from './scenarios/built-in.ts';
import { createMockWorlds, type MockWorld, type MockWorlds } from './mock-world.ts';
import { version } from './version.ts';
import { defaultWorldId, openWorlds, type WorldRequest, type Worlds } from './worlds.ts';

export type { Fetch } from './hosts/fetch.ts';
export type { Exposure } from './http/access.ts';
export type { CardFetcher } from './http/card-fetcher.ts';
export type { Log } from './http/pipeline-parts.ts';
export type { Serve } from './http/pipeline.ts';
export type { World } from './kernel/world.ts';
export { ControlRefused } from './mock-world.ts';
export type { MockClock, MockWorld, RequestQuery } from './mock-world.ts';
export type { WorldRequest, Worlds } from './worlds.ts';

/** How a mock starts; everything may be left out. */
export interface MockOptions extends Omit<WorldRequest, 'id' | 'from' | 'clock'> {
  /** How the time of `default` runs; real when absent. */
  readonly clock?: StartClock;
  /** Scenarios beside the built-in ones; one of the same name takes its place. */
  readonly scenarios?: readonly Scenario[];
  /** The pace of runs that name none; `instant` when absent, since a test does not want to wait. */
  readonly pace?: Pace;
  /** Origins beside those of this computer whose pages may call; `*` for every one. */
  readonly allowOrigins?: readonly string[];
  /** What opens the control API on an address that others can reach. */
  readonly controlToken?: string;
  /** Hosts that agent cards are fetched from although they are not public: `host` or `host:port`. */
  readonly allowCards?: readonly string[];
  /** Fetches agent cards of other hosts; when absent over the network on Node, and not at all elsewhere. */
  readonly cards?: CardFetcher;
  /** Base address for calls of `fetch` that name only a path. */
  readonly baseUrl?: string;
  /** Is told of bugs of the mock; silent when absent. */
  readonly log?: Log;
}

/** How a clock starts. Shape: `now` is ISO 8601, or milliseconds since 1970; absent for the host's time. */
export interface StartClock extends Omit<ClockChange, 'now'> {
  readonly now?: string | number;
}

/** A mock in this process. */
export interface Mock {
  /** Answers neutral requests; what hosts call. */
  readonly handle: Serve;
  /** Calls like the global `fetch` and never leaves the process. */
  readonly fetch: Fetch;
  readonly worlds: Worlds;
  /**
   * Gives a world, `default` when none is named.
   *
   * Errors: throws for a world that does not exist.
   */
  world(id?: string): MockWorld;
  /**
   * Makes a world from a fixture, or a fork of another one.
   *
   * Errors: throws a `ControlRefused` when its id is taken or its request is wrong.
   */
  createWorld: MockWorlds['create'];
  /**
   * Takes scenarios in place of those that were given before; runs that have begun go on as they are.
   *
   * Errors: throws for one that does not fit the schema.
   */
  useScenarios(scenarios: readonly Scenario[]): void;
  /** Ends every reader and every wait. */
  close(): Promise<void>;
}

const USUAL_ADDRESS = 'http://127.0.0.1:4010';

/** Operations whose request starts a run, so that it may choose the scenario. */
const RUN_STARTERS = ['executeAgent', 'dispatchRun', 'chatClientSession'];

/** Starts a mock. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const log = options.log ?? (() => undefined);
  const { seed, fixture, clock } = options;
  const worlds = await openWorlds({
    layout,
    fixtures: new Map([
      ['default', fillDefault],
      ['empty', fillEmpty],
    ]),
    fire: (draft, timer) => machines.fire(draft, timer),
    report: (error, doing) => log(`${doing} failed`, error),
    host: createHostTimer(),
    start: { seed, fixture, clock: clock && startClock(clock) },
  });
  const cards = options.cards ?? (await createHostCardFetcher(options.allowCards ?? []));
  const scenarios = createScenarioLibrary(builtInScenarios);
  const useScenarios = (given: readonly Scenario[]): void => {
    assertScenarios(given);
    scenarios.useFiles(given);
  };
  useScenarios(options.scenarios ?? []);
  const handle = createPipeline(partsOf(options, worlds, scenarios, cards, log));
  const rootUrl = (options.baseUrl ?? USUAL_ADDRESS).replace(/\/$/, '');
  const fetch = createFetch(handle, rootUrl);
  const find = (id: string): World => {
    const world = worlds.find(id);
    if (world === undefined) throw new Error(`World ${id} does not exist`);
    return world;
  };
  const mockWorlds = createMockWorlds({ fetch, rootUrl, find });
  return {
    handle,
    fetch,
    worlds,
    world: (id = defaultWorldId) => mockWorlds.open(find(id)),
    createWorld: (request) => mockWorlds.create(request),
    useScenarios,
    close: () => worlds.close(),
  };
}

function startClock({ now, ...change }: StartClock): ClockChange {
  if (now === undefined) return change;
  const at = typeof now === 'number' ? epochMs(now) : parseIsoTime(now);
  if (at === null) throw new Error(`clock.now must be a time in ISO 8601, not ${now}`);
  return { ...change, now: at };
}

function partsOf(
  options: MockOptions,
  worlds: Worlds,
  scenarios: ScenarioLibrary,
  cards: CardFetcher,
  log: Log,
): Parameters<typeof createPipeline>[0] {
  const scopes = createScopeLattice(manifest.extensions['x-scope-catalog'].scopes);
  const journals = keepJournals();
  const shared = { worlds: () => worlds, addresses, issuer };
  return {
    worlds,
    service: {
      operations: serviceOperations,
      handlers: createServiceHandlers({
        ...shared,
        runs: { scenarios, pace: options.pace ?? 'instant' },
        cards,
        scopes,
      }),
      misfits: serviceMisfits,
      events: { ExecutionStreamEvent: validateExecutionStreamEvent },
      runStarters: RUN_STARTERS,
      loadSamples: async () => (await import('../generated/service/samples.ts')).samples,
    },
    control: {
      operations: controlOperations,
      misfits: controlMisfits,
      handlers: createControlHandlers({ ...shared, about: aboutNow(), scenarios, journals }),
      events: { ConsoleEvent: validateConsoleEvent },
      runStarters: [],
      loadSamples: async () => (await import('../generated/control/samples.ts')).samples,
    },
    credentials,
    scopes,
    scenarios: (world) => world.query((view) => scenarios.names(view)),
    faults: worldFaults,
    journals,
    allowOrigins: options.allowOrigins ?? [],
    controlToken: options.controlToken === '' ? null : (options.controlToken ?? null),
    stopwatch: () => performance.now(),
    log,
  };
}

function aboutNow(): About {
  const startedAt = performance.now();
  return {
    version,
    contract: manifest.versions,
    uptimeMs: () => Math.round(performance.now() - startedAt),
  };
}

/** How this mock signs: the addresses of assets, and assertions in the name of the identity provider. */
const addresses = createSignedAddresses(createWebSigner());
const issuer = createWebJwtIssuer();

function keepJournals(): Journals {
  const journals = new WeakMap<World, Journal>();
  return {
    of(world) {
      const known = journals.get(world);
      if (known !== undefined) return known;
      const journal = new Journal();
      journals.set(world, journal);
      return journal;
    },
  };
}
