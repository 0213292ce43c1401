/**
 * All worlds of one server: create, fork, find, list, delete. Combines the kernel with its adapters; knows nothing
 * about HTTP.
 */
import { createMemoryBus } from './adapters/memory-bus.ts';
import { createMemoryCommitLog } from './adapters/memory-commit-log.ts';
import { createSeededRandom } from './adapters/seeded-random.ts';
import { createSequentialIds } from './adapters/sequential-ids.ts';
import { createWorldClock } from './adapters/world-clock.ts';
import type { EngineOptions } from './kernel/world/engine.ts';
import type { StoreSchema } from './kernel/store/schema.ts';
import type { CommitLog, HostTimer } from './kernel/ports.ts';
import { ok, err } from './kernel/transaction/result.ts';
import type { Result } from './kernel/transaction/result.ts';
import { emptyState } from './kernel/store/state.ts';
import type { Origin, WorldState } from './kernel/store/state.ts';
import { milliseconds, type DurationMs, changedSetting, resumedSetting } from './kernel/time/time.ts';
import { World } from './kernel/world/world.ts';
import { beginState, originFrom } from './kernel/world/fixture.ts';
import type { WorldOptions } from './kernel/world/world.ts';
import type { Fixture } from './kernel/world/fixture.ts';
import type { ClockChange, ClockSetting } from './kernel/time/time.ts';
import type { Pace } from '../generated/control/types.ts';
import { WorldExpiry } from './world-expiry.ts';

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
  readonly log?: CommitLog;
  /** The maximum number of worlds; `defaultMaxWorlds` when absent. */
  readonly mostWorlds?: number | undefined;
  /** The default lifetime of worlds other than `default` without a request; unlimited when absent. */
  readonly expiresAfter?: DurationMs | undefined;
  /** The initial state of `default`. */
  readonly start?: Pick<WorldRequest, 'seed' | 'fixture' | 'clock'>;
}

/**
 * The settings that a world keeps through a reset, in addition to its records.
 *
 * Shape: `pace` and `scenario` are the defaults of runs. `expiresAfter` is real time without a request.
 */
export interface WorldSettings {
  readonly pace?: Pace | undefined;
  readonly scenario?: string | undefined;
  readonly expiresAfter?: DurationMs | undefined;
}

/**
 * A request for a world.
 *
 * Shape: `from` is the world to fork, which determines fixture, seed and clock; by default the seed is 1 and the clock
 * real. Without `id` one is generated.
 */
export interface WorldRequest extends WorldSettings {
  readonly id?: string | undefined;
  readonly seed?: number | undefined;
  readonly fixture?: string | undefined;
  readonly from?: string | undefined;
  readonly clock?: ClockChange | undefined;
}

/** The reason why a world was not created, found or deleted. */
export type WorldsError =
  | { readonly code: 'WORLD_ID_TAKEN'; readonly id: string }
  | { readonly code: 'WORLD_ID_INVALID'; readonly id: string }
  | { readonly code: 'TOO_MANY_WORLDS'; readonly most: number }
  | { readonly code: 'WORLD_NOT_FOUND'; readonly id: string }
  | { readonly code: 'WORLD_PROTECTED'; readonly id: string }
  | { readonly code: 'FIXTURE_UNKNOWN'; readonly fixture: string; readonly known: readonly string[] }
  | { readonly code: 'FIXTURE_AND_FORK' };

type WorldsErrorOf<Code extends WorldsError['code']> = Extract<WorldsError, { readonly code: Code }>;

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const hostTime: ClockSetting = { mode: 'real', offset: milliseconds(0) };
const defaultSeed = 1;

/** Opens the worlds in the log, and `default` if it is not among them. */
export async function openWorlds(options: WorldsOptions): Promise<Worlds> {
  const worlds = new Worlds(options);
  await worlds.open();
  return worlds;
}

