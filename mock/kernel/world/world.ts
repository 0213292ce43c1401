/** One world: the interface for the HTTP layer and the control API. All changes go to its engine. */
import { beginState, originFrom, type Fixture } from './fixture.ts';
import { onAbort, race, type AbortSignalLike, type Cancel, type MaybePromise } from '../async.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import type { Command, Transaction } from '../transaction/transaction.ts';
import { dumpState, loadState, type WorldDump } from './dump.ts';
import type { DumpProblem } from './dump-parts.ts';
import { Engine, type EngineOptions } from './engine.ts';
import type { StoreSchema } from '../store/schema.ts';
import { follow, followEvents, poll, type FollowOptions, type PollOptions } from '../log/log.ts';
import type { ReplaceCause, Snapshot, SnapshotHead } from '../ports.ts';
import { ok, err, type Result } from '../transaction/result.ts';
import type { Origin, WorldState } from '../store/state.ts';
import type { Entry, TopicName } from '../store/topic.ts';
import { after as later, rateOf, resumedSetting, settledSetting } from '../time/time.ts';
import type { DurationMs, EpochMs, Seq, ClockChange, ClockReading } from '../time/time.ts';
import type { View } from '../store/view.ts';
import type { Subscriber } from '../log/subscribers.ts';

export interface WorldOptions extends EngineOptions {
  readonly schema: StoreSchema;
  readonly fixtures: ReadonlyMap<string, Fixture>;
}

/** How a sleep ended: its time was over, or it was cancelled. */
export type SleepEnd = 'elapsed' | 'interrupted';

/** One complete, isolated copy of the service. Created by `mock/worlds/worlds.ts`. */
export class World {
  readonly id: string;
  readonly #options: WorldOptions;
  readonly #engine: Engine;
  readonly #sleepers = new Set<() => void>();

  /** Creates a world that shows the `blank` state until `start` has read the log. */
  constructor(options: WorldOptions, blank: WorldState) {
    this.id = options.world;
    this.#options = options;
    const gone = (): void => {
      this.#interrupt();
      options.gone?.();
    };
    this.#engine = new Engine({ ...options, gone }, blank);
  }

  /**
   * Loads the world's history, or begins it; returns whether it was begun here. Must be awaited before anything else.
   * `from` is the world that it is a fork of.
   */
  start(begin: () => WorldState, from?: string): Promise<boolean> {
    return this.#engine.start(begin, from);
  }

  /** The names of the collections of records. */
  get collections(): readonly string[] {
    return this.#options.schema.collections;
  }

  get origin(): Origin {
    return this.#engine.state.origin;
  }

  get version(): number {
    return this.#engine.state.version;
  }

  /** The newest transaction; null when the whole world was replaced after it. */
  get lastChanges(): ChangeSet | null {
    return this.#engine.lastChanges;
  }

  get now(): EpochMs {
    return this.#engine.clock.now();
  }

  get clock(): ClockReading {
    const setting = this.#engine.clock.setting();
    return { mode: setting.mode, now: this.now, rate: rateOf(setting) };
  }

