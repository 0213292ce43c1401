/**
 * A commit log in Redis, which several processes (replicas) share. Every append is a compare-and-set of one script.
 * Other replicas are notified by the feed, and read the newest version before each request.
 */
import { randomBytes } from 'node:crypto';
import { LogWatchers } from '../../adapters/log-watchers.ts';
import type { Cancel } from '../../kernel/async.ts';
import { CommitUnreadableError, LogUnavailableError } from '../../kernel/ports.ts';
import type {
  Appended,
  Commit,
  CommitLog,
  LogHost,
  LoggedCommit,
  Snapshot,
  SnapshotHead,
} from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import { epochMs, type EpochMs } from '../../kernel/time/time.ts';
import type { Sender } from './client.ts';
import type { RedisConnection } from './connection.ts';
import { isDamagedData } from './failures.ts';
import { StoredSnapshots } from './stored-snapshots.ts';
import { offerCommit } from './offer-commit.ts';
import { decodeCommit, decodeStored, readEntry, unreadable } from './replies.ts';
import type { NewestResult, ReadResult } from './replies.ts';
import { uploadLines } from './uploads.ts';
import type { CommitNotice, FeedListener } from './feed-reader.ts';
import type { Keys } from './keys.ts';
import { LocalWorld, type StoredCommit } from './local-world.ts';
import * as scripts from './scripts.ts';
import { StoredObjects } from './stored-objects.ts';
import { SharedCalls } from './shared-calls.ts';
import type { SharedClock } from './shared-clock.ts';
import { asSource, type ForkSource } from './fork-sources.ts';

export interface RedisCommitLogOptions {
  readonly host: LogHost;
  readonly connection: RedisConnection;
  readonly keys: Keys;
  readonly clock: SharedClock;
  /** Units: milliseconds. */
  readonly timeout: number;
  readonly closeFeed: () => Promise<void>;
}

/** The number of commits to keep besides the stored state, for replicas that have not read them yet. */
const KEPT_COMMITS = 256;
/** Units: characters of commits after which a checkpoint pays. */
const MIN_CHECKPOINT = 32_768;

export class RedisCommitLog implements CommitLog, FeedListener {
  readonly isShared = true;
  readonly calls: SharedCalls;
  readonly now: () => EpochMs;
  readonly #options: RedisCommitLogOptions;
  readonly #watchers = new LogWatchers();
  readonly #snapshots: StoredSnapshots;
  readonly #worlds = new Map<string, LocalWorld>();
  /** The commits of this process that wait for a reply. */
  readonly #appending = new Set<string>();
  readonly #replica = randomBytes(9).toString('base64url');
  #count = 0;

  constructor(options: RedisCommitLogOptions) {
    this.#options = options;
    this.now = options.clock.now;
    const uidOf = (world: string): string => this.#uidOf(world);
    const objects = new StoredObjects(options.host);
    this.calls = new SharedCalls({ ...options, uidOf, objects });
    this.#snapshots = new StoredSnapshots({ ...options, uidOf, objects, makeId: () => this.#makeId() });
  }

  async append(
    world: string,
    expectedVersion: number,
    commit: Commit,
    before?: WorldState,
  ): Promise<Appended> {
    const from = commit.kind === 'state' ? commit.from : undefined;
    const origin = from === undefined ? undefined : this.#worlds.get(from);
    if (origin === undefined) return this.#append(world, expectedVersion, commit, before);
    // Why: many forks may be requested at once, and all would be stored in full.
    while (origin.sharing !== null) await origin.sharing;
    const source = asSource(origin.source);
    const appending = this.#append(world, expectedVersion, commit, before, { origin, source });
    if (source !== null) return appending;
    const settled = (): void => {
      origin.sharing = null;
    };
    origin.sharing = appending.then(settled, settled);
    return appending;
  }

