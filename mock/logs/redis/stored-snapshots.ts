/** The snapshots of worlds: their heads in a hash of the world, each state in a separate list. */
import type { LogHost, Snapshot, SnapshotHead } from '../../kernel/ports.ts';
import { WorldClosedError } from '../../kernel/world/engine.ts';
import type { RedisConnection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { StoredObjects } from './stored-objects.ts';
import { decodeState } from './replies.ts';
import * as scripts from './scripts.ts';
import { uploadLines } from './uploads.ts';

export interface StoredSnapshotsOptions {
  readonly host: LogHost;
  readonly connection: RedisConnection;
  readonly keys: Keys;
  /** Returns the uid of a world that this process knows; empty for others. */
  readonly uidOf: (world: string) => string;
  readonly objects: StoredObjects;
  readonly makeId: () => string;
}

export class StoredSnapshots {
  readonly #options: StoredSnapshotsOptions;

  constructor(options: StoredSnapshotsOptions) {
    this.#options = options;
  }

  /** Stores a snapshot unless there is one with this id. Errors: throws for a deleted world. */
  async keep(world: string, { state, ...head }: Snapshot): Promise<'ok' | 'conflict'> {
    const { connection, host, keys, uidOf, makeId } = this.#options;
    const { all, upload, snapshot } = keys.of(world);
    const token = makeId();
    const outcome = await connection.attempt(async (sender) => {
      const key = upload(makeId());
      await uploadLines(sender, key, host.codec.encode({ kind: 'state', state }));
      const values = [uidOf(world), head.id, JSON.stringify(head), key, snapshot(head.id), token];
      return sender.run(scripts.keepSnapshot, all, values);
    });
    if (outcome === 'gone') throw new WorldClosedError(`World ${world} has been deleted.`);
    return outcome === 'ok' ? 'ok' : 'conflict';
  }

  /** Returns the snapshots of a world, oldest first. */
  async list(world: string): Promise<readonly SnapshotHead[]> {
    const { connection, keys, objects } = this.#options;
    const key = keys.of(world).snapshots;
    const heads = await connection.attempt((sender) => sender.send(['HVALS', key]));
    return (heads as readonly string[])
      .map((head) => /^\S+ (\d+) (.*)$/s.exec(head))
      .flatMap((match) => (match === null ? [] : [{ order: Number(match[1]), head: match[2] ?? '' }]))
      .toSorted((a, b) => a.order - b.order)
      .flatMap(({ head, order }) => objects.read(head, `${key} entry ${order}`) ?? [])
      .map((head) => head as SnapshotHead)
      .filter(({ id }) => typeof id === 'string');
  }

  async find(world: string, id: string): Promise<Snapshot | undefined> {
    const head = (await this.list(world)).find((snapshot) => snapshot.id === id);
    if (head === undefined) return undefined;
    const { connection, host, keys } = this.#options;
    const key = keys.of(world).snapshot(id);
    const lines = await connection.attempt((sender) => sender.send(['LRANGE', key, '0', '-1']));
    const { state } = decodeState(host.codec, world, `snapshot ${id}`, lines as readonly string[]);
    return { ...head, state };
  }
}