  /** The number of waiting readers of topics and of sleepers. */
  get waiting(): { readonly readers: number; readonly sleepers: number } {
    return { readers: this.#engine.bus.waiting, sleepers: this.#sleepers.size };
  }

  /** Changes the world with a command; see `Engine.dispatch`. */
  dispatch<T, E>(command: Command<T, E>): Promise<Result<T, E>> {
    return this.#engine.dispatch(command);
  }

  /** Changes the world with a command that cannot fail and returns the command's value. */
  async run<T>(command: (tx: Transaction) => T): Promise<T> {
    const result = await this.dispatch<T, never>((tx) => ok(command(tx)));
    return result.ok ? result.value : result.error;
  }

  /** Returns the newest state, as `query` reads it. */
  get view(): View {
    return this.#engine.view;
  }

  /** Reads the newest state. Call `catchUp` first, since due timers may not have fired. */
  query<T>(read: (view: View, at: EpochMs) => T): T {
    return read(this.#engine.view, this.now);
  }

  /** Whether the world was deleted. */
  get isClosed(): boolean {
    return this.#engine.isClosed;
  }

  /** Reads what other processes have written; see `Engine.refresh`. */
  refresh(isUse = true): Promise<void> | null {
    return this.#engine.refresh(isUse);
  }

  /** Fires the due timers; null, with nothing to await, when there are none. */
  catchUp(): Promise<void> | null {
    return this.#engine.catchUp();
  }

  /** Fires the due timers synchronously; see `Engine.catchUpNow`. */
  catchUpNow(): void {
    this.#engine.catchUpNow();
  }

  /** Reads a topic to its end; see `log.ts`. */
  follow<E>(
    topic: TopicName<E>,
    after: Seq | null,
    options?: FollowOptions,
  ): AsyncIterableIterator<readonly Entry<E>[]> {
    return follow(this.#engine, topic, after, options);
  }

  /** Reads the events of a topic to its end; see `log.ts`. */
  followEvents<E>(
    topic: TopicName<E>,
    after: Seq | null,
    options?: FollowOptions,
  ): AsyncIterableIterator<readonly E[]> {
    return followEvents(this.#engine, topic, after, options);
  }

  /** Reads entries and waits for the first; see `log.ts`. */
  poll<E>(topic: TopicName<E>, after: Seq | null, options?: PollOptions): Promise<readonly Entry<E>[]> {
    return poll(this.#engine, topic, after, options);
  }

  /** Reports every later commit to a subscriber, in order, until the world is deleted. */
  watch(subscriber: Subscriber): Cancel {
    return this.#engine.subscribers.add(subscriber);
  }

  /**
   * Waits for a span of the world's time, at most for the same span of real time.
   *
   * Shape: `interrupted` when the signal aborts or the world is deleted.
   */
  async sleep(span: DurationMs, signal?: AbortSignalLike): Promise<SleepEnd> {
    if (signal?.aborted === true || this.#engine.isClosed) return 'interrupted';
    if (span <= 0) return 'elapsed';
    const { clock } = this.#engine;
    return race<SleepEnd>(
      (done) =>
        clock.waitUntil(later(clock.now(), span), () => {
          done('elapsed');
        }),
      (done) =>
        onAbort(signal, () => {
          done('interrupted');
        }),
      (done) => {
        const interrupt = (): void => {
          done('interrupted');
        };
        this.#sleepers.add(interrupt);
        return () => this.#sleepers.delete(interrupt);
      },
    );
  }

  /** Changes the clock setting; resolves once all timers that are due under it have fired. */
  async changeClock(change: ClockChange): Promise<ClockReading> {
    await this.#engine.changeClock(change);
    return this.clock;
  }

  /** Advances the clock; resolves once every timer up to the new time has fired, in order, at its instant. */
  async advance(by: DurationMs): Promise<ClockReading> {
    await this.#engine.advance(by);
    return this.clock;
  }

  /** Returns the current state of the world; the cost does not depend on its size. */
  snapshot(): WorldState {
    const { state, clock } = this.#engine;
    return { ...state, clock: settledSetting(state.clock, clock.host()) };
  }

  /**
   * Restores a snapshot of this or another world, and ends its readers; a frozen or scaled clock is restored as well.
   */
  restore(state: WorldState): Promise<void> {
    return this.#takeUp(state, 'restored');
  }

  /** Stores the current state as a snapshot. Costs only what changes later, whatever the size of the world. */
  async keepSnapshot(name: string | null = null): Promise<Snapshot> {
    const { log } = this.#options;
    const [state, createdAt] = [this.snapshot(), this.now];
    for (let number = (await log.snapshots(this.id)).length + 1; ; number += 1) {
      const snapshot = { id: `snapshot_${number}`, name, createdAt, state };
      if ((await log.keepSnapshot(this.id, snapshot)) === 'ok') return snapshot;
    }
  }

  /** Returns a snapshot by its id. */
  findSnapshot(id: string): MaybePromise<Snapshot | undefined> {
    return this.#options.log.snapshot(this.id, id);
  }

  /** Lists the snapshots, oldest first. */
  listSnapshots(): MaybePromise<readonly SnapshotHead[]> {
    return this.#options.log.snapshots(this.id);
  }

  /** Recreates the world from its fixture, seed and first clock setting, as if it had just been created. */
  reset(): Promise<void> {
    const { schema, fixtures } = this.#options;
    const { origin } = this;
    const fixture = fixtures.get(origin.fixture);
    if (fixture === undefined)
      throw new Error(`World ${this.id} comes from fixture ${origin.fixture}, which does not exist.`);
    return this.#engine.replace(
      () => beginState(schema, originFrom(origin, this.#engine.clock.host()), fixture, this.#options),
      'reset',
    );
  }

  dump(): WorldDump {
    return dumpState(this.snapshot());
  }

  /** Replaces the world by a dump. Errors: DUMP_MALFORMED with a path (returned; nothing is changed then). */
  async load(dump: unknown): Promise<Result<null, DumpProblem>> {
    const { schema, fixtures } = this.#options;
    const loaded = loadState(schema, dump);
    if (!loaded.ok) return loaded;
    const { fixture } = loaded.value.origin;
    if (!fixtures.has(fixture)) return err(unknownFixture(fixture, [...fixtures.keys()]));
    await this.#takeUp(loaded.value, 'loaded');
    return ok(null);
  }

  /** Ends readers and sleepers and rejects further commands; resolves when the running command is done. */
  close(): Promise<void> {
    const closed = this.#engine.close();
    this.#interrupt();
    return closed;
  }

  #interrupt(): void {
    for (const interrupt of [...this.#sleepers]) interrupt();
  }

  #takeUp(state: WorldState, cause: ReplaceCause): Promise<void> {
    const resume = (current: WorldState): WorldState => ({
      ...state,
      origin: { ...state.origin, settings: current.origin.settings },
      clock: resumedSetting(state.clock, this.#engine.clock.host()),
    });
    return this.#engine.replace(resume, cause);
  }
}

/** Returns the problem of a dump with an unknown fixture: it could be loaded, but the world could never be reset. */
function unknownFixture(fixture: string, names: readonly string[]): DumpProblem {
  const message = `must be one of ${names.join(', ')}, not ${fixture}`;
  return { code: 'DUMP_MALFORMED', path: 'origin.fixture', message };
}
