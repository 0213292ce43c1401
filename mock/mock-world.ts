/**
 * A world as a test holds it: what the control API does, with types and without HTTP in sight. Everything that changes
 * the world is a call of that API, so that a test in process and one over a port get the same.
 */
import type {
  ClockAdvance,
  ClockSetting,
  Fault,
  FaultRequest,
  FeatureGates,
  FeatureGatesRequest,
  Journal,
  JournalEntry,
  Snapshot,
  World as WorldBody,
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

  constructor(call: string, status: number, body: unknown) {
    super(`${call} was refused with ${status}: ${JSON.stringify(body)}`);
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
  async function create(request: WorldRequest = {}): Promise<MockWorld> {
    const { id } = await controlOf(fetch, rootUrl)<WorldBody>('POST', '/worlds', request);
    return open(find(id));
  }

  function open(world: World): MockWorld {
    const baseUrl = world.id === defaultWorldId ? rootUrl : `${rootUrl}/w/${world.id}`;
    const control = controlOf(fetch, baseUrl);
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
      clock: clockOf(world, control),
      fork: (request = {}) => create({ ...request, from: world.id }),
      snapshot: (name) => control('POST', '/snapshots', name === undefined ? {} : { name }),
      restore: ({ id }) => control('POST', `/snapshots/${encodeURIComponent(id)}/restore`),
      reset: () => control('POST', '/reset'),
      dump: () => world.dump(),
      load: (dump) => control('PUT', '/state', dump),
      addFault: (fault) => control('POST', '/faults', fault),
      clearFaults: () => control('DELETE', '/faults'),
      setFeatureGates: (gates) => control('PUT', '/feature-gates', gates),
      requests: async (query = {}) => {
        const wanted = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
        const { requests } = await control<Journal>(
          'GET',
          `/requests?${String(new URLSearchParams(wanted))}`,
        );
        return requests;
      },
      delete: () => controlOf(fetch, rootUrl)('DELETE', `/worlds/${world.id}`),
      query: (read) => world.query(read),
      dispatch: (command) => world.dispatch(command),
    };
  }

  return { open, create };
}

/** Calls the control API: method, path below `/_mock`, body. */
type Control = <T = void>(method: string, path: string, body?: unknown) => Promise<T>;

function controlOf(fetch: Fetch, baseUrl: string): Control {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${baseUrl}/_mock${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await reply.text();
    const value = (text === '' ? undefined : JSON.parse(text)) as T;
    if (!reply.ok) throw new ControlRefused(`${method} /_mock${path}`, reply.status, value);
    return value;
  };
}

function clockOf(world: World, control: Control): MockClock {
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
    freeze: (at) => control('PUT', '/clock', { mode: 'frozen', ...(at !== undefined && { now: at }) }),
    set: (setting) => control('PUT', '/clock', setting),
    advance: (by) => control('POST', '/clock/advance', by),
  };
}

function isPath(input: Parameters<Fetch>[0]): input is string {
  return typeof input === 'string' && input.startsWith('/');
}
