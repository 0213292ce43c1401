/**
 * All worlds of one server: create, fork, find, list, delete. Combines the kernel with its adapters; independent of
 * HTTP.
 */
import { createMemoryBus } from '../adapters/memory-bus.ts';
import { createMemoryCommitLog } from '../adapters/memory-commit-log.ts';
import { WorldClock } from '../adapters/world-clock.ts';
import type { StoreSchema } from '../kernel/store/schema.ts';
import type { MaybePromise } from '../kernel/async.ts';
import { CommitUnreadableError, isWorldId, LogUnavailableError, worldIdForm } from '../kernel/ports.ts';
import type { CommitLog, HostTimer } from '../kernel/ports.ts';
import { WorldClosedError, type EngineOptions } from '../kernel/world/engine.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import { emptyState, type Origin, type WorldState } from '../kernel/store/state.ts';
import type { DurationMs } from '../kernel/time/time.ts';
import { World, type WorldOptions } from '../kernel/world/world.ts';
import type { Fixture } from '../kernel/world/fixture.ts';
import { WorldExpiry } from './world-expiry.ts';
import { WorldIds } from './world-ids.ts';
import {
  settingsOf,
  WorldStates,
  type WorldRequest,
  type WorldsError,
  type WorldsErrorOf,
} from './world-states.ts';

/** The id of the world that exists from the start and can't be deleted. */
export const defaultWorldId = 'default';

/** The default maximum number of worlds. A world of the default fixture takes about 200 kB. */
export const defaultMaxWorlds = 10_000;

export interface WorldsOptions {
  readonly schema: StoreSchema;
  /** Shape: the first one is the default. */
  readonly fixtures: ReadonlyMap<string, Fixture>;
  readonly fire: EngineOptions['fire'];
  readonly report: EngineOptions['report'];
  readonly host: HostTimer;
  /** An in-memory log when absent. */
  readonly log?: CommitLog | undefined;
  /** The maximum number of worlds; `defaultMaxWorlds` when absent. */
  readonly maxWorlds?: number | undefined;
  /** The default lifetime of worlds other than `default` without a request; unlimited when absent. */
  readonly expiresAfter?: DurationMs | undefined;
  /** The initial state of `default`. */
  readonly start?: Pick<WorldRequest, 'seed' | 'fixture' | 'clock'>;
}

/** A world of a log that cannot be read. */
export interface StoredProblem {
  readonly id: string;
  readonly problem: string;
}

/** The worlds of a log, and those that cannot be read. */
export interface WorldListing {
  readonly worlds: readonly World[];
  readonly unreadable: readonly StoredProblem[];
}

const defaultLost =
  'The log has lost the world default, which was created again from its fixture. Other worlds may be lost too.';

/** Opens the worlds of a log; `default` is created if it is not among them. */
export async function openWorlds(options: WorldsOptions): Promise<Worlds> {
  const worlds = new Worlds(options);
  try {
    await worlds.start();
  } catch (error) {
    await options.log?.close();
    throw error;
  }
  return worlds;
}