  async #append(
    world: string,
    expectedVersion: number,
    commit: Commit,
    before: WorldState | undefined,
    fork?: { readonly origin: LocalWorld; readonly source: ForkSource | null },
  ): Promise<Appended> {
    const { connection, clock, timeout } = this.#options;
    const existing = this.#worlds.get(world);
    // The writer's world has been deleted; another one may have its id.
    if (existing === undefined && expectedVersion > 0) return 'conflict';
    const id = this.#makeId();
    const latest = clock.now() + timeout;
    const tail = existing?.version === expectedVersion ? existing.tail : '';
    const call = [world, existing?.uid ?? '', expectedVersion, tail, id, this.#replica];
    const offer = { world, call, latest, before, source: fork?.source ?? null };
    this.#appending.add(id);
    const { result, source } = await connection
      .attempt((sender) =>
        offerCommit(sender, commit, offer, { ...this.#options, makeId: () => this.#makeId() }),
      )
      .finally(() => this.#appending.delete(id));
    const [outcome, uid = '', size, grown] = result as readonly string[];
    switch (outcome) {
      case 'ok': {
        const version = expectedVersion + 1;
        const current = existing ?? new LocalWorld(uid, 0, '');
        if (commit.kind === 'state') current.source = source;
        if (fork !== undefined) fork.origin.source = source;
        current.advance(version, id);
        current.needsCheckpoint = Number(grown) > Math.max(MIN_CHECKPOINT, Number(size));
        this.#worlds.set(world, current);
        this.#watchers.notify(world, version);
        return 'ok';
      }
      case 'gone':
        this.#worlds.delete(world);
        return 'gone';
      case 'unshared':
        return this.#append(world, expectedVersion, commit, before, fork && { ...fork, source: null });
      case 'late':
      case 'lost':
        throw new LogUnavailableError('The worlds are not available: Redis received a change too late.');
      default:
        return 'conflict';
    }
  }

  async read(world: string, from: number): Promise<readonly LoggedCommit[]> {
    const existing = this.#worlds.get(world);
    const isNext = existing?.version === from;
    const received = isNext ? existing.takeReceived() : null;
    if (isNext && received !== null) return this.#accept(world, existing, received);
    const { all } = this.#options.keys.of(world);
    const values = [from, existing?.uid ?? '', isNext ? existing.tail : ''];
    const result = await this.#ofWorld(world, (sender) => sender.run(scripts.read, all, values));
    const [uid, , tail, at, why, checkpoint, cause, lines, whole, entries] = result as ReadResult;
    if (uid === undefined) return [];
    this.#options.clock.follow(Number(at));
    const current = existing ?? new LocalWorld(uid, 0, '');
    this.#worlds.set(world, current);
    const commits = entries.map(readEntry);
    if (why === '') return this.#accept(world, current, commits);
    const place = `version ${checkpoint}`;
    const { state, source } = decodeStored(this.#options.host.codec, world, place, { lines, whole });
    current.source = source;
    const reason = why === 'lost' ? 'restored' : cause === '' ? undefined : cause;
    const first: LoggedCommit = {
      version: Number(checkpoint),
      commit: { kind: 'state', state, ...(reason !== undefined && { cause: reason }) },
    };
    const rest = this.#accept(world, current, commits);
    if (commits.length === 0) current.advance(Number(checkpoint), tail);
    return [first, ...rest];
  }

  async newest(world: string, isUse = true): Promise<number> {
    const { all } = this.#options.keys.of(world);
    return this.#compare(world, await this.#ofWorld(world, (sender) => this.#ask(sender, all, isUse)));
  }

  readonly unreadable = unreadable;

  watch(world: string, grown: (version: number) => void): Cancel {
    return this.#watchers.add(world, grown);
  }

  /** Stores a state. A failure is only reported: the commits are in the log, and a later checkpoint replaces them. */
  async checkpoint(world: string, state: WorldState): Promise<void> {
    const { connection, host, keys } = this.#options;
    const existing = this.#worlds.get(world);
    if (existing?.needsCheckpoint !== true) return;
    const { all, upload } = keys.of(world);
    const id = existing.version === state.version ? existing.tail : '';
    try {
      await connection.attempt(async (sender) => {
        const key = upload(this.#makeId());
        const length = await uploadLines(sender, key, host.codec.encode({ kind: 'state', state }));
        await sender.run(scripts.checkpoint, all, [
          existing.uid,
          state.version,
          id,
          key,
          length,
          KEPT_COMMITS,
        ]);
      });
    } catch (error) {
      host.report(`The checkpoint of world ${world} could not be stored`, error);
    }
  }

  async lastUse(world: string): Promise<EpochMs> {
    const { meta } = this.#options.keys.of(world);
    const used = await this.#options.connection.attempt((sender) => sender.send(['HGET', meta, 'used']));
    const at = Number(used ?? 0);
    // Uses are recorded once a second. A value that another program has written may not be a time.
    return Number.isFinite(at) ? epochMs(at + 1_000) : this.now();
  }

  async drop(world: string): Promise<void> {
    const { connection, keys } = this.#options;
    const { all, snapshot } = keys.of(world);
    await connection.attempt((sender) =>
      sender.run(scripts.drop, all, [world, this.#uidOf(world), snapshot('')]),
    );
    this.#worlds.delete(world);
  }

  async list(): Promise<readonly string[]> {
    const { connection, keys } = this.#options;
    const result = await connection.attempt((sender) => sender.send(['ZRANGE', keys.worlds, '0', '-1']));
    return result as readonly string[];
  }

  keepSnapshot(world: string, snapshot: Snapshot): Promise<'ok' | 'conflict'> {
    return this.#snapshots.keep(world, snapshot);
  }

  snapshots(world: string): Promise<readonly SnapshotHead[]> {
    return this.#snapshots.list(world);
  }

  snapshot(world: string, id: string): Promise<Snapshot | undefined> {
    return this.#snapshots.find(world, id);
  }

  async close(): Promise<void> {
    await Promise.all([this.#options.connection.close(), this.#options.closeFeed()]);
  }

  received(entry: CommitNotice): void {
    const existing = this.#worlds.get(entry.world);
    if (existing?.uid !== entry.uid || this.#appending.has(entry.id)) return;
    this.#options.clock.follow(entry.at);
    if (entry.version === 0) {
      this.#worlds.delete(entry.world);
      this.#watchers.notify(entry.world, 0);
    } else if (entry.version > existing.version) {
      existing.receive(entry);
      this.#watchers.notify(entry.world, entry.version);
    }
  }

  async missed(): Promise<void> {
    const check = async (world: string): Promise<void> => {
      const existing = this.#worlds.get(world);
      if (existing === undefined) return;
      const version = await this.newest(world, false).catch((error: unknown) => {
        // The next request to this world reports it.
        if (error instanceof CommitUnreadableError) return existing.version;
        throw error;
      });
      if (version === 0) this.#watchers.notify(world, 0);
      // A smaller version is reported as a greater one, so that the world is read again.
      else if (version !== existing.version)
        this.#watchers.notify(world, Math.max(version, existing.version + 1));
    };
    await Promise.all([...this.#watchers.worlds].map(check));
  }

  async measure(): Promise<void> {
    await this.#options.connection.attempt((sender) =>
      this.#ask(sender, this.#options.keys.of('').all, false),
    );
  }

  /**
   * Runs a job on the keys of a world. Errors: rejects with CommitUnreadableError if it fails because of their values.
   */
  async #ofWorld<T>(world: string, job: (sender: Sender) => Promise<T>): Promise<T> {
    try {
      return await this.#options.connection.attempt(job);
    } catch (error) {
      if (!isDamagedData(error)) throw error;
      throw unreadable(world, 'its keys', 'they have values that Backlot does not write', error);
    }
  }

  /** Reads the newest version of a world, which also measures the time of Redis. */
  async #ask(sender: Sender, keys: readonly string[], isUse: boolean): Promise<NewestResult> {
    const sentAt = performance.now();
    const result = (await sender.run(scripts.newest, keys, [isUse ? 1 : 0])) as NewestResult;
    this.#options.clock.learn(Number(result[4]) * 1_000 + Number(result[5]) / 1_000, sentAt);
    this.#options.clock.follow(Number(result[3]));
    return result;
  }

  /** Returns the newest version; 0 for no world and for another one with this id. */
  #compare(world: string, [uid, newest, tail]: NewestResult): number {
    const existing = this.#worlds.get(world);
    if (existing === undefined) return Number(newest);
    if (existing.uid !== uid) {
      this.#worlds.delete(world);
      return 0;
    }
    const version = Number(newest);
    existing.newest = Math.max(version, existing.version);
    // Redis has lost commits and accepted others: the reader has to read the whole state.
    if (version === existing.version && tail !== existing.tail) return version + 1;
    return version;
  }

  #accept(world: string, local: LocalWorld, commits: readonly StoredCommit[]): readonly LoggedCommit[] {
    const logged = commits.map(({ version, body }) => ({
      version,
      commit: decodeCommit(this.#options.host.codec, world, `version ${version}`, [body]),
    }));
    const last = commits.at(-1);
    if (last !== undefined) local.advance(last.version, last.id);
    return logged;
  }

  #uidOf(world: string): string {
    return this.#worlds.get(world)?.uid ?? '';
  }

  #makeId(): string {
    this.#count += 1;
    return `${this.#replica}.${this.#count}`;
  }
}
