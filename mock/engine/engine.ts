/** The mock of any API: opens its worlds and serves them. Does not listen on a port; see `hosts/node.ts`. */
import { createRouter } from '../../templates/runtime/router.ts';
import { createHostTimer } from '../adapters/host-timer.ts';
import { createFetch, type LocalFetch } from '../hosts/fetch.ts';
import type { Serve } from '../http/pipeline.ts';
import type { World } from '../kernel/world/world.ts';
import type { MockPlugin } from '../plugin.ts';
import { defineMockStore } from '../records/store.ts';
import { createLogHost, type WorldContents } from '../worlds/log-host.ts';
import { defaultWorldId, openWorlds, type Worlds } from '../worlds/worlds.ts';
import { readExpiry, startClock, type MockEngineOptions } from './options.ts';
import { createJournals, createServe } from './serve.ts';
import { createWorldHandles, type EngineWorld, type WorldHandles } from './world.ts';

/** A mock in this process. */
export interface Engine<Helpers extends object = object> {
  /** Handles host-neutral requests; called by host adapters. */
  readonly handle: Serve;
  /** Calls like the global `fetch` and never leaves the process. */
  readonly fetch: LocalFetch;
  /** Returns whether the API has a path, with any method; `path` is percent-encoded and without a query. */
  hasPath(path: string): boolean;
  /** URL of the default world, without a trailing slash. */
  readonly baseUrl: string;
  /** Sets the base URL to the one that a host listens on, unless the options specify one. */
  useAddress(url: string): void;
  readonly worlds: Worlds;
  /** Returns a world by its id, by default `default`. Errors: throws for a world that does not exist. */
  world(id?: string): EngineWorld<Helpers> & Helpers;
  /**
   * Creates a world from a fixture, or as a fork of another world.
   *
   * Errors: throws a `ControlRefused` when the id is taken or the request is invalid.
   */
  readonly createWorld: WorldHandles<Helpers>['create'];
  /** Serves the same worlds by another version of the API from now on; its records must be of the same kinds. */
  reload(plugin: MockPlugin<Helpers>): void;
  /** Ends all readers and waits. */
  close(): Promise<void>;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:4010';

/** The initial states of an API without fixtures: worlds without records. */
const emptyFixtures: Omit<WorldContents, 'schema'> = {
  fixtures: new Map([
    ['default', () => undefined],
    ['empty', () => undefined],
  ]),
  fixtureRevision: 1,
};

/**
 * Starts the mock of an API: of a plug-in, or of a contract alone, as `{ contract }`.
 *
 * Errors: rejects when the log cannot be opened, with a message about the reason and what to do.
 */
export async function createEngine<Helpers extends object = object>(
  plugin: MockPlugin<Helpers>,
  options: MockEngineOptions = {},
): Promise<Engine<Helpers>> {
  const report = options.report ?? (typeof options.log === 'function' ? options.log : () => undefined);
  const { seed, fixture, clock } = options;
  const store = plugin.store ?? defineMockStore({});
  const contents: WorldContents = { schema: store.schema, ...(plugin.fixtures ?? emptyFixtures) };
  const timer = createHostTimer();
  const log =
    typeof options.log === 'object'
      ? await options.log.open(createLogHost(contents, timer, report))
      : undefined;
  const worlds = await openWorlds({
    ...contents,
    fire: (tx, due) => store.machines.fire(tx, due),
    report: (error, doing) => report(`${doing} failed`, error),
    host: log?.now === undefined ? timer : { ...timer, now: log.now },
    log,
    maxWorlds: options.maxWorlds,
    start: { seed, fixture, clock: clock && startClock(clock) },
    expiresAfter: options.expiresAfter === undefined ? undefined : readExpiry(options.expiresAfter),
  });
  const parts = { store, options, worlds, report, journals: createJournals(log?.calls) };
  return openEngine(plugin, (served) => createServe({ ...parts, plugin: served }), worlds, options.baseUrl);
}

function openEngine<Helpers extends object>(
  plugin: MockPlugin<Helpers>,
  serve: (plugin: MockPlugin<Helpers>) => Serve,
  worlds: Worlds,
  baseUrl: string | undefined,
): Engine<Helpers> {
  let rootUrl = (baseUrl ?? DEFAULT_ADDRESS).replace(/\/$/, '');
  let isClosed = false;
  let current = serve(plugin);
  let router = createRouter(plugin.contract.service.operations);
  const hasPath = (path: string): boolean => router.match('GET', path).kind !== 'none';
  const handle: Serve = (request, exposure) => current(request, exposure);
  const fetch: LocalFetch = async (input, init) => {
    if (isClosed) throw new Error('The mock is closed.');
    return createFetch(handle, rootUrl)(input, init);
  };
  const find = (id: string): World => {
    const world = worlds.find(id);
    if (world === undefined) throw new Error(`World ${id} does not exist`);
    return world;
  };
  const handles = createWorldHandles({
    fetch,
    hasPath,
    rootUrl: () => rootUrl,
    find,
    helpers: (control) => plugin.helpers?.(control) ?? ({} as Helpers),
    createApi: plugin.control?.createApi,
  });
  return {
    handle,
    fetch,
    hasPath,
    get baseUrl() {
      return rootUrl;
    },
    useAddress(url) {
      if (baseUrl === undefined) rootUrl = url;
    },
    worlds,
    world: (id = defaultWorldId) => handles.open(find(id)),
    createWorld: (request) => handles.create(request),
    reload(next) {
      current = serve(next);
      router = createRouter(next.contract.service.operations);
    },
    close: async () => {
      isClosed = true;
      await worlds.close();
    },
  };
}
