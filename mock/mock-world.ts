/**
 * A world as a test holds it: what the control API does, with types and without HTTP in sight. Everything that changes
 * the world is a call of that API, so that a test in process and one over a port get the same.
 */
import type {
  Asset,
  AssetRequest,
  Behaviour,
  BehaviourRequest,
  ClientSession,
  ClientSessionRequest,
  ClockSetting,
  Fault,
  FaultRequest,
  FeatureGates,
  FeatureGatesRequest,
  IdentityAssertion,
  IdentityAssertionRequest,
  JournalEntry,
  Key,
  KeyRequest,
  OutboxMessage,
  ProductEventOccurrence,
  ProductEventRequest,
  SandboxDeployment,
  SandboxDeploymentFields,
  Scenario,
  SessionToken,
  SessionTokenRequest,
  Snapshot,
  WorldRequest,
  WorldState,
} from '../generated/control/types.ts';
import { isoTime, parseIsoTime } from './domain/time.ts';
import { worldFetch, type Fetch } from './hosts/fetch.ts';
import type { WorldDump } from './kernel/world/dump.ts';
import type { ClockMode } from './kernel/time/time.ts';
import type { World } from './kernel/world/world.ts';
import { createWorldControl, type WorldControl } from './world-control.ts';
import { defaultWorldId } from './worlds.ts';

/**
 * How far to turn a clock: an ISO 8601 duration such as `PT5M`, a number of milliseconds, either of them in an object, or the
 * instant to turn it to.
 */
export type Advance =
  string | number | { readonly by: string } | { readonly ms: number } | { readonly to: string };

/**
 * The clock of a world.
 *
 * Shape: `now` is ISO 8601 in UTC. `advance` resolves when every timer on the way has fired.
 * Units: `rate` counts milliseconds of the world in one of real time.
 * Errors: `advance` rejects with a RangeError for an instant before `now`.
 */
export interface MockClock {
  readonly mode: ClockMode;
  readonly now: string;
  readonly rate: number;
  /** Stops the time, where it is or at an instant. */
  freeze(at?: string): Promise<void>;
  /** Changes how the time passes; what is left out stays as it is. */
  set(setting: Partial<ClockSetting>): Promise<void>;
  advance(by: Advance): Promise<void>;
}

/** Which calls to list: those of an operation, with a status, behind a cursor. */
export interface RequestQuery {
  readonly operationId?: string;
  readonly status?: number;
  readonly after?: string;
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
  /** Lists the violations of injected faults too; left out when absent. */
  readonly includeInjected?: boolean;
}

/**
 * One complete, isolated copy of the service.
 *
 * Errors: what the control API refuses is thrown as a `ControlRefused`.
 */
export interface MockWorld {
  readonly id: string;
  readonly seed: number;
  readonly fixture: string;
  /** Without a trailing slash; what a client takes as its base address. */
  readonly baseUrl: string;
  /**
   * Calls this world like the global `fetch`, whatever the origin of the address: a client with the base address of production
   * reaches this world too.
   *
   * Errors: throws a TypeError for an address below another world.
   */
  readonly fetch: Fetch;
  readonly clock: MockClock;
  /** Every operation of the control API by its operationId. The methods below are shorter forms of them. */
  readonly control: WorldControl;
  /** Creates a copy of the world as it is now. */
  fork(request?: Omit<WorldRequest, 'from' | 'fixture'>): Promise<MockWorld>;
  snapshot(name?: string): Promise<Snapshot>;
  /** Goes back to a snapshot, its time included. */
  restore(snapshot: Pick<Snapshot, 'id'>): Promise<void>;
  /** Goes back to the fixture and the seed. */
  reset(): Promise<void>;
  dump(): WorldDump;
  load(dump: unknown): Promise<void>;
  addFault(fault: FaultRequest): Promise<Fault>;
  faults(): Promise<readonly Fault[]>;
  removeFault(fault: Pick<Fault, 'id'>): Promise<void>;
  clearFaults(): Promise<void>;
  featureGates(): Promise<FeatureGates>;
  setFeatureGates(gates: FeatureGatesRequest): Promise<FeatureGates>;
  /** Lists calls of the service, oldest first unless the query says otherwise. */
  requests(query?: RequestQuery): Promise<readonly JournalEntry[]>;
  clearRequests(): Promise<void>;
  createKey(request: KeyRequest): Promise<Key>;
  createSessionToken(request?: SessionTokenRequest): Promise<SessionToken>;
  createClientSession(request: ClientSessionRequest): Promise<ClientSession>;
  createIdentityAssertion(request: IdentityAssertionRequest): Promise<IdentityAssertion>;
  createSandboxDeployment(fields?: SandboxDeploymentFields): Promise<SandboxDeployment>;
  patchSandboxDeployment(id: string, fields: SandboxDeploymentFields): Promise<SandboxDeployment>;
  createProductEvent(request: ProductEventRequest): Promise<ProductEventOccurrence>;
  createAsset(request: AssetRequest): Promise<Asset>;
  /** Adds a scenario or replaces the one of that name. */
  putScenario(name: string, scenario: Scenario): Promise<Scenario>;
  /** Sets the scenario that an agent's runs follow when the request names none. */
  setAgentBehaviour(agentId: string, behaviour: BehaviourRequest): Promise<Behaviour>;
  /** Lists the mails that the service has sent, such as codes of a registration. */
  outbox(email?: string): Promise<readonly OutboxMessage[]>;
  /** Ends every stream and forgets the world. */
  delete(): Promise<void>;
  /** Reads records directly, as the mock's own handlers do, once every timer that is due has fired. */
  readonly query: World['query'];
  /** Changes records directly, as the mock's own handlers do. */
  readonly dispatch: World['dispatch'];
}

