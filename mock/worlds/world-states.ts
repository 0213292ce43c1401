/** The initial states of worlds: those of fixtures, and those of other worlds. */
import type { Pace } from '../../generated/control/types.ts';
import { createSeededRandom } from '../adapters/seeded-random.ts';
import { createSequentialIds } from '../adapters/sequential-ids.ts';
import type { HostTimer } from '../kernel/ports.ts';
import type { StoreSchema } from '../kernel/store/schema.ts';
import type { Origin, OriginSettings, WorldState } from '../kernel/store/state.ts';
import { changedSetting, milliseconds, resumedSetting } from '../kernel/time/time.ts';
import type { ClockChange, ClockSetting, DurationMs } from '../kernel/time/time.ts';
import { err, ok, type Result } from '../kernel/transaction/result.ts';
import { beginState, originFrom, type Fixture } from '../kernel/world/fixture.ts';
import type { World } from '../kernel/world/world.ts';

/** The settings that a world keeps through a reset; see `OriginSettings`. */
export interface WorldSettings extends OriginSettings {
  readonly pace?: Pace | undefined;
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

export type WorldsErrorOf<Code extends WorldsError['code']> = Extract<WorldsError, { readonly code: Code }>;

const hostTime: ClockSetting = { mode: 'real', offset: milliseconds(0) };
const defaultSeed = 1;

/** The sources of states; see `WorldsOptions`. */
export interface StateOptions {
  readonly schema: StoreSchema;
  readonly fixtures: ReadonlyMap<string, Fixture>;
  readonly host: HostTimer;
  readonly expiresAfter?: DurationMs | undefined;
}

/** Returns the settings that a world was created with; a fork has those of its source. */
export function settingsOf(world: World): WorldSettings {
  return (world.origin.settings ?? {}) as WorldSettings;
}

export class WorldStates {
  readonly ids = createSequentialIds();
  readonly random = createSeededRandom();
  readonly #options: StateOptions;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  /** Returns the settings of a new world; absent if there are none. */
  #settingsFor({ pace, scenario, expiresAfter }: WorldRequest, source?: World): WorldSettings | undefined {
    const like = source === undefined ? {} : settingsOf(source);
    const settings = {
      pace: pace ?? like.pace,
      scenario: scenario ?? like.scenario,
      expiresAfter: expiresAfter ?? like.expiresAfter ?? this.#options.expiresAfter,
    };
    return Object.values(settings).some((value) => value !== undefined) ? settings : undefined;
  }

  /** Creates the state of a world from a fixture. Errors: FIXTURE_UNKNOWN (returned). */
  fromFixture(request: WorldRequest): Result<WorldState, WorldsError> {
    const { fixture = this.#defaultFixture() } = request;
    const names = [...this.#options.fixtures.keys()];
    if (!names.includes(fixture)) return err({ code: 'FIXTURE_UNKNOWN', fixture, known: names });
    return ok(this.begin({ ...this.origin(request), settings: this.#settingsFor(request) }));
  }

  /**
   * Creates the state of a fork; the cost does not depend on the size of the world.
   *
   * Errors: FIXTURE_AND_FORK, WORLD_NOT_FOUND (returned).
   */
  fromWorld(request: WorldRequest, source: World | undefined, from: string): Result<WorldState, WorldsError> {
    const { seed, fixture, clock } = request;
    if (fixture !== undefined) return err({ code: 'FIXTURE_AND_FORK' });
    if (source === undefined) return err({ code: 'WORLD_NOT_FOUND', id: from });
    const state = source.snapshot();
    const host = this.#options.host.now();
    const setting = resumedSetting(state.clock, host);
    const like = {
      fixture: state.origin.fixture,
      seed: seed ?? state.origin.seed,
      clock: clock ? changedSetting(setting, clock, host) : setting,
      settings: this.#settingsFor(request, source),
    };
    const origin = originFrom(like, host);
    const random = seed === undefined ? state.random : this.random.start(seed);
    return ok({ ...state, origin, clock: origin.clock, random, version: 0 });
  }

  origin({
    seed = defaultSeed,
    fixture = this.#defaultFixture(),
    clock,
  }: Pick<WorldRequest, 'seed' | 'fixture' | 'clock'>): Origin {
    const host = this.#options.host.now();
    const setting = clock === undefined ? hostTime : changedSetting(hostTime, clock, host);
    return originFrom({ seed, fixture, clock: setting }, host);
  }

  /** Creates the initial state of a world from its origin. Errors: throws for an unknown fixture. */
  begin(origin: Origin): WorldState {
    const fixture = this.#options.fixtures.get(origin.fixture);
    if (fixture === undefined) throw new Error(`Fixture ${origin.fixture} does not exist.`);
    return beginState(this.#options.schema, origin, fixture, { ids: this.ids, random: this.random });
  }

  #defaultFixture(): string {
    return this.#options.fixtures.keys().next().value ?? '';
  }
}
