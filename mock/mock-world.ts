/**
 * A world as a test holds it: what the control API does, with types and without HTTP in sight. Everything that changes
 * the world is a call of that API, so that a test in process and one over a port get the same.
 */
import {
  advanceClock,
  clearFaults,
  createClient,
  createFault,
  createSnapshot,
  createWorld,
  deleteWorld,
  isOk,
  listRequests,
  loadState,
  resetWorld,
  restoreSnapshot,
  setClock,
  setFeatureGates,
  type AnyAnswer,
  type Client,
  type Success,
} from '../generated/control/client.ts';
import type {
  ClockAdvance,
  ClockSetting,
  Fault,
  FaultRequest,
  FeatureGates,
  FeatureGatesRequest,
  JournalEntry,
  Snapshot,
  WorldState,
  WorldRequest,
} from '../generated/control/types.ts';
import { isoTime } from './domain/time.ts';
import type { Fetch } from './hosts/fetch.ts';
import type { WorldDump } from './kernel/dump.ts';
import type { ClockMode } from './kernel/world-time.ts';
import type { World } from './kernel/world.ts';
import { defaultWorldId } from './worlds.ts';

/**
 * The clock of a world.
 *
 * Shape: `now` is ISO 8601 in UTC. `advance` takes an ISO 8601 duration or milliseconds, and resolves when every timer on
 * the way has fired.
 * Units: `rate` counts milliseconds of the world in one of real time.
 */
export interface MockClock {
  readonly mode: ClockMode;
  readonly now: string;
  readonly rate: number;
  /** Stops the time, where it is or at an instant. */
  freeze(at?: string): Promise<void>;
  set(setting: ClockSetting): Promise<void>;
  advance(by: ClockAdvance): Promise<void>;
}

/** Which calls to list: those of an operation, with a status, behind a cursor. */
export interface RequestQuery {
  readonly operationId?: string;
  readonly status?: number;
  readonly after?: string;
  readonly limit?: number;
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
  /** Calls this world like the global `fetch`; a path alone is taken relative to `baseUrl`. */
  readonly fetch: Fetch;
  readonly clock: MockClock;
  /** Makes a copy of the world as it is now. */
  fork(request?: Omit<WorldRequest, 'from' | 'fixture'>): Promise<MockWorld>;
  snapshot(name?: string): Promise<Snapshot>;
  /** Goes back to a snapshot, its time included. */
  restore(snapshot: Pick<Snapshot, 'id'>): Promise<void>;
  /** Goes back to the fixture and the seed. */
  reset(): Promise<void>;
  dump(): WorldDump;
  load(dump: unknown): Promise<void>;
  addFault(fault: FaultRequest): Promise<Fault>;
  clearFaults(): Promise<void>;
  setFeatureGates(gates: FeatureGatesRequest): Promise<FeatureGates>;
  /** Lists calls of the service, oldest first. */
  requests(query?: RequestQuery): Promise<readonly JournalEntry[]>;
  /** Ends every stream and forgets the world. */
  delete(): Promise<void>;
  /** Reads records directly, as the mock's own handlers do. */
  readonly query: World['query'];
  /** Changes records directly, as the mock's own handlers do. */
  readonly dispatch: World['dispatch'];
}

/** Is thrown for a call that the control API refuses; the message says why. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
  readonly status: number;
  readonly body: unknown;

  constructor({ status, body, response }: AnyAnswer) {
    super(`${response.operationId} was refused with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Makes the worlds that a test holds; `rootUrl` has no trailing slash. */
export interface MockWorlds {
  open(world: World): MockWorld;
  create(request?: WorldRequest): Promise<MockWorld>;
}

/** Where worlds are called and found. */
export interface MockWorldsOptions {
  readonly fetch: Fetch;
  readonly rootUrl: string;
  readonly find: (id: string) => World;
}

/** Makes worlds for tests on top of a mock. */
export function createMockWorlds({ fetch, rootUrl, find }: MockWorldsOptions): MockWorlds {
  const clientOf = (baseUrl: string): Client =>
    createClient({ baseUrl, fetch, timeoutMs: null, retry: false });
  const root = clientOf(rootUrl);

  async function create(request: WorldRequest = {}): Promise<MockWorld> {
    const { id } = await bodyOf(createWorld(root, { body: request }));
    return open(find(id));
  }

  function open(world: World): MockWorld {
    const baseUrl = world.id === defaultWorldId ? rootUrl : `${rootUrl}/w/${world.id}`;
    const client = clientOf(baseUrl);
    return {
      id: world.id,
      get seed() {
        return world.origin.seed;
      },
      get fixture() {
        return world.origin.fixture;
      },
      baseUrl,
      fetch: (input, init) => fetch(isPath(input) ? baseUrl + input : input, init),
      clock: clockOf(world, client),
      fork: (request = {}) => create({ ...request, from: world.id }),
      snapshot: (name) => bodyOf(createSnapshot(client, { body: name === undefined ? {} : { name } })),
      restore: ({ id }) => done(restoreSnapshot(client, { path: { id } })),
      reset: () => done(resetWorld(client)),
      dump: () => world.dump(),
      load: (dump) => done(loadState(client, { body: dump as WorldState })),
      addFault: (fault) => bodyOf(createFault(client, { body: fault })),
      clearFaults: () => done(clearFaults(client)),
      setFeatureGates: (gates) => bodyOf(setFeatureGates(client, { body: gates })),
      requests: async (query = {}) => (await bodyOf(listRequests(client, { query }))).requests,
      delete: () => done(deleteWorld(root, { path: { id: world.id } })),
      query: (read) => world.query(read),
      dispatch: (command) => world.dispatch(command),
    };
  }

  return { open, create };
}

/** Waits for the body of a success. */
async function bodyOf<Result extends AnyAnswer>(answer: Promise<Result>): Promise<Success<Result>['body']> {
  const told = await answer;
  if (isOk(told)) return told.body;
  throw new ControlRefused(told);
}

/** Waits for a success. */
async function done(answer: Promise<AnyAnswer>): Promise<void> {
  await bodyOf(answer);
}

function clockOf(world: World, client: Client): MockClock {
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
    freeze: (at) =>
      done(setClock(client, { body: { mode: 'frozen', ...(at !== undefined && { now: at }) } })),
    set: (setting) => done(setClock(client, { body: setting })),
    advance: (by) => done(advanceClock(client, { body: by })),
  };
}

function isPath(input: Parameters<Fetch>[0]): input is string {
  return typeof input === 'string' && input.startsWith('/');
}