export class Worlds {
  readonly #options: WorldsOptions;
  readonly #log: CommitLog;
  readonly #ids = createSequentialIds();
  readonly #random = createSeededRandom();
  readonly #worlds = new Map<string, World>();
  readonly #taken = new Set<string>();
  readonly #settings = new WeakMap<World, WorldSettings>();
  readonly #expiry: WorldExpiry;
  #made = 0;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#log = options.log ?? createMemoryCommitLog();
    this.#expiry = new WorldExpiry(options.host, (id) => void this.delete(id));
  }

  /** Loads the worlds of the log. Must be awaited before anything else. */
  async open(): Promise<void> {
    const { seed = defaultSeed, fixture = this.#defaultFixture(), clock } = this.#options.start ?? {};
    const origin = this.#origin(seed, fixture, clock);
    const begin = (): WorldState => this.#begin(origin);
    for (const id of new Set([defaultWorldId, ...(await this.#log.list())])) {
      this.#taken.add(id);
      await this.#start(id, origin, begin);
    }
  }

  /**
   * Creates a world from a fixture, or forks one at its current state; the cost of a fork does not depend on its size.
   *
   * Errors: TOO_MANY_WORLDS, WORLD_ID_TAKEN, WORLD_ID_INVALID, WORLD_NOT_FOUND (of `from`), FIXTURE_UNKNOWN,
   * FIXTURE_AND_FORK (returned).
   */
  async create(request: WorldRequest = {}): Promise<Result<World, WorldsError>> {
    const id = request.id ?? this.#makeId();
    if (!idPattern.test(id)) return err({ code: 'WORLD_ID_INVALID', id });
    if (this.#taken.has(id)) return err({ code: 'WORLD_ID_TAKEN', id });
    const { mostWorlds: most = defaultMaxWorlds } = this.#options;
    if (this.#taken.size >= most) return err({ code: 'TOO_MANY_WORLDS', most });
    const state =
      request.from === undefined ? this.#fromFixture(request) : this.#fromWorld(request, request.from);
    if (!state.ok) return state;
    this.#taken.add(id);
    const settings = this.#settingsFor(request);
    const world = await this.#start(id, state.value.origin, () => state.value);
    this.#settings.set(world, settings);
    if (settings.expiresAfter !== undefined) this.#expiry.watch(id, settings.expiresAfter);
    return ok(world);
  }

  find(id: string): World | undefined {
    this.#expiry.touch(id);
    return this.#worlds.get(id);
  }

  /** Returns the settings that a world was created with; a fork has those of its source. */
  settingsOf(world: World): WorldSettings {
    return this.#settings.get(world) ?? {};
  }

  /** Lists the worlds in the order they were created. */
  list(): readonly World[] {
    return [...this.#worlds.values()];
  }

  /**
   * Deletes a world and ends its readers.
   *
   * Errors: WORLD_NOT_FOUND, WORLD_PROTECTED for `default` (returned).
   */
  async delete(id: string): Promise<Result<null, WorldsErrorOf<'WORLD_NOT_FOUND' | 'WORLD_PROTECTED'>>> {
    const world = this.#worlds.get(id);
    if (world === undefined) return err({ code: 'WORLD_NOT_FOUND', id });
    if (id === defaultWorldId) return err({ code: 'WORLD_PROTECTED', id });
    this.#worlds.delete(id);
    this.#expiry.forget(id);
    await world.close();
    await this.#log.drop(id);
    this.#taken.delete(id);
    return ok(null);
  }

  /** Ends the readers of all worlds; the log is not changed. */
  async close(): Promise<void> {
    this.#expiry.close();
    await Promise.all(this.list().map((world) => world.close()));
  }

  #settingsFor({ from, pace, scenario, expiresAfter }: WorldRequest): WorldSettings {
    const source = from === undefined ? undefined : this.#worlds.get(from);
    const like = source === undefined ? {} : this.settingsOf(source);
    return {
      pace: pace ?? like.pace,
      scenario: scenario ?? like.scenario,
      expiresAfter: expiresAfter ?? like.expiresAfter ?? this.#options.expiresAfter,
    };
  }

  #fromFixture({
    seed = defaultSeed,
    fixture = this.#defaultFixture(),
    clock,
  }: WorldRequest): Result<WorldState, WorldsError> {
    const names = [...this.#options.fixtures.keys()];
    if (!names.includes(fixture)) return err({ code: 'FIXTURE_UNKNOWN', fixture, known: names });
    return ok(this.#begin(this.#origin(seed, fixture, clock)));
  }

  #fromWorld({ seed, fixture, clock }: WorldRequest, from: string): Result<WorldState, WorldsError> {
    if (fixture !== undefined) return err({ code: 'FIXTURE_AND_FORK' });
    const source = this.#worlds.get(from);
    if (source === undefined) return err({ code: 'WORLD_NOT_FOUND', id: from });
    const state = source.snapshot();
    const host = this.#options.host.now();
    const setting = resumedSetting(state.clock, host);
    const like = {
      ...state.origin,
      seed: seed ?? state.origin.seed,
      clock: clock ? changedSetting(setting, clock, host) : setting,
    };
    const origin = originFrom(like, host);
    const random = seed === undefined ? state.random : this.#random.start(seed);
    return ok({ ...state, origin, clock: origin.clock, random, version: 0 });
  }

  #origin(seed: number, fixture: string, clock: ClockChange | undefined): Origin {
    const host = this.#options.host.now();
    const setting = clock === undefined ? hostTime : changedSetting(hostTime, clock, host);
    return originFrom({ seed, fixture, clock: setting }, host);
  }

  #begin(origin: Origin): WorldState {
    const fixture = this.#options.fixtures.get(origin.fixture);
    if (fixture === undefined) throw new Error(`Fixture ${origin.fixture} does not exist.`);
    return beginState(this.#options.schema, origin, fixture, { ids: this.#ids, random: this.#random });
  }

  async #start(id: string, origin: Origin, begin: () => WorldState): Promise<World> {
    const { schema, fixtures, fire, report, host } = this.#options;
    const clock = createWorldClock(host, origin.clock);
    const ports = { clock, bus: createMemoryBus(), log: this.#log, ids: this.#ids, random: this.#random };
    const nextTurn = (): Promise<void> => host.nextTurn();
    const options: WorldOptions = { world: id, schema, fixtures, fire, report, nextTurn, ...ports };
    const world = new World(options, emptyState(schema, origin, 0));
    try {
      await world.start(begin);
    } catch (error) {
      this.#taken.delete(id);
      throw error;
    }
    this.#worlds.set(id, world);
    return world;
  }

  #defaultFixture(): string {
    return this.#options.fixtures.keys().next().value ?? '';
  }

  #makeId(): string {
    do this.#made += 1;
    while (this.#taken.has(`world-${this.#made}`));
    return `world-${this.#made}`;
  }
}