export class Worlds {
  readonly #options: WorldsOptions;
  readonly #log: CommitLog;
  readonly #states: WorldStates;
  readonly #worlds = new Map<string, World>();
  readonly #opening = new Map<string, Promise<World | undefined>>();
  /** Why worlds of the log cannot be read, by id. */
  readonly #unreadable = new Map<string, string>();
  readonly #ids = new WorldIds();
  readonly #expiry: WorldExpiry;
  #isStarted = false;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#states = new WorldStates(options);
    this.#log = options.log ?? createMemoryCommitLog();
    this.#expiry = new WorldExpiry(options.host, (id, span) => void this.#expire(id, span));
  }

  /** Opens `default`, and creates it if the log does not have it. Must be awaited before anything else. */
  async start(): Promise<void> {
    this.#ids.update(await this.#log.list());
    await this.#openDefault();
    this.#isStarted = true;
  }

  /**
   * Creates a world from a fixture, or forks one at its current state; the cost of a fork does not depend on its size.
   *
   * Errors: TOO_MANY_WORLDS, WORLD_ID_TAKEN, WORLD_ID_INVALID, WORLD_NOT_FOUND (of `from`), FIXTURE_UNKNOWN,
   * FIXTURE_AND_FORK (returned).
   */
  async create(request: WorldRequest = {}): Promise<Result<World, WorldsError>> {
    if (this.#log.isShared) this.#ids.update(await this.#log.list());
    const id = request.id ?? this.#ids.make();
    if (!isWorldId(id)) return err({ code: 'WORLD_ID_INVALID', id });
    if (this.#ids.has(id)) return err({ code: 'WORLD_ID_TAKEN', id });
    const { maxWorlds: most = defaultMaxWorlds } = this.#options;
    if (this.#ids.count >= most) return err({ code: 'TOO_MANY_WORLDS', most });
    const created = await this.#ids.reserve(id, () => this.#create(id, request));
    if (created.ok) return created;
    if (created.error.code !== 'WORLD_ID_TAKEN') this.#ids.delete(id);
    else if (request.id === undefined) return this.create(request);
    return created;
  }

  /** Returns a world that this process has opened. */
  find(id: string): World | undefined {
    this.#expiry.touch(id);
    return this.#worlds.get(id);
  }

  /**
   * Returns a world, which is loaded from the log if this process has not opened it yet. A world of a shared log has all
   * changes that other processes had made by the time of the call. Unless `isUse` is false, its lifetime begins again.
   */
  open(id: string, isUse = true): MaybePromise<World | undefined> {
    if (!isWorldId(id)) return undefined;
    const world = isUse ? this.find(id) : this.#worlds.get(id);
    if (this.#log.isShared)
      return world === undefined ? this.#load(id, isUse) : this.#refresh(id, world, isUse);
    return world === undefined && this.#ids.has(id) ? this.#load(id, isUse) : world;
  }

  /** Reads the changes of other processes; a world that one of them has deleted may have been created again. */
  async #refresh(id: string, world: World, isUse: boolean): Promise<World | undefined> {
    try {
      await world.refresh(isUse);
      this.#unreadable.delete(id);
    } catch (error) {
      this.#noteProblem(id, error);
      if (!(error instanceof WorldClosedError)) throw error;
    }
    if (!world.isClosed) return world;
    this.#forget(id, world);
    return this.open(id, isUse);
  }

  #load(id: string, isUse: boolean): Promise<World | undefined> {
    const opening = this.#opening.get(id);
    if (opening !== undefined) return opening;
    const opened = this.#open(id, isUse).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opened);
    return opened;
  }

  /** Lists the worlds that this process has opened. */
  list(): readonly World[] {
    return [...this.#worlds.values()];
  }

  /** Opens all worlds of the log, and returns those that cannot be read with the reason. */
  async openEach(): Promise<WorldListing> {
    const worlds: World[] = [];
    const ids = await this.#log.list();
    for (const id of ids) {
      const world = await this.#openReadable(id);
      if (world !== undefined) worlds.push(world);
      else if (!isWorldId(id)) this.#unreadable.set(id, `Its id is invalid: use ${worldIdForm}.`);
    }
    const unreadable = ids.flatMap((id) => {
      const problem = this.#unreadable.get(id);
      return problem === undefined ? [] : [{ id, problem }];
    });
    return { worlds, unreadable };
  }

  /** Counts the worlds of the log. */
  count(): MaybePromise<number> {
    return this.#log.isShared ? this.#log.list().then((ids) => ids.length) : this.#ids.count;
  }

  /**
   * Deletes a world and ends its readers.
   *
   * Errors: WORLD_NOT_FOUND, WORLD_PROTECTED for `default` (returned).
   */
  async delete(id: string): Promise<Result<null, WorldsErrorOf<'WORLD_NOT_FOUND' | 'WORLD_PROTECTED'>>> {
    const world = await this.#openReadable(id);
    if (world === undefined && !(await this.#log.list()).includes(id))
      return err({ code: 'WORLD_NOT_FOUND', id });
    if (id === defaultWorldId) return err({ code: 'WORLD_PROTECTED', id });
    // A world that another process has damaged is open here.
    const opened = world ?? this.#worlds.get(id);
    this.#worlds.delete(id);
    this.#expiry.forget(id);
    await opened?.close();
    await this.#log.drop(id);
    this.#ids.delete(id);
    this.#unreadable.delete(id);
    return ok(null);
  }

  /** Ends the readers of all worlds; the log is not changed. */
  async close(): Promise<void> {
    this.#expiry.close();
    await Promise.all(this.list().map((world) => world.close()));
    await this.#log.close();
  }

  /** Deletes a world that was not used for a span, unless another process has used it. After a failure, waits again. */
  async #expire(id: string, span: DurationMs): Promise<void> {
    try {
      const usedAt = await this.#log.lastUse?.(id);
      if (usedAt !== undefined && usedAt + span > this.#options.host.now())
        this.#expiry.watch(id, span, usedAt);
      else await this.delete(id);
    } catch (error) {
      if (!(error instanceof LogUnavailableError)) this.#options.report(error, `Deleting world ${id}`);
      this.#expiry.watch(id, span);
    }
  }

  async #create(id: string, request: WorldRequest): Promise<Result<World, WorldsError>> {
    const from = request.from === undefined ? undefined : await this.open(request.from);
    await from?.catchUp();
    // Another process may have created it in the meantime.
    const opened = this.#log.isShared ? await this.open(id) : undefined;
    if (opened !== undefined) return err({ code: 'WORLD_ID_TAKEN', id });
    const state =
      request.from === undefined
        ? this.#states.fromFixture(request)
        : this.#states.fromWorld(request, from, request.from);
    if (!state.ok) return state;
    const { origin } = state.value;
    const starting = this.#start(id, origin, () => state.value, request.from);
    this.#opening.set(
      id,
      starting.then(
        ({ world }) => world,
        () => undefined,
      ),
    );
    const { world, isBegun } = await starting.finally(() => this.#opening.delete(id));
    return isBegun ? ok(world) : err({ code: 'WORLD_ID_TAKEN', id });
  }

  /** Returns a world without using it; `undefined` for one that does not exist or cannot be read. */
  async #openReadable(id: string): Promise<World | undefined> {
    try {
      return await this.open(id, false);
    } catch (error) {
      if (error instanceof CommitUnreadableError) return undefined;
      throw error;
    }
  }

  async #open(id: string, isUse: boolean): Promise<World | undefined> {
    if (id === defaultWorldId) return this.#openDefault();
    const deletedError = new WorldClosedError(`World ${id} has been deleted.`);
    try {
      if ((await this.#log.newest(id, isUse)) === 0) return undefined;
      const { world } = await this.#start(id, this.#states.origin({}), () => {
        throw deletedError;
      });
      this.#unreadable.delete(id);
      return world;
    } catch (error) {
      if (error === deletedError) return undefined;
      this.#noteProblem(id, error);
      throw error;
    }
  }

  /** Records why a world cannot be read, and reports it once. */
  #noteProblem(id: string, error: unknown): void {
    if (!(error instanceof CommitUnreadableError) || this.#unreadable.has(id)) return;
    this.#unreadable.set(id, error.message);
    this.#options.report(error, `Opening world ${id}`);
  }

  async #openDefault(): Promise<World> {
    const origin = this.#states.origin(this.#options.start ?? {});
    const { world, isBegun } = await this.#start(defaultWorldId, origin, () => this.#states.begin(origin));
    if (isBegun && this.#isStarted) this.#options.report(new Error(defaultLost), 'Opening world default');
    return world;
  }

  /** Opens a world, and begins it if the log does not have it. Shape: `isBegun` is false if it was there already. */
  async #start(
    id: string,
    origin: Origin,
    begin: () => WorldState,
    from?: string,
  ): Promise<{ readonly world: World; readonly isBegun: boolean }> {
    const { schema, fixtures, fire, report, host } = this.#options;
    const clock = new WorldClock(host, origin.clock);
    const { ids, random } = this.#states;
    const ports = { clock, bus: createMemoryBus(), log: this.#log, ids, random };
    const nextTurn = (): Promise<void> => host.nextTurn();
    const gone = (): void => {
      this.#forget(id, world);
    };
    const options: WorldOptions = { world: id, schema, fixtures, fire, report, nextTurn, gone, ...ports };
    const world = new World(options, emptyState(schema, origin, 0));
    const isBegun = await world.start(begin, from);
    this.#worlds.set(id, world);
    this.#ids.add(id);
    const { expiresAfter } = settingsOf(world);
    if (expiresAfter !== undefined) this.#expiry.watch(id, expiresAfter);
    return { world, isBegun };
  }

  /** Forgets a world that another process has deleted. */
  #forget(id: string, world: World): void {
    if (this.#worlds.get(id) !== world) return;
    this.#worlds.delete(id);
    this.#ids.delete(id);
    this.#expiry.forget(id);
  }
}