/** Creates the worlds that a test holds; `rootUrl` has no trailing slash. */
export interface MockWorlds {
  open(world: World): MockWorld;
  create(request?: WorldRequest): Promise<MockWorld>;
}

/** Where worlds are called and found; the root address changes when the mock begins to listen. */
export interface MockWorldsOptions {
  readonly fetch: Fetch;
  readonly rootUrl: () => string;
  readonly find: (id: string) => World;
}

/** Creates worlds for tests on top of a mock. */
export function createMockWorlds({ fetch, rootUrl, find }: MockWorldsOptions): MockWorlds {
  async function create(request: WorldRequest = {}): Promise<MockWorld> {
    const { id } = await createWorldControl(rootUrl(), fetch).createWorld({ body: request });
    return open(find(id));
  }

  function open(world: World): MockWorld {
    const prefix = world.id === defaultWorldId ? '' : `/w/${world.id}`;
    const baseUrl = () => rootUrl() + prefix;
    let control: WorldControl | undefined;
    const call = () => (control ??= createWorldControl(baseUrl(), fetch));
    return {
      id: world.id,
      get seed() {
        return world.origin.seed;
      },
      get fixture() {
        return world.origin.fixture;
      },
      get baseUrl() {
        return baseUrl();
      },
      fetch: worldFetch(fetch, rootUrl, prefix),
      clock: clockOf(world, call),
      get control() {
        return call();
      },
      fork: (request = {}) => create({ ...request, from: world.id }),
      snapshot: (name) => call().createSnapshot({ body: name === undefined ? {} : { name } }),
      restore: ({ id }) => done(call().restoreSnapshot({ path: { id } })),
      reset: () => done(call().resetWorld()),
      dump: () => {
        world.catchUpNow();
        return world.dump();
      },
      load: (dump) => done(call().loadState({ body: dump as WorldState })),
      addFault: (fault) => call().createFault({ body: fault }),
      faults: async () => (await call().listFaults()).faults,
      removeFault: ({ id }) => done(call().deleteFault({ path: { id } })),
      clearFaults: () => done(call().clearFaults()),
      featureGates: () => call().getFeatureGates(),
      setFeatureGates: (gates) => call().setFeatureGates({ body: gates }),
      requests: async (query = {}) => (await call().listRequests({ query })).requests,
      clearRequests: () => done(call().clearRequests()),
      createKey: (body) => call().createKey({ body }),
      createSessionToken: (body = {}) => call().createSessionToken({ body }),
      createClientSession: (body) => call().createClientSession({ body }),
      createIdentityAssertion: (body) => call().createIdentityAssertion({ body }),
      createSandboxDeployment: (body = {}) => call().createSandboxDeployment({ body }),
      patchSandboxDeployment: (id, body) => call().patchSandboxDeployment({ path: { id }, body }),
      createProductEvent: (body) => call().createProductEvent({ body }),
      createAsset: (body) => call().createAsset({ body }),
      putScenario: (name, body) => call().putScenario({ path: { name }, body }),
      setAgentBehaviour: (id, body) => call().setAgentBehaviour({ path: { id }, body }),
      outbox: async (email) =>
        (await call().listOutbox({ query: email === undefined ? {} : { email } })).messages,
      delete: () => done(createWorldControl(rootUrl(), fetch).deleteWorld({ path: { id: world.id } })),
      query: (read) => {
        world.catchUpNow();
        return world.query(read);
      },
      dispatch: (command) => world.dispatch(command),
    };
  }

  return { open, create };
}

async function done(call: Promise<unknown>): Promise<void> {
  await call;
}

function clockOf(world: World, control: () => WorldControl): MockClock {
  const set = (body: ClockSetting) => done(control().setClock({ body }));
  return {
    get mode() {
      return world.clock.mode;
    },
    get now() {
      return isoTime(world.now);
    },
    get rate() {
      return world.clock.rate;
    },
    freeze: (at) => set({ mode: 'frozen', ...(at !== undefined && { now: at }) }),
    set: (setting) => {
      const { mode, rate } = world.clock;
      return set({ mode, ...(mode === 'scaled' && setting.mode === undefined && { rate }), ...setting });
    },
    advance: async (by) => done(control().advanceClock({ body: advanceBody(by, world.now) })),
  };
}

function advanceBody(by: Advance, now: number): { readonly by: string } | { readonly ms: number } {
  if (typeof by === 'string') return { by };
  if (typeof by === 'number') return { ms: by };
  if (!('to' in by)) return by;
  const at = parseIsoTime(by.to);
  if (at === null || at < now) throw new RangeError(`The clock can't be advanced to ${by.to}.`);
  return { ms: at - now };
}
