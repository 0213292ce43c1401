/**
 * A world for use in tests: the control API with types and without visible HTTP. Every change is a call of that API, so
 * that tests in the same process and tests over a port get the same behaviour.
 */
import type {
  ClockSetting,
  Fault,
  FaultRequest,
  JournalEntry,
  Snapshot,
  WorldRequest,
  WorldState,
} from '../../generated/control/types.ts';
import { isoTime, parseIsoTime } from '../kernel/time/iso-time.ts';
import { worldFetch, type LocalFetch } from '../hosts/fetch.ts';
import type { WorldDump } from '../kernel/world/dump.ts';
import type { ClockMode } from '../kernel/time/time.ts';
import type { World } from '../kernel/world/world.ts';
import { createWorldControl, type CreateApi, type WorldControl } from '../control/world-control.ts';
import { defaultWorldId } from '../worlds/worlds.ts';

/**
 * The time by which to advance a clock: an ISO 8601 duration such as `PT5M`, a number of milliseconds, either of them
 * in an object, or the instant to advance to.
 */
export type Advance =
  string | number | { readonly by: string } | { readonly ms: number } | { readonly to: string };

/**
 * The clock of a world.
 *
 * Shape: `now` is ISO 8601 in UTC. `advance` resolves when every timer up to the new time has fired.
 * Units: `rate` is milliseconds of world time per millisecond of real time.
 * Errors: `advance` rejects with a RangeError for an instant before `now`.
 */
export interface MockClock {
  readonly mode: ClockMode;
  readonly now: string;
  readonly rate: number;
  /** Freezes the time, at the current or the given instant. */
  freeze(at?: string): Promise<void>;
  /** Changes the clock setting; absent properties stay unchanged. */
  set(setting: Partial<ClockSetting>): Promise<void>;
  advance(by: Advance): Promise<void>;
}

/** A filter for calls: by operation, by status, after a cursor. */
export interface RequestQuery {
  readonly operationId?: string;
  readonly status?: number;
  readonly after?: string;
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
  /** Includes violations of injected faults; they are left out when absent. */
  readonly includeInjected?: boolean;
}

/**
 * One complete, isolated copy of the service.
 *
 * Errors: errors of the control API are thrown as `ControlRefused`.
 */
export interface EngineWorld<Helpers extends object = object> {
  readonly id: string;
  readonly seed: number;
  readonly fixture: string;
  /** The base URL for a client, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Calls this world like the global `fetch`, regardless of the origin of the URL: a client that is configured for
   * production reaches this world too.
   *
   * Errors: throws a TypeError for a URL of another world.
   */
  readonly fetch: LocalFetch;
  /** Returns whether the API has a path, with any method; `path` is percent-encoded and without a query. */
  hasPath(path: string): boolean;
  readonly clock: MockClock;
  /** Every operation of the control API by its operationId. The methods below are shortcuts for them. */
  readonly control: WorldControl;
  /** Creates a copy of the current world. */
  fork(request?: Omit<WorldRequest, 'from' | 'fixture'>): Promise<EngineWorld<Helpers> & Helpers>;
  snapshot(name?: string): Promise<Snapshot>;
  /** Restores a snapshot, including its time. */
  restore(snapshot: Pick<Snapshot, 'id'>): Promise<void>;
  /** Resets the world to its fixture and seed. */
  reset(): Promise<void>;
  dump(): WorldDump;
  load(dump: unknown): Promise<void>;
  addFault(fault: FaultRequest): Promise<Fault>;
  faults(): Promise<readonly Fault[]>;
  removeFault(fault: Pick<Fault, 'id'>): Promise<void>;
  clearFaults(): Promise<void>;
  /** Lists calls of the service, oldest first unless the query specifies another order. */
  requests(query?: RequestQuery): Promise<readonly JournalEntry[]>;
  clearRequests(): Promise<void>;
  /** Ends every stream and deletes the world. */
  delete(): Promise<void>;
  /** Reads records directly, as the mock's own handlers do, after all due timers have fired. */
  readonly query: World['query'];
  /** Changes records directly, as the mock's own handlers do. */
  readonly dispatch: World['dispatch'];
}

/** Creates the worlds for tests. */
export interface WorldHandles<Helpers extends object> {
  open(world: World): EngineWorld<Helpers> & Helpers;
  create(request?: WorldRequest): Promise<EngineWorld<Helpers> & Helpers>;
}

/**
 * How worlds are called and looked up. Shape: `rootUrl` has no trailing slash, and changes when the mock starts to
 * listen.
 */
export interface WorldHandleParts<Helpers extends object> {
  readonly fetch: LocalFetch;
  readonly hasPath: (path: string) => boolean;
  readonly rootUrl: () => string;
  readonly find: (id: string) => World;
  /** Creates the methods that the API adds to a world. */
  readonly helpers: (control: () => WorldControl) => Helpers;
  /** Creates the client of the operations that the API adds. */
  readonly createApi: CreateApi | undefined;
}

/** Creates worlds for tests on top of a mock. */
export function createWorldHandles<Helpers extends object>(
  parts: WorldHandleParts<Helpers>,
): WorldHandles<Helpers> {
  const { fetch, rootUrl, find } = parts;
  async function create(request: WorldRequest = {}): Promise<EngineWorld<Helpers> & Helpers> {
    const { id } = await createWorldControl(rootUrl(), fetch).createWorld({ body: request });
    return open(find(id));
  }

  function open(world: World): EngineWorld<Helpers> & Helpers {
    const prefix = world.id === defaultWorldId ? '' : `/w/${world.id}`;
    const baseUrl = () => rootUrl() + prefix;
    let control: WorldControl | undefined;
    const call = () => (control ??= createWorldControl(baseUrl(), fetch, parts.createApi));
    const handle: EngineWorld<Helpers> = {
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
      hasPath: (path) => parts.hasPath(path),
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
      requests: async (query = {}) => (await call().listRequests({ query })).requests,
      clearRequests: () => done(call().clearRequests()),
      delete: () => done(createWorldControl(rootUrl(), fetch).deleteWorld({ path: { id: world.id } })),
      query: (read) => {
        world.catchUpNow();
        return world.query(read);
      },
      dispatch: (command) => world.dispatch(command),
    };
    // Why not Object.assign: it would evaluate getters such as `control`.
    const helpers = Object.getOwnPropertyDescriptors(parts.helpers(call));
    return Object.defineProperties(handle, helpers) as EngineWorld<Helpers> & Helpers;
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
